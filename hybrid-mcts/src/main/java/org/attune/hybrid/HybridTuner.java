package org.attune.hybrid;

import org.attune.api.Demand;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Recommendation;
import org.attune.api.Records;
import org.attune.api.StudyFact;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.gplcm.GpLcmTuner;
import org.attune.gplcm.RegimeAdaptation;

import java.util.List;
import java.util.Optional;

/**
 * Bayesian optimisation of mixed spaces (GPTuneHybrid): a Monte Carlo tree search over categories
 * says where the search of the acquisition function is confined in some of the proposals. All else
 * is what {@code gp-lcm} does; without categories it proposes what that does.
 *
 * <p>Sources: H. Luo, Y. Cho, J. W. Demmel, I. Kozachenko, X. S. Li and Y. Liu, "Hybrid models for
 * mixed variables in Bayesian optimization", arXiv:2206.01409; the guide of GPTune 4.0, section
 * 3.1.6.
 */
public final class HybridTuner implements Tuner {
    private final GpLcmTuner engine;

    HybridTuner(TuningRequest request) {
        this.engine = engine(request);
    }

    /** Returns the default tuner, whose search the tree confines. */
    static GpLcmTuner engine(TuningRequest request) {
        TuningRequest translated = HybridOptions.translated(request);
        return new GpLcmTuner(
                translated, RegimeAdaptation.chosen(translated).then(new TreeAdaptation(request)));
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        return engine.propose(records, demand);
    }

    /** The provider line names this class. */
    public static final class Provider implements TunerProvider {
        /** Called by the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "hybrid";
        }

        @Override
        public String summary() {
            return "Tree search over categories, Gaussian processes for the rest; as"
                    + " GPTuneHybrid.";
        }

        @Override
        public List<Option<?>> options() {
            return HybridOptions.all();
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withPermutations().withSharedTasks();
        }

        @Override
        public List<Recommendation> recommendations() {
            return List.of(
                    Recommendation.always(
                                    "all parameters are categories, among which a tree search"
                                            + " finds the good ones sooner",
                                    0.54,
                                    "docs/choosing-a-tuner.md")
                            .exactly(StudyFact.NUMBERS, 0)
                            .exactly(StudyFact.ORDERS, 0)
                            .atLeast(StudyFact.CATEGORIES, 5)
                            .exactly(StudyFact.OBJECTIVES, 1)
                            .exactly(StudyFact.TASKS, 1)
                            .atLeast(StudyFact.TRIALS, 40));
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new HybridTuner(request);
        }

        @Override
        public List<String> remarks(TuningRequest request) {
            return GpLcmTuner.remarks(HybridOptions.translated(request), request.settings());
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new TreeExhibits());
        }
    }
}
