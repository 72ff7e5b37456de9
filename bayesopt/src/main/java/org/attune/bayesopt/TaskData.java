package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ObservationNoise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Turns the trials of one task into what surrogates are fitted to. */
final class TaskData {
    private TaskData() {}

    /**
     * Returns what counts as the value of an output in each of these trials of a task, oriented so
     * that smaller is better; empty where a trial teaches nothing.
     *
     * @param outOfRange what is made of trials with an output outside its range
     */
    static List<OptionalDouble> values(
            TuningProblem problem, Objective output, OutOfRange outOfRange, List<Trial> finished) {
        int sign = output.goal().sign();
        double[] measured = new double[finished.size()]; // NaN where nothing was
        Arrays.setAll(
                measured,
                i -> sign * problem.value(finished.get(i), output.name()).orElse(Double.NaN));
        if (outOfRange != OutOfRange.PROBABILITY) {
            double large = outOfRange == OutOfRange.IGNORE ? Double.NaN : large(measured);
            for (int i = 0; i < measured.length; i++) {
                boolean counts = Double.isNaN(measured[i]) || problem.isInRange(finished.get(i));
                measured[i] = counts ? measured[i] : large;
            }
        }
        return Arrays.stream(measured)
                .mapToObj(v -> Double.isNaN(v) ? OptionalDouble.empty() : OptionalDouble.of(v))
                .toList();
    }

    /** Returns a value as far above the largest one as the smallest one is below it. */
    private static double large(double[] measured) {
        var s = Arrays.stream(measured).filter(v -> !Double.isNaN(v)).summaryStatistics();
        double extent = s.getMax() - s.getMin();
        return s.getMax() + (extent > 0 ? extent : 1);
    }

    /** Returns the trials that have a value, and {@link #values}. */
    static Dataset measured(
            TuningProblem problem,
            Objective output,
            OutOfRange outOfRange,
            Region region,
            List<Trial> finished) {
        List<OptionalDouble> values = values(problem, output, outOfRange, finished);
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        var noise = new ArrayList<ObservationNoise>();
        for (int i = 0; i < finished.size(); i++) {
            if (values.get(i).isPresent()) {
                x.add(region.encode(finished.get(i).configuration()));
                y.add(values.get(i).getAsDouble());
                noise.add(noise(problem, output, outOfRange, finished.get(i)));
            }
        }
        Dataset plain = dataset(x, y);
        return new Dataset(plain.x(), plain.y(), noise.toArray(new ObservationNoise[0]));
    }

    /** Returns the noise of a value of {@link #values}; nothing is known of one that stands in. */
    static ObservationNoise noise(
            TuningProblem problem, Objective output, OutOfRange outOfRange, Trial trial) {
        return outOfRange == OutOfRange.PROBABILITY || problem.isInRange(trial)
                ? ObservationNoise.of(problem.noise(trial, output.name()))
                : ObservationNoise.PLAIN;
    }

    /**
     * Returns labels, 1 for a run that failed for a reason that may lie in its configuration and 0
     * for one that gave values; empty as long as none has failed.
     */
    static Dataset failures(Region region, List<Trial> finished) {
        var x = new ArrayList<double[]>();
        var label = new ArrayList<Double>();
        for (Trial trial : finished) {
            boolean failed = trial.outcome() instanceof Outcome.Failed;
            if (!isUninformative(trial)) {
                x.add(region.encode(trial.configuration()));
                label.add(failed ? 1.0 : 0.0);
            }
        }
        return label.contains(1.0) ? dataset(x, label) : dataset(List.of(), List.of());
    }

    /** Returns the logarithms of the seconds that runs took, failed ones as well. */
    static Dataset logSeconds(Region region, List<Trial> finished) {
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        for (Trial trial : finished) {
            double seconds = trial.outcome().elapsed();
            if (seconds > 0 && !isUninformative(trial)) {
                x.add(region.encode(trial.configuration()));
                y.add(Math.log(seconds));
            }
        }
        return dataset(x, y);
    }

    /** Returns the coordinates of trials that {@link #failures} labels 1. */
    static List<double[]> failed(Region region, List<Trial> finished) {
        return finished.stream()
                .filter(t -> t.outcome() instanceof Outcome.Failed && !isUninformative(t))
                .map(t -> region.encode(t.configuration()))
                .toList();
    }

    /** Returns the coordinates of pending trials. */
    static List<double[]> pending(Region region, List<Trial> trials) {
        return trials.stream()
                .filter(Trial::isPending)
                .map(t -> region.encode(t.configuration()))
                .toList();
    }

    private static boolean isUninformative(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && !f.cause().isInformative();
    }

    private static Dataset dataset(List<double[]> x, List<Double> y) {
        return new Dataset(
                x.toArray(new double[0][]), y.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
