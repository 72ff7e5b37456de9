package org.attune.bayesopt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.acquisition.LogExpectedImprovement;
import org.attune.bayesopt.acquisition.LogMean;
import org.attune.bayesopt.acquisition.LogProduct;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedProcess;

/**
 * Proposes configurations of one task by Bayesian optimisation: an initial design, then the maximiser of the expected
 * improvement of a Gaussian process surrogate.
 *
 * <p>Everything is a function of the task's trials and the seed; only the fitter's cache lives on between calls.
 */
public final class SingleTaskProposer {
    private static final int INCUMBENTS = 4; // whose neighbourhoods are searched

    private final TuningProblem problem;
    private final Point task;
    private final int initial;
    private final Seed seed;
    private final LinearAlgebra algebra;
    private final Axes axes;
    private final Region region;
    private final InitialDesign design;
    private final SurrogateSettings settings;
    private final SurrogateFitter fitter;
    private final SurrogateFitter feasibilityFitter;
    private final Search search = new MixedSearch();

    /**
     * What to evaluate next.
     *
     * @param suggestion the configuration
     * @param effort that it took
     */
    public record Proposed(Suggestion suggestion, Effort effort) {}

    /**
     * Makes a proposer.
     *
     * @param initial number of trials of the task, of whatever origin, before the model proposes
     * @param seed of this task's randomness
     */
    public SingleTaskProposer(TuningProblem problem, Point task, int initial, Seed seed) {
        this.problem = problem;
        this.task = task;
        this.initial = initial;
        this.seed = seed;
        this.algebra = LinearAlgebra.best();
        this.axes = new Axes(problem.parameterSpace(), false);
        this.region = new Region(problem, task, axes);
        this.design = new InitialDesign(region, seed);
        this.settings = SurrogateSettings.standard();
        this.fitter = fitter(settings, "surrogate");
        this.feasibilityFitter = fitter(SurrogateSettings.labels(), "feasibility");
    }

    private SurrogateFitter fitter(SurrogateSettings how, String label) {
        return new SurrogateFitter(
                algebra,
                axes,
                how,
                new Priors(axes),
                seed.child(label, 0));
    }

    /**
     * Proposes the next configuration.
     *
     * @param trials of the task by number, pending and failed ones included
     * @param finished those that have ended, in the order of their outcomes
     * @return empty where every admissible configuration has been proposed
     * @throws IllegalStateException if no admissible configuration can be found
     */
    public Optional<Proposed> propose(List<Trial> trials, List<Trial> finished) {
        Set<Point> known = new HashSet<>();
        trials.forEach(t -> known.add(t.configuration()));
        if (isExhausted(known)) {
            return Optional.empty();
        }
        Dataset data = data(finished);
        if (trials.size() < initial || data.size() < 2) {
            return Optional.of(fromDesign(trials, known, Origin.Phase.INITIAL));
        }
        long start = System.nanoTime();
        Optional<WarpedProcess> model = fitter.fit(data);
        List<AcquisitionFunction> improvements = new ArrayList<>();
        if (model.isPresent()) {
            double doubt = doubt(data);
            List<double[]> pending = pending(trials);
            var processes = new ArrayList<WarpedProcess>(List.of(model.get()));
            processes.addAll(fitter.draws(model.get(), org.attune.bayesopt.surrogate.Knobs.i("draws", 0)));
            for (WarpedProcess process : processes) {
                process.believing(algebra, axes, settings.kernel(), pending, doubt)
                        .ifPresent(
                                p ->
                                        improvements.add(
                                                new LogExpectedImprovement(
                                                        p, process.incumbent())));
            }
        }
        long fitted = System.nanoTime();
        if (improvements.isEmpty()) {
            return Optional.of(fromDesign(trials, known, Origin.Phase.SEARCH));
        }
        AcquisitionFunction improvement =
                improvements.size() == 1 ? improvements.getFirst() : new LogMean(improvements);
        AcquisitionFunction acquisition =
                feasibility(finished)
                        .<AcquisitionFunction>map(f -> new LogProduct(improvement, f))
                        .orElse(improvement);
        Optional<Search.Found> found =
                search.maximize(
                        acquisition,
                        region,
                        incumbents(data),
                        x -> !known.contains(region.decode(x)),
                        seed.generator("search", trials.size()));
        Effort effort = new Effort((fitted - start) * 1e-9, (System.nanoTime() - fitted) * 1e-9);
        return Optional.of(
                found.map(f -> suggested(f, effort))
                        .orElseGet(() -> fromDesign(trials, known, Origin.Phase.SEARCH)));
    }

    /** Returns the probability of not failing, once a run has failed for a reason that lies in its configuration. */
    private Optional<Feasibility> feasibility(List<Trial> finished) {
        var x = new ArrayList<double[]>();
        var label = new ArrayList<Double>();
        boolean failed = false;
        for (Trial trial : finished) {
            switch (trial.outcome()) {
                case Outcome.Failed f when f.cause() == FailureCause.CANCELLED -> {}
                case Outcome.Failed f -> {
                    x.add(region.encode(trial.configuration()));
                    label.add(1.0);
                    failed = true;
                }
                default -> {
                    x.add(region.encode(trial.configuration()));
                    label.add(0.0);
                }
            }
        }
        if (!failed) {
            return Optional.empty();
        }
        double[] labels = label.stream().mapToDouble(Double::doubleValue).toArray();
        return feasibilityFitter
                .fit(new Dataset(x.toArray(new double[0][]), labels))
                .map(
                        w ->
                                new Feasibility(
                                        w,
                                        w.warp().forward(0.5),
                                        w.process().hyperparameters().noiseVariance()));
    }

    private double doubt(Dataset data) {
        int n = data.size();
        double[] sorted = Arrays.copyOf(data.y(), Math.min(n, 10));
        Arrays.sort(sorted);
        double spread = sorted[sorted.length / 2] - data.smallest();
        double tol = org.attune.bayesopt.surrogate.Knobs.d("gain", 0.01) * spread;
        int since = 0;
        double running = Double.POSITIVE_INFINITY;
        double mark = Double.POSITIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            since++;
            if (data.y()[i] < mark - tol) {
                mark = data.y()[i];
                since = 0;
            }
        }
        int patience = (int) org.attune.bayesopt.surrogate.Knobs.d("patience", 4);
        if (since < patience) {
            return 1;
        }
        String[] f = org.attune.bayesopt.surrogate.Knobs.s("doubt", "1").split(",");
        return Double.parseDouble(f[(since - patience) % f.length]);
    }

    /** Returns the surrogate that the next proposal would use, empty without measured trials. */
    public Optional<WarpedProcess> surrogate(List<Trial> finished) {
        return fitter.fit(data(finished));
    }

    private Proposed suggested(Search.Found found, Effort effort) {
        return new Proposed(
                new Suggestion(
                        region.candidate(found.x()),
                        new Origin(Origin.Phase.MODEL, "log-ei"),
                        found.value()),
                effort);
    }

    private Proposed fromDesign(List<Trial> trials, Set<Point> known, Origin.Phase phase) {
        double[] x = design.next(trials.size(), known);
        Candidate candidate = region.candidate(x);
        return new Proposed(
                new Suggestion(candidate, new Origin(phase, "sobol")), Effort.NONE);
    }

    private boolean isExhausted(Set<Point> known) {
        return region.size() <= Math.min(1e6, 50.0 * known.size() + 1000)
                && Enumeration.of(region).stream().allMatch(x -> known.contains(region.decode(x)));
    }

    private Dataset data(List<Trial> finished) {
        Objective objective = problem.optimized().getFirst();
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        for (Trial trial : finished) {
            OptionalDouble value = problem.value(trial, objective.name());
            if (value.isPresent()) {
                x.add(region.encode(trial.configuration()));
                y.add(objective.goal().sign() * value.getAsDouble());
            }
        }
        return new Dataset(
                x.toArray(new double[0][]), y.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private List<double[]> pending(List<Trial> trials) {
        return trials.stream()
                .filter(Trial::isPending)
                .map(t -> region.encode(t.configuration()))
                .toList();
    }

    private static List<double[]> incumbents(Dataset data) {
        Integer[] order = new Integer[data.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> data.y()[i]));
        return Arrays.stream(order).limit(INCUMBENTS).map(i -> data.x()[i]).toList();
    }
}
