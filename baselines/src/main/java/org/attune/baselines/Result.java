package org.attune.baselines;

import io.jenetics.ext.moea.Pareto;
import io.jenetics.ext.moea.Vec;
import io.jenetics.util.ISeq;

import org.attune.api.Fidelity;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A trial that has ended, as the tuners of this package see it.
 *
 * @param trial itself
 * @param x its canonical coordinates
 * @param losses the optimised objectives, smaller is better; empty where it failed
 * @param violation by how much outputs leave their ranges, in sum; {@code +∞} where it failed
 */
record Result(Trial trial, double[] x, double[] losses, double violation) {
    private static final Comparator<Result> BY_LOSS = Comparator.comparingDouble(Result::loss);
    private static final Comparator<Result> BY_VIOLATION =
            Comparator.comparingDouble(Result::violation);

    /** Returns those of the trials, at full fidelity, that have ended, by number. */
    static List<Result> of(TuningProblem problem, List<Trial> trials) {
        return trials.stream()
                .filter(t -> !t.isPending() && t.candidate().fidelity().equals(Fidelity.FULL))
                .map(t -> of(problem, t))
                .toList();
    }

    private static Result of(TuningProblem problem, Trial trial) {
        double[] x = problem.parameterSpace().encode(trial.configuration());
        var losses = new ArrayList<Double>();
        double violation =
                trial.outcome() instanceof Outcome.Measured ? 0 : Double.POSITIVE_INFINITY;
        for (Objective o : problem.objectives()) {
            double value = problem.value(trial, o.name()).orElse(Double.NaN);
            violation +=
                    Double.isNaN(value)
                            ? Double.POSITIVE_INFINITY
                            : Math.max(Math.max(o.lower() - value, value - o.upper()), 0);
            if (o.optimize()) {
                losses.add(o.goal().sign() * value);
            }
        }
        boolean failed = violation == Double.POSITIVE_INFINITY;
        double[] known = losses.stream().mapToDouble(v -> v).toArray();
        return new Result(trial, x, failed ? new double[0] : known, violation);
    }

    /** Whether it was measured and all outputs are within their ranges. */
    boolean isAcceptable() {
        return violation == 0;
    }

    /** Returns the first objective. */
    double loss() {
        return losses[0];
    }

    /**
     * Returns the best first: acceptable ones by their objective, those that leave a range by how
     * far, failures last. With several objectives acceptable ones go by the front that they lie on,
     * and on a front the less crowded first.
     *
     * <p>Sources: K. Deb, "An efficient constraint handling method for genetic algorithms", Comput.
     * Methods Appl. Mech. Eng. 186 (2000), doi:10.1016/S0045-7825(99)00389-8; K. Deb et al., "A
     * fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE Trans. Evol. Comput. 6
     * (2002), doi:10.1109/4235.996017.
     */
    static List<Result> bestFirst(List<Result> results) {
        var acceptable = new ArrayList<>(results.stream().filter(Result::isAcceptable).toList());
        if (acceptable.stream().anyMatch(r -> r.losses.length > 1)) {
            acceptable = byFront(acceptable);
        } else {
            acceptable.sort(BY_LOSS);
        }
        results.stream()
                .filter(r -> !r.isAcceptable())
                .sorted(BY_VIOLATION)
                .forEach(acceptable::add);
        return acceptable;
    }

    private static ArrayList<Result> byFront(List<Result> results) {
        int[] ranks = Pareto.rank(ISeq.of(results.stream().map(Result::gains).toList()));
        var sorted = new ArrayList<Result>();
        for (int rank = 0; sorted.size() < results.size(); rank++) {
            var front = new ArrayList<Result>();
            for (int i = 0; i < ranks.length; i++) {
                if (ranks[i] == rank) {
                    front.add(results.get(i));
                }
            }
            double[] distances = distances(front);
            java.util.stream.IntStream.range(0, front.size())
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> -distances[i]))
                    .map(front::get)
                    .forEach(sorted::add);
        }
        return sorted;
    }

    /** Crowding distances; the library wants at least three points. */
    private static double[] distances(List<Result> front) {
        return front.size() < 3
                ? new double[front.size()]
                : Pareto.crowdingDistance(ISeq.of(front.stream().map(Result::gains).toList()));
    }

    /** The losses for a library in which larger is better. */
    private Vec<double[]> gains() {
        double[] gains = new double[losses.length];
        for (int i = 0; i < gains.length; i++) {
            gains[i] = -losses[i];
        }
        return Vec.of(gains);
    }
}
