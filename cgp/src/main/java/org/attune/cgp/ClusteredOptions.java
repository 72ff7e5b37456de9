package org.attune.cgp;

import org.attune.api.Option;
import org.attune.api.Settings;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.regimes.BicMixture;
import org.attune.bayesopt.regimes.Candidates;
import org.attune.bayesopt.regimes.CutTree;
import org.attune.bayesopt.regimes.HyperparameterSampling;
import org.attune.bayesopt.regimes.NeighborBoundary;
import org.attune.bayesopt.regimes.OutputGaps;
import org.attune.bayesopt.regimes.RegimeSettings;
import org.attune.bayesopt.regimes.RegimeSettings.BoundaryKind;
import org.attune.bayesopt.regimes.RegimeSurrogate.Style;
import org.attune.bayesopt.regimes.RegimeUse;
import org.attune.bayesopt.regimes.VariationalMixture;
import org.attune.gplcm.GpLcmTuner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of {@code cgp}: those of {@code gp-lcm}, and of regimes. With {@code
 * profile=published} their defaults are those of GPTune's cGP.
 *
 * @param regimes how they are found and used
 * @param explorationRate how often what the acquisition function prefers is evaluated
 */
record ClusteredOptions(RegimeUse regimes, double explorationRate) {
    private static final Option<String> PROFILE =
            Option.choice(
                    "profile",
                    List.of("standard", "gptune", "published"),
                    "sets the defaults of the other options; those listed are of standard;"
                            + " published is cGP as in GPTune's guide");
    private static final Option<Boolean> NO_CLUSTER =
            Option.flag("no-cluster", false, "one regime, whatever is measured");
    private static final Option<String> CLUSTER_METHOD =
            Option.choice(
                    "cluster-method",
                    List.of("auto", "gaps", "tree", "bgm", "gmm", "kmeans", "dbscan"),
                    "how regimes are sought: among many partitions (auto), gaps between outputs"
                            + " alone, cuts along parameters, a variational or BIC Gaussian"
                            + " mixture, k-means, DBSCAN; published: bgm");
    private static final Option<Integer> N_COMPONENTS =
            Option.integer(
                            "n-components",
                            3,
                            2,
                            20,
                            "regimes at most, for bgm, gmm, kmeans; cuts of tree; widest gaps that"
                                    + " are compared")
                    .when(
                            "cluster-method=gaps, tree, bgm, gmm or kmeans",
                            s -> !List.of("auto", "dbscan").contains(clusterMethod(s)));
    private static final Option<String> CLASSIFIER =
            Option.choice(
                    "classifier",
                    List.of("limit", "process", "neighbors", "svm", "forest"),
                    "how boundaries are drawn: by Gaussian process classifiers that may be sharp"
                            + " lines and curves, by one that is not, nearest neighbours, a support"
                            + " vector machine, a random forest; published: neighbors");
    private static final Option<Integer> N_NEIGHBORS =
            Option.integer("n-neighbors", 3, 1, 1000, "that decide")
                    .when("classifier=neighbors", s -> classifier(s).equals("neighbors"));
    private static final Option<String> EXPERTS =
            Option.choice(
                    "experts",
                    List.of("own", "shared"),
                    "a process of each regime, or one whose regimes have lengthscales in common");
    private static final Option<Boolean> HARD_SWITCH =
            Option.flag(
                    "hard-switch",
                    false,
                    "the most probable regime of a configuration counts alone; published: true");
    private static final Option<Boolean> BY_SIZE =
            Option.flag(
                    "weigh-by-size",
                    false,
                    "an improvement in a regime counts by one over its number of trials;"
                            + " published: true");
    private static final Option<String> METHOD =
            Option.choice(
                    "method",
                    List.of("frequentist", "bayesian"),
                    "the most probable hyperparameters, or processes with draws from their"
                            + " posterior, mixed");
    private static final Option<Integer> N_BURNIN =
            Option.integer(
                            "n-burnin",
                            50,
                            0,
                            1_000_000,
                            "states that the chain forgets; published: 500")
                    .when(METHOD, "bayesian");
    private static final Option<Integer> N_MCMCSAMPLES =
            Option.integer(
                            "n-mcmcsamples",
                            100,
                            1,
                            1_000_000,
                            "states of the chain after these; published: 500")
                    .when(METHOD, "bayesian");
    private static final Option<Integer> N_INFERENCE =
            Option.integer(
                            "n-inference",
                            10,
                            1,
                            10_000,
                            "of these, evenly spread, as many processes predict; published: 20")
                    .when(METHOD, "bayesian");
    private static final Option<Double> EVIDENCE =
            Option.real(
                    "evidence",
                    RegimeSettings.standard().preference(),
                    -1e6,
                    1e6,
                    "nats by which regimes have to explain held-out trials better than one;"
                            + " published: -1e6, always");
    private static final Option<Integer> FEWEST =
            Option.integer(
                    "fewest",
                    0,
                    0,
                    10_000,
                    "trials of a regime, smaller ones belong to the largest; 0 is 1, and published"
                            + " 3 more than there are parameters");
    private static final Option<Integer> SEARCHED_FROM =
            Option.integer(
                    "searched-from",
                    RegimeUse.SEARCHED_FROM,
                    0,
                    1000,
                    "trials for each parameter in the best regime, from which on regimes have a"
                            + " part in proposals; published: 0");
    private static final Option<Boolean> DOUBT =
            Option.flag(
                    "doubt",
                    false,
                    "the search reckons with one over the trials and two that a configuration is in"
                            + " a regime that nothing there speaks for");
    private static final Option<Double> EXPLORATION_RATE =
            Option.real(
                    "exploration-rate",
                    1,
                    0,
                    1,
                    "how often the acquisition function is followed and not chance");

    private static final double CONCENTRATION = 1.0 / 3; // of the process; scikit-learn's default
    private static final int STARTS = 5;

    /** What {@code profile=published} sets of the engine, unless it is given. */
    private static final Map<String, String> PUBLISHED =
            Map.ofEntries(
                    Map.entry("profile", "gptune"),
                    Map.entry("design", "random"),
                    Map.entry("kernel", "matern32"),
                    Map.entry("output-warp", "none"),
                    Map.entry("sharing", "none"));

    static List<Option<?>> all() {
        var options = new ArrayList<Option<?>>();
        for (Option<?> option : GpLcmTuner.options()) {
            options.add(option.name().equals(PROFILE.name()) ? PROFILE : option);
        }
        options.addAll(
                List.of(
                        NO_CLUSTER,
                        ofRegimes(CLUSTER_METHOD),
                        ofRegimes(N_COMPONENTS),
                        ofRegimes(CLASSIFIER),
                        ofRegimes(N_NEIGHBORS),
                        ofRegimes(EXPERTS),
                        ofRegimes(HARD_SWITCH),
                        ofRegimes(BY_SIZE),
                        METHOD,
                        N_BURNIN,
                        N_MCMCSAMPLES,
                        N_INFERENCE,
                        ofRegimes(EVIDENCE),
                        ofRegimes(FEWEST),
                        ofRegimes(SEARCHED_FROM),
                        ofRegimes(DOUBT),
                        EXPLORATION_RATE));
        return List.copyOf(options);
    }

    /** Returns an option as one that has no effect where there is to be one regime. */
    private static <T> Option<T> ofRegimes(Option<T> option) {
        String words = option.need().map(n -> n.words() + ", and ").orElse("");
        return option.when(
                words + "no-cluster=false",
                s -> !s.get(NO_CLUSTER) && option.need().stream().allMatch(n -> n.met().test(s)));
    }

    /** Returns the request as {@code gp-lcm} understands it. */
    static TuningRequest translated(TuningRequest request) {
        var given = new HashMap<String, String>();
        List<Option<?>> options = GpLcmTuner.options();
        for (Option<?> option : options) {
            request.settings()
                    .given(option)
                    .ifPresent(value -> given.put(option.name(), String.valueOf(value)));
        }
        if (isPublished(request.settings())) {
            given.remove("profile");
            PUBLISHED.forEach(given::putIfAbsent);
        }
        return new TuningRequest(
                request.problem(),
                request.tasks(),
                Settings.of("cgp", options, given),
                request.seed(),
                request.features());
    }

    private static boolean isPublished(Settings settings) {
        return settings.get(PROFILE).equals("published");
    }

    static ClusteredOptions read(TuningRequest request) {
        Settings settings = request.settings();
        boolean published = isPublished(settings);
        int dimension = request.problem().parameterSpace().parameters().size();
        int fewest = settings.get(FEWEST);
        var regimes =
                new RegimeSettings(
                        candidates(clusterMethod(settings), settings.get(N_COMPONENTS)),
                        List.of(boundary(classifier(settings), settings.get(N_NEIGHBORS))),
                        settings.get(EXPERTS).equals("shared"),
                        new Style(
                                settings.given(HARD_SWITCH).orElse(published),
                                settings.given(BY_SIZE).orElse(published)),
                        settings.given(EVIDENCE).orElse(published ? -1e6 : settings.get(EVIDENCE)),
                        published ? 0 : RegimeSettings.standard().sweeps(),
                        fewest > 0 ? fewest : published ? dimension + 3 : 1,
                        published);
        return new ClusteredOptions(
                new RegimeUse(
                        settings.get(NO_CLUSTER) ? Optional.empty() : Optional.of(regimes),
                        sampling(settings, published),
                        settings.given(SEARCHED_FROM)
                                .orElse(published ? 0 : settings.get(SEARCHED_FROM)),
                        settings.get(DOUBT),
                        RegimeUse.standard().most()),
                settings.get(EXPLORATION_RATE));
    }

    private static String clusterMethod(Settings settings) {
        return settings.given(CLUSTER_METHOD).orElse(isPublished(settings) ? "bgm" : "auto");
    }

    private static String classifier(Settings settings) {
        return settings.given(CLASSIFIER).orElse(isPublished(settings) ? "neighbors" : "limit");
    }

    private static Optional<HyperparameterSampling> sampling(Settings settings, boolean published) {
        return settings.get(METHOD).equals("bayesian")
                ? Optional.of(
                        new HyperparameterSampling(
                                settings.given(N_BURNIN)
                                        .orElse(published ? 500 : settings.get(N_BURNIN)),
                                settings.given(N_MCMCSAMPLES)
                                        .orElse(published ? 500 : settings.get(N_MCMCSAMPLES)),
                                settings.given(N_INFERENCE)
                                        .orElse(published ? 20 : settings.get(N_INFERENCE))))
                : Optional.empty();
    }

    private static List<Candidates> candidates(String method, int components) {
        return switch (method) {
            case "gaps" -> List.of(new OutputGaps(components));
            case "tree" -> List.of(new CutTree(components));
            case "bgm" ->
                    List.of(
                            Candidates.clusters(
                                    VariationalMixture.clustering(
                                            components, CONCENTRATION, STARTS)));
            case "gmm" -> List.of(Candidates.clusters(BicMixture.clustering(components, STARTS)));
            case "kmeans" -> List.of(Candidates.clusters(new MeansClustering(components)));
            case "dbscan" -> List.of(Candidates.clusters(new DensityClustering()));
            default -> RegimeSettings.standard().candidates();
        };
    }

    private static BoundaryKind boundary(String classifier, int neighbors) {
        return switch (classifier) {
            case "neighbors" ->
                    (engine, seed) ->
                            RegimeSettings.doubted(
                                    NeighborBoundary.fitter(engine.axes(), neighbors));
            case "svm" ->
                    (engine, seed) ->
                            RegimeSettings.doubted(VectorBoundary.fitter(engine.axes(), seed));
            case "forest" ->
                    (engine, seed) ->
                            RegimeSettings.doubted(ForestBoundary.fitter(engine.axes(), seed));
            case "process" -> RegimeSettings.processBoundary();
            default -> RegimeSettings.limitBoundary();
        };
    }
}
