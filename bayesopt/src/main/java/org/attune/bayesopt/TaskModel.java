package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.api.HeldOutRun;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Predictor;
import org.attune.api.Seed;
import org.attune.api.Trust;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.LowerConfidenceBound;
import org.attune.bayesopt.acquisition.MixtureQuantile;
import org.attune.bayesopt.numerics.SampleStatistics;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.FailureProbability;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.Mixture;
import org.attune.bayesopt.surrogate.NormalMixture;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The surrogate of one output of a task that the next proposal would use, as users see it. */
public final class TaskModel {
    private static final int INCUMBENTS = 4;
    private static final double TOLD = 0.02; // variance of alignment, that of all outputs being 1
    private static final double RISKIER = 0.25; // probability of failing, by alignment
    private static final double LIKELY = 0.75; // that the best place is no worse than it looks

    private final TuningProblem problem;
    private final Objective objective;
    private final Point task;
    private final Seed seed;
    private final TaskSurrogates surrogates;
    private final Surrogate surrogate;
    private final Region region;
    private final Set<Point> censored;
    private final Optional<? extends FailureProbability> failures;
    private Optional<NormalMixture> marginal = Optional.empty();
    private Optional<Trust> trust = Optional.empty();
    private Optional<Optional<HeldOutRuns>> heldOut = Optional.empty();

    private TaskModel(
            TuningProblem problem,
            Objective objective,
            Point task,
            Seed seed,
            TaskSurrogates surrogates,
            Surrogate surrogate,
            Region region,
            Set<Point> censored,
            Optional<? extends FailureProbability> failures) {
        this.problem = problem;
        this.objective = objective;
        this.task = task;
        this.seed = seed;
        this.surrogates = surrogates;
        this.surrogate = surrogate;
        this.region = region;
        this.censored = censored;
        this.failures = failures;
    }

    /**
     * Fits the model.
     *
     * @param objective whose model it is
     * @param seed of this task's randomness
     * @param region of the task
     * @param censored configurations whose runs were ended before they had a value: none of them is
     *     among the held-out runs
     * @param failures how probable they are, once a run has failed
     * @param surrogates of the task
     * @return empty where nothing has been measured
     */
    public static Optional<TaskModel> fit(
            TuningProblem problem,
            Objective objective,
            Point task,
            Seed seed,
            Region region,
            Set<Point> censored,
            Optional<? extends FailureProbability> failures,
            TaskSurrogates surrogates) {
        return surrogates
                .all()
                .map(surrogate ->
                        new TaskModel(
                                problem,
                                objective,
                                task,
                                seed,
                                surrogates,
                                surrogate,
                                region,
                                censored,
                                failures));
    }

    /** Returns the surrogate of the objective, smaller being better. */
    public Surrogate surrogate() {
        return surrogate;
    }

    /** Returns the distribution of the objective at a canonical configuration. */
    Prediction predict(Point configuration) {
        return predict(region.encode(configuration));
    }

    /** Returns the log density of a measurement of a canonical configuration. */
    double logDensity(Point configuration, double value) {
        return surrogate.logDensity(region.encode(configuration), objective.goal().sign() * value);
    }

    private Prediction predict(double[] x) {
        if (marginal.isEmpty()) {
            marginal = Optional.of(surrogate.marginal(random("predict")));
        }
        return WarpedMixture.of(
                surrogate.warp(), marginal.get().at(x), objective.goal().sign(), floor());
    }

    /** Returns the surrogate for many points at once. */
    Predictor predictor() {
        return new SurrogatePredictor(surrogate, objective.goal().sign());
    }

    /** Returns 0 for outputs that are declared or have always been positive, else -∞. */
    private double floor() {
        int sign = objective.goal().sign();
        boolean positive = Arrays.stream(surrogate.data().y()).allMatch(y -> sign * y > 0);
        return positive || objective.lower() >= 0 ? 0 : Double.NEGATIVE_INFINITY;
    }

    /** Returns the probability of failing at a canonical configuration, once a run has failed. */
    OptionalDouble failureProbability(Point configuration) {
        double[] x = region.encode(configuration);
        return failures.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(failures.get().probability(x));
    }

    /** Returns how well held-out runs are predicted; computed once. */
    Trust trust() {
        if (trust.isEmpty()) {
            int sign = objective.goal().sign();
            int[] rows = measured();
            double[] y =
                    Arrays.stream(rows).mapToDouble(i -> sign * surrogate.data().y()[i]).toArray();
            trust =
                    Optional.of(
                            y.length == 0
                                    ? TrustWords.unseen()
                                    : runs().map(runs ->
                                                    TrustWords.of(
                                                            runs.only(rows),
                                                            y,
                                                            objective.unit(),
                                                            elsewhere()))
                                            .orElseGet(() -> TrustWords.tooFew(y.length)));
        }
        return trust.get();
    }

    /** Returns the held-out runs, in the order in which they ended; none where they are too few. */
    List<HeldOutRun> heldOut() {
        int sign = objective.goal().sign();
        double[][] x = surrogate.data().x();
        int[] rows = measured();
        return rows.length == 0
                ? List.of()
                : runs().map(runs ->
                                Arrays.stream(rows)
                                        .mapToObj(i ->
                                                runs.run(i, region.decode(x[i]), sign, floor()))
                                        .toList())
                        .orElse(List.of());
    }

    private int[] measured() {
        double[][] x = surrogate.data().x();
        return IntStream.range(0, x.length)
                .filter(i -> censored.isEmpty() || !censored.contains(region.decode(x[i])))
                .toArray();
    }

    /** Returns the runs, each predicted without it; computed once. */
    private Optional<HeldOutRuns> runs() {
        if (heldOut.isEmpty()) {
            heldOut = Optional.of(HeldOutRuns.of(surrogate, surrogates::without));
        }
        return heldOut.get();
    }

    /** Returns the median, over random configurations, of the relative 50 % interval's half. */
    private double elsewhere() {
        return SampleStatistics.median(
                LearnedRanges.randomPoints(region, random("elsewhere")).stream()
                        .mapToDouble(x -> {
                            double[] moments = new double[2];
                            surrogate.predict(x, moments);
                            double half = 0.6744897501960817 * Math.sqrt(moments[1]);
                            return halfWidth(moments[0], half)
                                    / Math.abs(surrogate.warp().output(moments[0]));
                        })
                        .toArray());
    }

    /** Returns the variances of all parts of a kernel. */
    private static double variance(Hyperparameters kernel) {
        double all = kernel.signalVariance();
        for (Hyperparameters.Ridge ridge : kernel.ridges()) {
            all += ridge.variance();
        }
        for (double ofAxis : kernel.alignment().values()) {
            all += ofAxis;
        }
        return all;
    }

    /** Returns what the best configuration with other divisors would do, where that matters. */
    private List<ModelView.Alignment> alignments(double[] best) {
        Alignment alignment =
                isAligned() ? Alignment.of(region.axes()) : Alignment.none(region.axes());
        var all = new ArrayList<ModelView.Alignment>();
        for (int d : alignment.axes()) {
            List<double[]> places =
                    IntStream.rangeClosed(0, alignment.highest(d))
                            .mapToObj(level -> {
                                double[] x = best.clone();
                                x[d] = alignment.nearest(d, best[d], level).orElse(best[d]);
                                return x;
                            })
                            .toList();
            if (isSlower(places) || failures.filter(f -> isRiskier(f, places)).isPresent()) {
                all.add(alignment(d, places));
            }
        }
        return all;
    }

    private boolean isAligned() {
        return surrogate.isAligned() || failures.filter(FailureProbability::isAligned).isPresent();
    }

    private ModelView.Alignment alignment(int axis, List<double[]> places) {
        Parameter parameter = problem.parameterSpace().axes().get(axis);
        var predicted = new LinkedHashMap<Long, Double>();
        var failing = new LinkedHashMap<Long, Double>();
        for (double[] x : places) {
            long value = (Long) parameter.decode(x[axis]);
            predicted.put(value, predict(x).median());
            failures.ifPresent(f -> failing.put(value, f.probability(x)));
        }
        return new ModelView.Alignment(parameter.name(), predicted, failing);
    }

    /** Returns whether outputs there differ, as two values of such a variance do. */
    private boolean isSlower(List<double[]> places) {
        double half = range(surrogate.means(places.toArray(double[][]::new))) / 2;
        return half * half >= TOLD;
    }

    private static boolean isRiskier(FailureProbability failures, List<double[]> places) {
        return failures.isAligned()
                && range(places.stream().mapToDouble(failures::probability).toArray()) >= RISKIER;
    }

    private static double range(double[] values) {
        DoubleSummaryStatistics all = Arrays.stream(values).summaryStatistics();
        return all.getMax() - all.getMin();
    }

    private List<ModelView.Sum> sums(Hyperparameters kernel) {
        List<Parameter> axes = problem.parameterSpace().axes();
        double all = variance(kernel);
        var sums = new ArrayList<ModelView.Sum>();
        for (Hyperparameters.Ridge ridge : kernel.ridges()) {
            double[] u = ridge.weights();
            double largest =
                    Arrays.stream(u)
                            .boxed()
                            .max(Comparator.comparingDouble(Math::abs))
                            .orElseThrow();
            var weights = new LinkedHashMap<String, Double>();
            for (int d = 0; d < u.length; d++) {
                if (u[d] != 0) {
                    weights.put(axes.get(d).name(), u[d] / largest);
                }
            }
            sums.add(new ModelView.Sum(weights, ridge.variance() / all));
        }
        return sums;
    }

    /** Returns half the width, as outputs, of an interval on the scale of the surrogate. */
    private double halfWidth(double middle, double half) {
        OutputWarp warp = surrogate.warp();
        return warp.output(middle + half) / 2 - warp.output(middle - half) / 2;
    }

    /** Returns what the model has learned of the task; empty where no trial of it was measured. */
    Optional<ModelView> view() {
        if (surrogate.data().size() == 0) {
            return Optional.empty();
        }
        double[] z = surrogate.warped();
        double[] best = best();
        return Optional.of(
                new ModelView(
                        task,
                        trust(),
                        new LearnedRanges(problem, region, surrogate).all(),
                        halfWidth(SampleStatistics.median(z), Math.sqrt(surrogate.noiseVariance())),
                        surrogate.kernel().map(Hyperparameters::additiveShare).orElse(Double.NaN),
                        surrogate.kernel().map(this::sums).orElse(List.of()),
                        alignments(best),
                        surrogate.warp().shape().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        region.decode(best),
                        predict(best)));
    }

    /**
     * Returns the admissible point of least posterior mean, or upper quartile where there are
     * regimes, tried or not, of those that rather run than fail. What was tried is of the regime of
     * its runs.
     */
    private double[] best() {
        double[] y = surrogate.data().y();
        List<double[]> incumbents =
                IntStream.range(0, y.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> y[i]))
                        .limit(INCUMBENTS)
                        .map(i -> surrogate.data().x()[i])
                        .toList();
        AcquisitionFunction low =
                surrogate instanceof Mixture mixture
                        ? new MixtureQuantile(mixture, LIKELY)
                        : new LowerConfidenceBound(surrogate, 0, 0);
        ToDoubleFunction<double[]> known =
                surrogate instanceof Mixture mixture ? likely(mixture.knowingRuns()) : low::value;
        double[] tried =
                Arrays.stream(surrogate.data().x())
                        .max(Comparator.comparingDouble(known))
                        .orElseThrow();
        Region searched = isAligned() ? region.aligned() : region;
        return new MixedSearch()
                .maximize(low, searched, incumbents, this::isExpectedToRun, random("best"))
                .filter(f -> f.value() > known.applyAsDouble(tried))
                .map(Search.Found::x)
                .orElse(tried);
    }

    private static ToDoubleFunction<double[]> likely(NormalMixture posterior) {
        return x -> -NormalMixture.quantile(posterior.at(x), LIKELY);
    }

    private boolean isExpectedToRun(double[] x) {
        return failures.isEmpty() || failures.get().probability(x) < 0.5;
    }

    private Generator random(String use) {
        return seed.generator("view " + use, 0);
    }
}
