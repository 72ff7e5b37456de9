package org.attune.hybrid;

import org.attune.api.Option;
import org.attune.api.Settings;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.gplcm.GpLcmTuner;
import org.attune.hybrid.Descent.RollOut;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of {@code hybrid}: those of {@code gp-lcm}, and of the tree. With {@code
 * profile=published} their defaults are those of GPTuneHybrid.
 *
 * @param byImportance whether levels are ordered by importance
 * @param rank whether rewards are ranks
 * @param descent to a leaf
 * @param turns of the tree
 * @param samples of a leaf
 * @param criterion by which a kernel is chosen; empty for the kernel of the default tuner
 * @param ball whether every other search is confined to a Hamming ball
 * @param usualKernel whether no option says what the kernel is
 */
record HybridOptions(
        boolean byImportance,
        boolean rank,
        Descent descent,
        Turns turns,
        int samples,
        Optional<Criterion> criterion,
        boolean ball,
        boolean usualKernel) {
    private static final Option<String> LEVELS =
            Option.choice(
                    "levels",
                    List.of("categorical", "discrete"),
                    "parameters that the tree branches over: categories, or also ordinals and"
                            + " integers of few values");
    private static final Option<Integer> WIDEST =
            Option.integer(
                            "widest",
                            16,
                            2,
                            10_000,
                            "values of an ordinal or integer that is a level")
                    .when(LEVELS, "discrete");
    private static final Option<Boolean> IMPORTANCE =
            Option.flag(
                    "importance",
                    true,
                    "order levels by what they tell of the rewards, anew at 8, 16, 32, ... trials;"
                            + " published: false");
    private static final Option<String> REWARDS =
            Option.choice(
                    "rewards",
                    List.of("rank", "value"),
                    "of a trial: by its rank, or linear in the objective; published: value");
    private static final Option<String> POLICY =
            Option.choice(
                    "policy",
                    List.of("thompson", "ucts", "ucts-var", "exp3", "multinomial"),
                    "how a branch of the tree is chosen; published: ucts");
    private static final Option<String> ROLL_OUT =
            Option.choice(
                    "roll-out",
                    List.of("search", "incumbent", "heuristic", "random"),
                    "values below the branches that have been tried: left to the acquisition"
                            + " function, of the best trial, the best mean of each value, any;"
                            + " published: heuristic");
    private static final Option<Double> EXPLORATION =
            Option.real(
                    "exploration-probability", 0.1, 0, 1, "of any branch in place of the chosen");
    private static final Option<Double> TREE_WEIGHT =
            Option.real(
                    "tree-exploration",
                    0.3,
                    0,
                    100,
                    "weight of what is unknown of a branch beside its rewards; published: 1");
    private static final Option<String> CREDIT =
            Option.choice(
                    "credit",
                    List.of("best", "mean"),
                    "the rewards by which a branch is judged; published: mean");
    private static final Option<Integer> DEPTH =
            Option.integer(
                    "depth",
                    1,
                    0,
                    10_000,
                    "levels that the tree decides about at most, the others being left to the"
                            + " acquisition function; 0 for all; published: 0");
    private static final Option<Integer> TREE_EVERY =
            Option.integer(
                    "tree-every",
                    2,
                    0,
                    1000,
                    "of so many proposals in a row one is in a leaf of the tree; 1: all, 0: none,"
                            + " as where all parameters are levels, unless given; published: 1");
    private static final Option<Integer> TREE_WHICH =
            Option.integer(
                    "tree-which",
                    1,
                    0,
                    1000,
                    "which of them; odd turns are those that are not for the surroundings of the"
                            + " best trial");
    private static final Option<Integer> LEAF =
            Option.integer(
                    "n-find-leaf", 1, 1, 1000, "trials in a leaf, one proposal after the other");

    private static final Option<String> SELECTION =
            Option.choice(
                            "selection-criterion",
                            List.of("custom", "loglik", "aic", "bic", "hqc", "loo"),
                            "by which profile=published chooses one of seven kernels at each"
                                    + " proposal")
                    .when(EngineOptions.PROFILE_OR_PUBLISHED, "published");
    private static final Option<String> LOCAL =
            Option.choice(
                            "local",
                            List.of("ball", "box"),
                            "what every other proposal is confined to: configurations that differ"
                                    + " from the best one in few levels, or gp-lcm's box; a ball"
                                    + " needs a space of levels alone")
                    .when(EngineOptions.PROFILE_OR_PUBLISHED, "standard", "gptune");

    /** Options of the engine's kernel; where one is given, that kernel is used. */
    private static final Set<String> KERNEL =
            Set.of("kernel", "additive", "trend", "categories", "priors");

    /** Options of the engine's searches that have a population. */
    private static final Set<String> SWARM = Set.of("particles", "generations");

    /** What {@code profile=published} sets of the engine, unless it is given. */
    private static final Map<String, String> PUBLISHED =
            Map.of("design", "random", "search", "mixed", "sharing", "none");

    static List<Option<?>> all() {
        var options = new ArrayList<>(GpLcmTuner.allOptions());
        options.replaceAll(o ->
                o.name().equals(EngineOptions.PROFILE_OR_PUBLISHED.name())
                        ? EngineOptions.PROFILE_OR_PUBLISHED
                        : SWARM.contains(o.name()) ? ofSwarm(o) : o);
        options.addAll(
                List.of(
                        LEVELS,
                        WIDEST,
                        IMPORTANCE,
                        REWARDS,
                        ofTree(POLICY),
                        ofTree(ROLL_OUT),
                        ofTree(EXPLORATION),
                        ofTree(TREE_WEIGHT),
                        ofTree(CREDIT),
                        ofTree(DEPTH),
                        TREE_EVERY,
                        TREE_WHICH.when("tree-every above 1", s -> treeEvery(s) > 1),
                        ofTree(LEAF),
                        SELECTION,
                        LOCAL));
        return List.copyOf(options);
    }

    /** Returns an option as one that has no effect where no proposal is the tree's. */
    private static <T> Option<T> ofTree(Option<T> option) {
        return option.when("tree-every above 0", s -> treeEvery(s) > 0);
    }

    /** Returns an option of searches that move a swarm; {@link #PUBLISHED} has none by default. */
    private static <T> Option<T> ofSwarm(Option<T> option) {
        Option.Need need = option.need().orElseThrow();
        return option.when(
                need.words(),
                s ->
                        need.met().test(s)
                                && (!isPublished(s) || s.given(engine("search")).isPresent()));
    }

    private static Option<?> engine(String name) {
        return GpLcmTuner.allOptions().stream()
                .filter(o -> o.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns how often it is the tree's turn, where some parameters are no levels. */
    private static int treeEvery(Settings settings) {
        return settings.given(TREE_EVERY)
                .orElse(isPublished(settings) ? 1 : settings.get(TREE_EVERY));
    }

    static boolean isPublished(Settings settings) {
        return settings.get(EngineOptions.PROFILE_OR_PUBLISHED).equals("published");
    }

    /**
     * Returns the request as the default tuner understands it. Without levels it is the same; of
     * levels alone the kernel has no sum over them, and no trial goes far from all others where
     * little is promised.
     */
    static TuningRequest translated(TuningRequest request) {
        var given = new HashMap<String, String>();
        List<Option<?>> options = GpLcmTuner.allOptions();
        for (Option<?> option : options) {
            request.settings()
                    .given(option)
                    .ifPresent(value -> given.put(option.name(), String.valueOf(value)));
        }
        if (isPublished(request.settings())) {
            given.put(EngineOptions.PROFILE_OR_PUBLISHED.name(), "gptune");
            given.put("categories", "ordinal"); // the neural network's kernel needs an order
            PUBLISHED.forEach(given::putIfAbsent);
        } else if (ofLevelsAlone(request)) {
            given.putIfAbsent("interleave", "false");
            given.putIfAbsent("additive", "false");
        }
        return new TuningRequest(
                request.problem(),
                request.tasks(),
                Settings.of("hybrid", options, given),
                request.seed(),
                request.features());
    }

    private static boolean ofLevelsAlone(TuningRequest request) {
        int levels = levels(request).size();
        return levels > 0 && levels == request.problem().parameterSpace().dimension();
    }

    /** Returns the parameters that the tree branches over. */
    static List<Level> levels(TuningRequest request) {
        return Level.of(
                request.problem().parameterSpace(),
                constant(Level.Kinds.class, request.settings().get(LEVELS)),
                request.settings().get(WIDEST));
    }

    /** Returns the options of a request. */
    static HybridOptions read(TuningRequest request) {
        Settings settings = request.settings();
        boolean published = isPublished(settings);
        int every =
                ofLevelsAlone(request) && !published && settings.given(TREE_EVERY).isEmpty()
                        ? 0
                        : treeEvery(settings);
        return new HybridOptions(
                settings.given(IMPORTANCE).orElse(!published),
                settings.given(REWARDS).orElse(published ? "value" : "rank").equals("rank"),
                new Descent(
                        constant(
                                Policy.class,
                                settings.given(POLICY)
                                        .orElse(published ? "ucts" : settings.get(POLICY))),
                        constant(
                                RollOut.class,
                                settings.given(ROLL_OUT)
                                        .orElse(published ? "heuristic" : settings.get(ROLL_OUT))),
                        settings.get(EXPLORATION),
                        settings.given(TREE_WEIGHT)
                                .orElse(published ? 1.0 : settings.get(TREE_WEIGHT)),
                        settings.given(CREDIT)
                                .orElse(published ? "mean" : settings.get(CREDIT))
                                .equals("best"),
                        depth(settings.given(DEPTH).orElse(published ? 0 : settings.get(DEPTH)))),
                new Turns(every, settings.get(TREE_WHICH)),
                settings.get(LEAF),
                published
                        ? Optional.of(constant(Criterion.class, settings.get(SELECTION)))
                        : Optional.empty(),
                !published && settings.get(LOCAL).equals("ball"),
                isUsual(settings));
    }

    /** Returns whether the engine's kernel is left as it is by default. */
    private static boolean isUsual(Settings settings) {
        return settings.get(EngineOptions.PROFILE_OR_PUBLISHED).equals("standard")
                && GpLcmTuner.allOptions().stream()
                        .filter(o -> KERNEL.contains(o.name()))
                        .allMatch(o -> settings.given(o).isEmpty());
    }

    private static int depth(int given) {
        return given == 0 ? Integer.MAX_VALUE : given;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
