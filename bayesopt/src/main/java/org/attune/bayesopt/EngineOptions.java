package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The options by which users choose {@link EngineSettings}. A profile sets the defaults of the
 * others; what is given wins over it.
 */
public final class EngineOptions {
    private static final Option<String> PROFILE =
            Option.choice(
                    "profile",
                    List.of("standard", "gptune"),
                    "sets the defaults of the other options; those listed are of standard");
    private static final String PUBLISHED = "published"; // of methods that stand on the engine

    /** The profile of tuners whose own method has a published form: that is on GPTune's engine. */
    public static final Option<String> PROFILE_OR_PUBLISHED =
            Option.choice(
                    PROFILE.name(),
                    List.of("standard", "gptune", PUBLISHED),
                    "sets the defaults of the other options; those listed are of standard."
                            + " published is the method as published, with the engine of gptune");

    private static final Option<Integer> INITIAL =
            Option.integer(
                    "initial",
                    0,
                    0,
                    10_000,
                    "trials per task before the model proposes; 0 chooses by dimension, in gptune"
                            + " half of the trials");
    private static final Option<String> DESIGN =
            Option.choice(
                    "design",
                    List.of("sobol", "latin-hypercube", "random"),
                    "layout of those trials");
    private static final int CENTERED = 3; // parameters from which on the middle comes first
    private static final Option<Boolean> CENTER_FIRST =
            Option.flag(
                    "center-first",
                    true,
                    "begin in the middle of all ranges where no default is given; for one task,"
                            + " one objective, no fidelity, and three parameters or more");
    private static final Option<Double> REACH =
            Option.real(
                    "design-reach",
                    EngineSettings.REACH,
                    0.01,
                    1,
                    "how far ordered parameters of the design go from a default that has not"
                            + " failed, as a share of the way to anywhere; without a fidelity");
    private static final Option<String> KERNEL =
            Option.choice(
                    "kernel",
                    List.of("matern52", "matern32", "matern12", "rbf"),
                    "correlation function of the surrogate");
    private static final String LIKELIEST = "likeliest";
    private static final Option<String> OUTPUT_WARP =
            Option.choice(
                    "output-warp",
                    List.of("yeo-johnson", "log", "rank", "none", "raw", LIKELIEST),
                    "what is modelled of the outputs; none standardises, raw does not even centre;"
                            + " log needs positive ones and is none otherwise; likeliest is none"
                            + " where outputs are clearly likelier without a warp, else"
                            + " yeo-johnson");
    private static final Option<Boolean> INPUT_WARP =
            Option.flag("input-warp", true, "warp the axes where that makes the output smoother");
    private static final Option<Boolean> ADDITIVE =
            Option.flag(
                    "additive",
                    true,
                    "let a share of the surrogate be a sum over the parameters, learned from data");
    private static final Option<Boolean> TREND =
            Option.flag(
                    "trend",
                    true,
                    "let the surrogate of a task with 8 ordered parameters or more have a quadratic"
                            + " trend");
    private static final Option<Integer> RIDGES =
            Option.integer(
                    "ridges",
                    EngineSettings.RIDGES,
                    0,
                    4,
                    "how many functions of a weighted sum of the parameters, 2 to 6 of them, the"
                            + " surrogate of a task may have");
    private static final Option<Boolean> ALIGNMENT =
            Option.flag(
                    "alignment",
                    true,
                    "let surrogates know whole numbers by how often two divides them, and round"
                            + " some of those in the design");
    private static final Option<String> CATEGORIES =
            Option.choice(
                    "categories",
                    List.of("nominal", "ordinal"),
                    "all equally far apart, or on a line in their order");
    private static final Option<Boolean> PRIORS =
            Option.flag(
                    "priors",
                    true,
                    "weigh hyperparameters by priors; false maximises the likelihood, without"
                            + " noise");
    private static final Option<Integer> STARTS =
            Option.integer("starts", 3, 1, 100, "of each search for hyperparameters");
    private static final Option<Integer> ITERATIONS =
            Option.integer("iterations", 60, 1, 100_000, "at most, of each such search");
    private static final Option<Boolean> CALIBRATE =
            Option.flag(
                    "calibrate",
                    true,
                    "correct predicted variances by the errors of predicting each trial from the"
                            + " others");
    private static final Option<String> ACQUISITION =
            Option.choice(
                    "acquisition",
                    List.of("log-ei", "ei", "pi", "lcb", "variance"),
                    "what is maximised: expected improvement (its logarithm or plain), probability"
                            + " of improvement, confidence bound, uncertainty; this and the next"
                            + " two are for one objective");

    /**
     * κ of the confidence bound, for tuners that may begin where it is the lowest ({@link
     * Opening#LOWEST_MEAN}), whatever is maximised later: it always has an effect.
     */
    public static final Option<Double> EXPLORATION_ALWAYS =
            Option.real("exploration", 2, 0, 1000, "deviations below the mean, of lcb");

    private static final Option<Double> EXPLORATION =
            EXPLORATION_ALWAYS.when(
                    "acquisition=lcb or a bound-every above 0", EngineOptions::usesBound);
    private static final Option<Integer> BOUND_EVERY =
            Option.integer(
                    "bound-every",
                    4,
                    0,
                    1000,
                    "from 12 trials on one of so many proposals is by lcb, whatever the"
                            + " acquisition; 1: all, 0: none");
    private static final Option<Boolean> TRUST_REGION =
            Option.flag(
                    "trust-region",
                    true,
                    "seek every other proposal in a box around the best trial, as wide as luck"
                            + " allows; for one objective");
    private static final Option<Boolean> FALLBACK =
            Option.flag(
                    "fallback",
                    true,
                    "while the model predicts nothing, take every other proposal from the design;"
                            + " while runs fail and there is no model, go where one may succeed");
    private static final Option<Boolean> INTERLEAVE =
            Option.flag(
                    "interleave",
                    true,
                    "while nothing is to be gained nearby, take most trials from the emptiest"
                            + " places instead; for one objective");
    private static final Option<Boolean> REFINE =
            Option.flag(
                    "refine",
                    true,
                    "where little is to be gained and outputs hardly vary by chance, go to the"
                            + " minimum of a quadratic through the nearest trials; for one"
                            + " objective");
    private static final Option<String> PENDING =
            Option.choice(
                    "pending",
                    List.of("believer", "liar"),
                    "what pending trials count as: the prediction, or the best value so far");
    private static final Option<String> OUT_OF_RANGE =
            Option.choice(
                    "out-of-range",
                    List.of("probability", "large-number", "ignore"),
                    "trials with an output outside its range teach how probable that is, count as"
                            + " very bad ones, or teach nothing");
    private static final Option<Boolean> CENSORED =
            Option.flag(
                    "censored",
                    true,
                    "take a run that was ended for its time for a bad one where slower runs are"
                        + " worse, not for a failed one; for one objective, without a fidelity");
    private static final Option<Boolean> PER_SECOND =
            Option.flag(
                    "per-second",
                    false,
                    "weigh what a configuration promises against the time that its run is expected"
                            + " to take");

    private static final Map<SeedUse, Option<String>> SEEDS = new EnumMap<>(SeedUse.class);

    static {
        SEEDS.put(SeedUse.DESIGN, seed("design-seed", "of the initial design"));
        SEEDS.put(SeedUse.MODEL, seed("model-seed", "of the starts of hyperparameters"));
        SEEDS.put(SeedUse.SEARCH, seed("search-seed", "of the search"));
    }

    private EngineOptions() {}

    /** Returns all of them. */
    public static List<Option<?>> all() {
        return List.of(
                PROFILE,
                INITIAL,
                DESIGN,
                CENTER_FIRST,
                REACH,
                KERNEL,
                OUTPUT_WARP,
                INPUT_WARP,
                ADDITIVE,
                TREND,
                RIDGES,
                ALIGNMENT,
                CATEGORIES,
                PRIORS,
                STARTS,
                ITERATIONS,
                CALIBRATE,
                ACQUISITION,
                EXPLORATION,
                BOUND_EVERY,
                SearchOptions.SEARCH,
                SearchOptions.PARTICLES,
                SearchOptions.GENERATIONS,
                TRUST_REGION,
                FALLBACK,
                INTERLEAVE,
                REFINE,
                PENDING,
                OUT_OF_RANGE,
                CENSORED,
                PER_SECOND,
                SEEDS.get(SeedUse.DESIGN),
                SEEDS.get(SeedUse.MODEL),
                SEEDS.get(SeedUse.SEARCH));
    }

    /**
     * Returns the settings that a user chose for this request. Only where the middle has proved a
     * good beginning (docs/ablation.md) does the design begin there.
     *
     * @throws IllegalArgumentException if the request is to a tuner that lacks one of the options
     */
    public static EngineSettings read(TuningRequest request) {
        EngineSettings chosen = read(request.settings());
        return whyNotCenterFirst(request).isPresent() ? chosen.withoutCenterFirst() : chosen;
    }

    private static Optional<String> whyNotCenterFirst(TuningRequest request) {
        TuningProblem problem = request.problem();
        if (problem.parameterSpace().defaultPoint().isPresent()) {
            return Optional.of("here: the default comes first");
        }
        if (problem.parameterSpace().parameters().size() < CENTERED) {
            return Optional.of("with fewer than %d parameters".formatted(CENTERED));
        }
        if (problem.optimized().size() > 1) {
            return Optional.of("with several objectives");
        }
        if (problem.fidelity().isPresent()) {
            return Optional.of("with a fidelity");
        }
        return request.tasks().size() > 1 ? Optional.of("with several tasks") : Optional.empty();
    }

    /**
     * Returns the settings that a user chose, whatever the problem.
     *
     * @throws IllegalArgumentException if {@code given} is of a tuner that lacks one of the options
     */
    public static EngineSettings read(Settings given) {
        EngineSettings base = base(given);
        return new EngineSettings(
                base.profile(),
                given.get(INITIAL),
                choice(given, DESIGN, base.design()),
                given.given(CENTER_FIRST).orElse(base.centerFirst()),
                given.given(REACH).orElse(base.reach()),
                surrogate(given, base.surrogate()),
                given.given(INPUT_WARP).orElse(base.inputWarp()),
                given.given(ADDITIVE).orElse(base.additive()),
                given.given(TREND).orElse(base.trend()),
                given.given(RIDGES).orElse(base.ridges()),
                given.given(ALIGNMENT).orElse(base.alignment()),
                given.given(PRIORS).orElse(base.priors()),
                given.given(CATEGORIES).map("ordinal"::equals).orElse(base.categoriesHaveOrder()),
                choice(given, ACQUISITION, base.acquisition()),
                given.get(EXPLORATION),
                given.given(BOUND_EVERY).orElse(base.boundEvery()),
                SearchOptions.search(given, base.search()),
                given.given(TRUST_REGION).orElse(base.trustRegion()),
                given.given(FALLBACK).orElse(base.fallback()),
                given.given(INTERLEAVE).orElse(base.interleave()),
                given.given(REFINE).orElse(base.refine()),
                choice(given, PENDING, base.pending()),
                choice(given, OUT_OF_RANGE, base.outOfRange()),
                given.given(CENSORED).orElse(base.censored()),
                given.get(PER_SECOND),
                seeds(given));
    }

    /** Returns the settings of the profile that is given. */
    static EngineSettings base(Settings given) {
        String profile = given.get(PROFILE);
        return EngineSettings.of(
                profile.equals(PUBLISHED) ? Profile.GPTUNE : constant(Profile.class, profile));
    }

    /**
     * Returns which of the options that were given have no effect on a request, in words, without
     * those that have none beside the others, as their need says.
     *
     * @param options of the tuner
     */
    public static List<String> remarks(TuningRequest request, List<Option<?>> options) {
        TuningProblem problem = request.problem();
        int objectives = problem.optimized().size();
        var missing = new HashMap<String, String>(); // by the option that needs it
        if (objectives > 1) {
            Stream.of(
                            ACQUISITION,
                            EXPLORATION,
                            BOUND_EVERY,
                            TRUST_REGION,
                            INTERLEAVE,
                            REFINE,
                            CENSORED)
                    .forEach(o ->
                            missing.put(
                                    o.name(),
                                    "with %d objectives, which are improved together by their expected hypervolume"
                                            .formatted(objectives)));
        }
        if (problem.fidelity().isPresent()) {
            Stream.of(REACH, CENSORED).forEach(o -> missing.put(o.name(), "with a fidelity"));
        }
        whyNotCenterFirst(request).ifPresent(why -> missing.put(CENTER_FIRST.name(), why));
        if (problem.parameterSpace().defaultPoint().isEmpty()) {
            missing.put(REACH.name(), "here: it needs a default of every parameter");
        }
        if (problem.parameterSpace().parameters().stream()
                .noneMatch(p -> p instanceof Parameter.Categorical)) {
            missing.put(CATEGORIES.name(), "here: it needs a categorical parameter");
        }
        if (problem.objectives().stream().noneMatch(Objective::isRanged)) {
            missing.put(OUT_OF_RANGE.name(), "here: it needs an output with a range");
        }
        return withoutEffect(request.settings(), options, missing);
    }

    /**
     * Returns in words which of the options that were given have no effect, without those that have
     * none beside the others.
     *
     * @param options of the tuner
     * @param why by the name of an option
     */
    public static List<String> withoutEffect(
            Settings given, List<Option<?>> options, Map<String, String> why) {
        return options.stream()
                .filter(o -> why.containsKey(o.name()) && given.given(o).isPresent())
                .filter(o -> o.need().stream().allMatch(n -> n.met().test(given)))
                .map(o -> "Option '%s' has no effect %s.".formatted(o.name(), why.get(o.name())))
                .toList();
    }

    private static SurrogateSettings surrogate(Settings given, SurrogateSettings base) {
        return new SurrogateSettings(
                choice(given, KERNEL, base.kernel()),
                given.given(OUTPUT_WARP).map(EngineOptions::shapes).orElse(base.shapes()),
                given.given(STARTS).orElse(base.starts()),
                given.get(ITERATIONS),
                given.given(CALIBRATE).orElse(base.calibrated()));
    }

    /**
     * Returns the request by which users are told of outputs: with the likeliest warp, unless a
     * warp or a profile was given. Yeo and Johnson's makes the outputs of the trials normal, and
     * most trials are near the optimum: there it has its digits, which proposals need, and what is
     * far above is pressed together. Predictions anywhere are better without it where the outputs
     * are likelier so. And without ridges, unless their number was given: a parameter that does
     * nothing would seem to matter a little.
     */
    public static TuningRequest told(TuningRequest request) {
        Settings settings = request.settings();
        boolean chosen =
                settings.given(OUTPUT_WARP).isPresent()
                        || !settings.get(PROFILE_OR_PUBLISHED)
                                .equals(PROFILE_OR_PUBLISHED.defaultValue());
        Settings warped = chosen ? settings : settings.with(OUTPUT_WARP, LIKELIEST);
        return request.with(settings.given(RIDGES).isPresent() ? warped : warped.with(RIDGES, 0));
    }

    private static List<OutputWarp.Shape> shapes(String word) {
        if (word.equals(LIKELIEST)) {
            return List.of(OutputWarp.Shape.YEO_JOHNSON, OutputWarp.Shape.IDENTITY);
        }
        return List.of(
                word.equals("none")
                        ? OutputWarp.Shape.IDENTITY
                        : constant(OutputWarp.Shape.class, word));
    }

    private static boolean usesBound(Settings given) {
        EngineSettings read = read(given);
        return read.acquisition() == AcquisitionRule.LCB || read.boundEvery() > 0;
    }

    private static Map<SeedUse, Seed> seeds(Settings given) {
        var seeds = new EnumMap<SeedUse, Seed>(SeedUse.class);
        SEEDS.forEach((use, option) -> {
            String text = given.get(option);
            if (!text.equals("study")) {
                seeds.put(use, new Seed(Long.parseLong(text)));
            }
        });
        return seeds;
    }

    private static Option<String> seed(String name, String meaning) {
        return new Option<>(
                name,
                "study",
                "study, or an integer",
                meaning + "; study derives it from the study's seed",
                text -> {
                    String word = text.strip();
                    return word.equals("study") ? word : Long.toString(Long.parseLong(word));
                });
    }

    private static <E extends Enum<E>> E choice(Settings given, Option<String> option, E base) {
        return given.given(option).map(w -> constant(base.getDeclaringClass(), w)).orElse(base);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
