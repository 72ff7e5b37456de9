package org.attune.cgp;

import org.attune.api.Demand;
import org.attune.api.ModelProvider;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.gplcm.Adaptation;
import org.attune.gplcm.GpLcmTuner;
import org.attune.gplcm.RegimeAdaptation;
import org.attune.gplcm.RegimeExhibits;

import java.util.List;
import java.util.Optional;

/**
 * Bayesian optimisation of objectives that jump (cGP, clustered Gaussian processes): where what was
 * measured is explained better by several regimes than by one, each has a process of its own, and
 * boundaries between them are learned. Everything else is what {@code gp-lcm} does, and with one
 * regime, it proposes what that does.
 *
 * <p>Sources: Y. Luo, J. W. Demmel, Y. Cho, X. S. Li and Y. Liu, "Non-smooth Bayesian optimization
 * in tuning problems", arXiv:2109.07563; the guide of GPTune 4.0, section 3.1.5.
 */
public final class ClusteredTuner implements Tuner {
    private final GpLcmTuner engine;

    ClusteredTuner(TuningRequest request) {
        this.engine = engine(request);
    }

    /** Returns the default tuner, refined by regimes. */
    static GpLcmTuner engine(TuningRequest request) {
        TuningRequest translated = ClusteredOptions.translated(request);
        ClusteredOptions options = ClusteredOptions.read(request);
        Adaptation regimes = new RegimeAdaptation(translated, options.regimes());
        return new GpLcmTuner(
                translated,
                options.explorationRate() < 1
                        ? new Following(regimes, options.explorationRate())
                        : regimes);
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        return engine.propose(records, demand);
    }

    /** Regimes, and a search that is followed at times only. */
    private record Following(Adaptation regimes, double rate) implements Adaptation {
        @Override
        public Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
            return regimes.surrogate(output, task, chosen);
        }

        @Override
        public ProposerParts usual(Point task, ProposerParts parts) {
            return regimes.usual(task, parts).withSearch(new FollowedSearch(parts.search(), rate));
        }
    }

    /** The provider line names this class. */
    public static final class Provider implements TunerProvider {
        /** Called by the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "cgp";
        }

        @Override
        public String summary() {
            return "Gaussian processes of the regimes of an objective that jumps; as GPTune's cGP.";
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withPermutations().withSharedTasks();
        }

        @Override
        public List<Option<?>> options() {
            return ClusteredOptions.all();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new ClusteredTuner(request);
        }

        @Override
        public List<String> remarks(TuningRequest request) {
            return GpLcmTuner.remarks(ClusteredOptions.translated(request), request.settings());
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(RegimeExhibits.always(ClusteredTuner::engine));
        }
    }
}
