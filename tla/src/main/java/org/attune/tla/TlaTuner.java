package org.attune.tla;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Recommendation;
import org.attune.api.StudyFact;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.gplcm.GpLcmTuner;
import org.attune.gplcm.RegimeAdaptation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The tuners that learn from sources: the default one, and those of GPTune's guide. They are {@link
 * GpLcmTuner} with other surrogates; without sources they propose what it does.
 */
public abstract class TlaTuner implements TunerProvider {
    private static final Option<List<String>> METHODS =
            new Option<>(
                    "methods",
                    List.of("regression", "lcm", "stacking"),
                    "list of " + String.join(", ", Method.words()),
                    "that propose by turns or by chance",
                    TlaTuner::methods);
    private static final Option<Double> EXPLORATION =
            Option.real(
                    "exploration-rate",
                    0,
                    0,
                    1,
                    "probability of a method at random; for tla-prob alone");

    private static final Option<Integer> CENTRED =
            Option.integer(
                    "centred",
                    3,
                    1,
                    1000,
                    "trials around the predicted optimum, the first of them at it");
    private static final Option<Double> SPREAD =
            Option.real(
                    "spread",
                    0.25,
                    0,
                    10,
                    "standard deviation of these, in shares of a parameter's range");
    private static final Option<Integer> RELEARN =
            Option.integer(
                    "relearn",
                    20,
                    0,
                    100_000,
                    "trials after which all hyperparameters are learned with them; 0: never");

    private final String name;
    private final String summary;
    private final Ensemble.Kind kind;
    private final List<Method> methods; // none: those of the option

    /**
     * A tuner.
     *
     * @param methods none where the user says which
     */
    TlaTuner(String name, String summary, Ensemble.Kind kind, Method... methods) {
        this.name = name;
        this.summary = summary;
        this.kind = kind;
        this.methods = List.of(methods);
    }

    private static List<String> methods(String text) {
        String bare = text.strip().replaceAll("^\\[|\\]$", "");
        List<String> words = Arrays.stream(bare.split("[,+]")).map(String::strip).toList();
        words.forEach(Method::of);
        return words;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final TunerAbilities abilities() {
        return TunerAbilities.USUAL.withPermutations().withSources().withSharedTasks();
    }

    @Override
    public final List<Option<?>> options() {
        var options = new ArrayList<>(GpLcmTuner.allOptions());
        for (Option<?> own :
                List.of(EngineOptions.PROFILE_OR_PUBLISHED, EngineOptions.EXPLORATION_ALWAYS)) {
            options.replaceAll(o -> o.name().equals(own.name()) ? own : o);
        }
        if (methods.isEmpty()) {
            options.add(METHODS);
        }
        if (kind == Ensemble.Kind.PROB) {
            options.add(EXPLORATION);
        }
        if (isExtended()) {
            options.addAll(List.of(CENTRED, SPREAD, RELEARN));
        }
        return List.copyOf(options);
    }

    @Override
    public final Tuner create(TuningRequest request) {
        return engine(request);
    }

    @Override
    public final List<String> remarks(TuningRequest request) {
        return EngineOptions.remarks(request, options());
    }

    @Override
    public final Optional<ModelProvider> models() {
        return Optional.of(new TransferModels(this));
    }

    /** Returns the default tuner, its surrogates those of the sources, too. */
    final GpLcmTuner engine(TuningRequest request) {
        return new GpLcmTuner(request, RegimeAdaptation.chosen(request).then(transfer(request)));
    }

    /** Returns what is done in another way than without sources. */
    final Transfer transfer(TuningRequest request) {
        boolean published =
                request.settings().get(EngineOptions.PROFILE_OR_PUBLISHED).equals("published");
        return new Transfer(request, ensemble(request, published), extension(request));
    }

    /** Returns whether it is the paper's TLA2. */
    private boolean isExtended() {
        return methods.equals(List.of(Method.EXTENDED));
    }

    private Extension extension(TuningRequest request) {
        return isExtended()
                ? new Extension(
                        request.settings().get(CENTRED),
                        request.settings().get(SPREAD),
                        request.settings().get(RELEARN))
                : Extension.USUAL;
    }

    private Ensemble ensemble(TuningRequest request, boolean published) {
        return new Ensemble(
                kind,
                methods.isEmpty()
                        ? request.settings().get(METHODS).stream().map(Method::of).toList()
                        : methods,
                kind == Ensemble.Kind.PROB ? request.settings().get(EXPLORATION) : 0,
                published);
    }

    @Override
    public String toString() {
        return "Tuner " + name;
    }

    /**
     * The default with sources, by turns of two models: a process beside the sources' weighted
     * prediction, and the joint model of the sources to which the task is added.
     */
    public static final class Default extends TlaTuner {
        /** Called by the service loader. */
        public Default() {
            super(
                    "tla",
                    "Learns from other tasks, as far as they are like this one; the choice of"
                            + " auto with sources.",
                    Ensemble.Kind.PORTFOLIO,
                    Method.BESIDE,
                    Method.EXTENDED);
        }

        @Override
        public List<Recommendation> recommendations() {
            return List.of(
                    Recommendation.always(
                                    "there are sources, from which it learns as far as they are"
                                            + " like this task",
                                    0.67,
                                    "docs/choosing-a-tuner.md")
                            .atLeast(StudyFact.SOURCES, 1));
        }
    }

    /** GPTune's {@code LCM}. */
    public static final class Lcm extends TlaTuner {
        /** Called by the service loader. */
        public Lcm() {
            super(
                    "tla-lcm",
                    "Transfer by a joint model of the task and its sources (TLA_LCM).",
                    Ensemble.Kind.SINGLE,
                    Method.LCM);
        }
    }

    /** GPTune's {@code LCM_BF}. */
    public static final class LcmBf extends TlaTuner {
        /** Called by the service loader. */
        public LcmBf() {
            super(
                    "tla-lcm-bf",
                    "Transfer by a joint model of the task and its sources' models (TLA_LCM_BF).",
                    Ensemble.Kind.SINGLE,
                    Method.LCM_BF);
        }
    }

    /** GPTune's {@code Sum}. */
    public static final class Sum extends TlaTuner {
        /** Called by the service loader. */
        public Sum() {
            super(
                    "tla-sum",
                    "Transfer by the average of the task's and its sources' models (TLA_Sum).",
                    Ensemble.Kind.SINGLE,
                    Method.SUM);
        }
    }

    /** GPTune's {@code Regression}. */
    public static final class Regression extends TlaTuner {
        /** Called by the service loader. */
        public Regression() {
            super(
                    "tla-regression",
                    "Transfer by a weighted average whose weights regression finds"
                            + " (TLA_Regression).",
                    Ensemble.Kind.SINGLE,
                    Method.REGRESSION);
        }
    }

    /** GPTune's {@code Stacking}. */
    public static final class Stacking extends TlaTuner {
        /** Called by the service loader. */
        public Stacking() {
            super(
                    "tla-stacking",
                    "Transfer by models of what is left of the ones before (TLA_Stacking).",
                    Ensemble.Kind.SINGLE,
                    Method.STACKING);
        }
    }

    /** GPTune's {@code Ensemble_Toggling}. */
    public static final class Toggling extends TlaTuner {
        /** Called by the service loader. */
        public Toggling() {
            super(
                    "tla-toggling",
                    "Transfer by several methods in turns (TLA Ensemble_Toggling).",
                    Ensemble.Kind.TOGGLING);
        }
    }

    /** GPTune's {@code Ensemble_Prob}. */
    public static final class Prob extends TlaTuner {
        /** Called by the service loader. */
        public Prob() {
            super(
                    "tla-prob",
                    "Transfer by several methods, drawn by what they found (TLA Ensemble_Prob).",
                    Ensemble.Kind.PROB);
        }
    }

    /** GPTune's {@code Ensemble_ProbDyn}. */
    public static final class ProbDyn extends TlaTuner {
        /** Called by the service loader. */
        public ProbDyn() {
            super(
                    "tla-probdyn",
                    "Transfer by several methods, drawn more freely at first (TLA"
                            + " Ensemble_ProbDyn).",
                    Ensemble.Kind.PROBDYN);
        }
    }

    /** GPTune's {@code Ensemble_Peeking}. */
    public static final class Peeking extends TlaTuner {
        /** Called by the service loader. */
        public Peeking() {
            super(
                    "tla-peeking",
                    "Transfer by several methods that see the best of the others (TLA"
                            + " Ensemble_Peeking).",
                    Ensemble.Kind.PEEKING);
        }
    }

    /** GPTune's {@code TLA_II}, the paper's TLA1, and then the default. */
    public static final class TypeTwo extends TlaTuner {
        /** Called by the service loader. */
        public TypeTwo() {
            super(
                    "tla1",
                    "Predicts the best configuration from those of other tasks, then learns on"
                            + " (TLA_II).",
                    Ensemble.Kind.TYPE_TWO,
                    Method.BESIDE,
                    Method.EXTENDED);
        }
    }

    /** The paper's TLA2. */
    public static final class Extended extends TlaTuner {
        /** Called by the service loader. */
        public Extended() {
            super(
                    "tla2",
                    "Adds the task to a joint model of its sources, and learns what it alone has"
                            + " (TLA2).",
                    Ensemble.Kind.TYPE_TWO,
                    Method.EXTENDED);
        }
    }
}
