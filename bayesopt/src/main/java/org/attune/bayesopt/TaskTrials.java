package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ObservationNoise;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The trials of one task as everybody sees them who has part in a proposal: encoded once. Rows are
 * finished trials, in the order of their outcomes. Immutable but for what it computes when asked;
 * not thread-safe.
 */
public final class TaskTrials {
    private final TuningProblem problem;
    private final EngineSettings settings;
    private final Region region;
    private final List<Trial> trials;
    private final List<Trial> finished;
    private final double[][] x; // of finished trials
    private final Set<Point> known;
    private final int budget;
    private final Map<String, double[]> values = new HashMap<>();
    private final Map<String, Dataset> measured = new HashMap<>();

    /**
     * Encodes the trials.
     *
     * @param settings what is made of trials with an output outside its range, and of those that
     *     were ended for their time
     * @param region of the task
     * @param trials of the task by number, pending and failed ones included
     * @param finished those that have ended, in the order of their outcomes
     * @param budget number of trials that the task will have in all
     */
    public TaskTrials(
            TuningProblem problem,
            EngineSettings settings,
            Region region,
            List<Trial> trials,
            List<Trial> finished,
            int budget) {
        this.problem = problem;
        this.settings = settings;
        this.region = region;
        this.trials = List.copyOf(trials);
        this.finished = List.copyOf(finished);
        this.x = finished.stream().map(this::encode).toArray(double[][]::new);
        this.budget = budget;
        this.known = trials.stream().map(Trial::configuration).collect(Collectors.toSet());
    }

    /** Returns the number of trials, pending ones included. */
    public int count() {
        return trials.size();
    }

    /** Returns the number of parameters. */
    int dimension() {
        return region.axes().dimension();
    }

    /** Returns whether there are finitely many configurations. */
    boolean isFinite() {
        return Double.isFinite(region.size());
    }

    /** Returns the number of trials that the task will have in all. */
    public int budget() {
        return budget;
    }

    /** Returns the trials that have ended. */
    public List<Trial> finished() {
        return finished;
    }

    /** Returns the configurations that have been proposed. */
    public Set<Point> known() {
        return known;
    }

    /** Returns the canonical coordinates of a row. */
    public double[] x(int row) {
        return x[row];
    }

    /**
     * Returns what counts as the value of an output in each row, oriented so that smaller is
     * better; NaN where a trial teaches nothing of it.
     */
    public double[] values(Objective output) {
        return values.computeIfAbsent(output.name(), n -> valued(output)).clone();
    }

    private double[] valued(Objective output) {
        int sign = output.goal().sign();
        double[] values = new double[finished.size()];
        Arrays.setAll(
                values,
                i -> sign * problem.value(finished.get(i), output.name()).orElse(Double.NaN));
        if (settings.censored() && isCensorable(output)) {
            double[] censored = CensoredRuns.values(finished, values);
            for (int i = 0; i < values.length; i++) {
                values[i] = Double.isNaN(values[i]) ? censored[i] : values[i];
            }
        }
        if (settings.outOfRange() != OutOfRange.PROBABILITY) {
            double large = settings.outOfRange() == OutOfRange.IGNORE ? Double.NaN : large(values);
            for (int i = 0; i < values.length; i++) {
                values[i] = Double.isNaN(values[i]) || isUsable(i) ? values[i] : large;
            }
        }
        return values;
    }

    private boolean isCensorable(Objective output) {
        return problem.fidelity().isEmpty() && problem.optimized().equals(List.of(output));
    }

    /** Returns a value as far above the largest one as the smallest one is below it, or nearly. */
    private static double large(double[] measured) {
        var s = Arrays.stream(measured).filter(v -> !Double.isNaN(v)).summaryStatistics();
        double extent = s.getMax() - s.getMin();
        return Math.min(s.getMax() + (extent > 0 ? extent : 1), Double.MAX_VALUE);
    }

    /** Returns the noise of the value of a row; nothing is known of one that stands in. */
    public ObservationNoise noise(Objective output, int row) {
        return hasFailed(row) || settings.outOfRange() != OutOfRange.PROBABILITY && !isUsable(row)
                ? ObservationNoise.PLAIN
                : ObservationNoise.of(problem.noise(finished.get(row), output.name()));
    }

    /** Returns the rows that have a value of an output. */
    public Dataset measured(Objective output) {
        return measured.computeIfAbsent(output.name(), n -> dataset(output, i -> true));
    }

    /** Returns those of {@link #measured} whose outputs are all in range. */
    public Dataset measuredInRange(Objective output) {
        return dataset(output, this::isUsable);
    }

    private Dataset dataset(Objective output, IntPredicate counts) {
        double[] y = values(output);
        int[] rows = rows(i -> !Double.isNaN(y[i]) && counts.test(i));
        Dataset plain = dataset(rows, i -> y[i]);
        return new Dataset(
                plain.x(),
                plain.y(),
                Arrays.stream(rows)
                        .mapToObj(i -> noise(output, i))
                        .toArray(ObservationNoise[]::new));
    }

    private boolean isUsable(int row) {
        return problem.isInRange(finished.get(row));
    }

    /** Returns the trials whose outputs are all there and in range. */
    public List<Trial> usable() {
        return finished.stream().filter(problem::isInRange).toList();
    }

    /** Returns the place of the default, whoever proposed it, if it is usable or pending. */
    Optional<double[]> usableDefault() {
        Optional<Point> start = problem.parameterSpace().defaultPoint();
        return trials.stream()
                .filter(t -> start.equals(Optional.of(t.configuration())))
                .filter(t -> t.isPending() || problem.isInRange(t))
                .findFirst()
                .map(this::encode);
    }

    /** Returns the coordinates of {@link #usable}. */
    public List<double[]> usablePlaces() {
        return places(this::isUsable);
    }

    /**
     * Returns labels, 1 for a run that failed for a reason that may lie in its configuration and 0
     * for one that gave values; empty as long as none has failed.
     */
    public Dataset failures() {
        return failures(row -> true);
    }

    /** Returns the configurations of failed runs that have a value of an output all the same. */
    public Set<Point> censored(Objective output) {
        double[] y = values(output);
        return Arrays.stream(rows(i -> hasFailed(i) && !Double.isNaN(y[i])))
                .mapToObj(i -> finished.get(i).configuration())
                .collect(Collectors.toSet());
    }

    /** Returns those of {@link #failures} that have no value either, and all successes. */
    Dataset failuresToAvoid() {
        double[] y = values(problem.optimized().getFirst());
        return failures(row -> !hasFailed(row) || Double.isNaN(y[row]));
    }

    private Dataset failures(IntPredicate counts) {
        int[] rows = rows(i -> isInformative(i) && counts.test(i));
        return IntStream.of(rows).anyMatch(this::hasFailed)
                ? dataset(rows, i -> hasFailed(i) ? 1 : 0)
                : dataset(new int[0], i -> 0);
    }

    /** Returns the logarithms of the seconds that runs took, failed ones as well. */
    public Dataset logSeconds() {
        int[] rows = rows(i -> isInformative(i) && seconds(i) > 0);
        return dataset(rows, i -> Math.log(seconds(i)));
    }

    /** Returns the trials by number, pending and failed ones included. */
    public List<Trial> trials() {
        return trials;
    }

    /** Returns the canonical coordinates of a trial. */
    public double[] encode(Trial trial) {
        return region.encode(trial.configuration());
    }

    /** Returns the coordinates of pending trials. */
    public List<double[]> pending() {
        return places(trials.stream().filter(Trial::isPending).toList());
    }

    /** Returns the canonical coordinates of trials of this task. */
    List<double[]> places(List<Trial> some) {
        return some.stream().map(this::encode).toList();
    }

    private boolean hasFailed(int row) {
        return finished.get(row).outcome() instanceof Outcome.Failed;
    }

    /** Returns whether the outcome says something of the configuration. */
    private boolean isInformative(int row) {
        return !(finished.get(row).outcome() instanceof Outcome.Failed f)
                || f.cause().isInformative();
    }

    private double seconds(int row) {
        return finished.get(row).outcome().elapsed();
    }

    private List<double[]> places(IntPredicate counts) {
        return Arrays.stream(rows(counts)).mapToObj(i -> x[i]).toList();
    }

    private int[] rows(IntPredicate counts) {
        return IntStream.range(0, x.length).filter(counts).toArray();
    }

    private Dataset dataset(int[] rows, IntToDoubleFunction y) {
        return new Dataset(
                Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new),
                Arrays.stream(rows).mapToDouble(y).toArray());
    }
}
