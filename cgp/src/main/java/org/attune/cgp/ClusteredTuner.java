package org.attune.cgp;

import org.attune.api.Demand;
import org.attune.api.ModelProvider;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Recommendation;
import org.attune.api.Records;
import org.attune.api.StudyFact;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.Surrogates;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.regimes.RegimeEngine;
import org.attune.bayesopt.regimes.RegimeFinder;
import org.attune.bayesopt.regimes.RegimeSettings;
import org.attune.bayesopt.regimes.RegimeSurrogate;
import org.attune.bayesopt.regimes.SampledFit;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.gplcm.Adaptation;
import org.attune.gplcm.GpLcmTuner;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

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
        return new GpLcmTuner(translated, new Regimes(translated, ClusteredOptions.read(request)));
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        return engine.propose(records, demand);
    }

    /** What is done otherwise. */
    private static final class Regimes implements Adaptation {
        private final TuningRequest request;
        private final ClusteredOptions options;
        private final Map<String, RegimeFinder> finders = new ConcurrentHashMap<>();
        private final Map<String, SampledFit> fits = new ConcurrentHashMap<>();

        Regimes(TuningRequest request, ClusteredOptions options) {
            this.request = request;
            this.options = options;
        }

        @Override
        public Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
            Surrogate refined =
                    options.regimes()
                            .map(settings ->
                                    finders.computeIfAbsent(
                                                    "regimes of " + output.name() + " " + task,
                                                    key -> finder(settings, key))
                                            .refined(chosen))
                            .orElse(chosen);
            return sampled("posterior of ", output, task, refined);
        }

        private RegimeFinder finder(RegimeSettings settings, String key) {
            return new RegimeFinder(regimeEngine(), settings, request.seed().child(key, 0));
        }

        private RegimeEngine regimeEngine() {
            return new RegimeEngine(
                    LinearAlgebra.best(),
                    request.problem().parameterSpace(),
                    EngineOptions.read(request.settings()));
        }

        /** Returns the surrogate with its hyperparameters drawn, where the method says so. */
        private Surrogate sampled(String of, Objective output, Point task, Surrogate surrogate) {
            return options.sampling()
                    .map(how ->
                            fits.computeIfAbsent(
                                            of + output.name() + " " + task,
                                            key ->
                                                    new SampledFit(
                                                            regimeEngine(),
                                                            how,
                                                            request.seed().child(key, 0)))
                                    .of(surrogate))
                    .orElse(surrogate);
        }

        @Override
        public ProposerParts usual(Point task, ProposerParts parts) {
            Surrogates joined = parts.surrogates();
            ProposerParts known =
                    parts.withSurrogates((output, t, trials) ->
                            joined.fit(output, t, trials).map(s -> searched(output, t, s)));
            return options.explorationRate() < 1
                    ? known.withSearch(
                            new FollowedSearch(parts.search(), options.explorationRate()))
                    : known;
        }

        /**
         * Returns the surrogate that is searched: as long as the best regime is small, the plain.
         */
        private Surrogate searched(Objective output, Point task, Surrogate surrogate) {
            if (!(surrogate instanceof RegimeSurrogate r) || r.components() == 1) {
                return surrogate;
            }
            boolean small =
                    r.observationsBesideBest() < options.searchedFrom() * surrogate.dimension();
            return small
                    ? r.whole()
                            .map(w -> sampled("posterior of one regime of ", output, task, w))
                            .orElse(surrogate)
                    : options.doubt() ? r : r.certain();
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
        public List<Recommendation> recommendations() {
            return List.of(
                    Recommendation.always(
                                    "all parameters are numbers, and it is as good where the"
                                            + " objective is smooth and better where it jumps",
                                    0.56,
                                    "docs/choosing-a-tuner.md")
                            .exactly(StudyFact.CATEGORIES, 0)
                            .exactly(StudyFact.ORDERS, 0)
                            .exactly(StudyFact.MODELS, 0)
                            .exactly(StudyFact.OBJECTIVES, 1)
                            .exactly(StudyFact.TASKS, 1)
                            .atMost(StudyFact.TRIALS, 80));
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
            return EngineOptions.remarks(
                    request.problem(), ClusteredOptions.translated(request).settings());
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new RegimeExhibits());
        }
    }
}
