package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.hipparchus.optim.ConvergenceChecker;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.PointValuePair;
import org.hipparchus.optim.SimpleBounds;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.CMAESOptimizer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * CMA-ES of Hipparchus, started again with twice the population, elsewhere, until the evaluations
 * are used up.
 *
 * <p>The first run starts at the best incumbent with a deviation of 0.3 and 4 + 3 ln D points.
 * Flight is continuous; a point is judged as the configuration that it decodes to. One that is
 * inadmissible or not fresh counts as the worst other one so far. Categories are places on a line.
 *
 * <p>Sources: N. Hansen and A. Ostermeier, "Completely derandomized self-adaptation in evolution
 * strategies", Evol. Comput. 9 (2001), doi:10.1162/106365601750190398; the restarts of A. Auger and
 * N. Hansen, "A restart CMA evolution strategy with increasing population size", CEC 2005,
 * doi:10.1109/CEC.2005.1554902.
 *
 * @param evaluations of the acquisition function at most, at least 1
 */
public record CovarianceAdaptation(int evaluations) implements Search {
    private static final double DEVIATION = 0.3;
    private static final int ITERATIONS = 1_000_000; // never reached: evaluations end a run before

    /** Ends a run whose best points are hardly apart any more. */
    private static final ConvergenceChecker<PointValuePair> CLOSE =
            (iteration, last, best) -> distance(last.getPointRef(), best.getPointRef()) < 1e-6;

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if nothing may be evaluated
     */
    public CovarianceAdaptation {
        if (evaluations < 1) {
            throw new IllegalArgumentException(
                    "%d evaluations find nothing: at least 1 is needed.".formatted(evaluations));
        }
    }

    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        var scorer = new Scorer(acquisition, region, fresh);
        double[] start =
                incumbents.isEmpty() ? scorer.start(random) : scorer.place(incumbents.getFirst());
        int points = 4 + (int) (3 * Math.log(scorer.dimension()));
        while (scorer.count() < evaluations) {
            run(scorer, start, points, random);
            start = scorer.start(random);
            points *= 2;
        }
        return scorer.best();
    }

    private void run(Scorer scorer, double[] start, int points, Generator random) {
        int dimension = start.length;
        double[] ones = filled(dimension, 1);
        var worst = new Worst(scorer);
        new CMAESOptimizer(ITERATIONS, 0, true, 0, 0, new HipparchusRandom(random), false, CLOSE)
                .optimize(
                        new MaxEval(evaluations - scorer.count()),
                        new ObjectiveFunction(worst::score),
                        GoalType.MAXIMIZE,
                        new InitialGuess(start),
                        new SimpleBounds(new double[dimension], ones),
                        new CMAESOptimizer.Sigma(filled(dimension, DEVIATION)),
                        new CMAESOptimizer.PopulationSize(points));
    }

    private static double distance(double[] a, double[] b) {
        double largest = 0;
        for (int d = 0; d < a.length; d++) {
            largest = Math.max(largest, Math.abs(a[d] - b[d]));
        }
        return largest;
    }

    private static double[] filled(int length, double value) {
        double[] values = new double[length];
        Arrays.fill(values, value);
        return values;
    }

    /** Gives points that do not count the worst score of one run: ranks need no more. */
    private static final class Worst {
        private final Scorer scorer;
        private double value = Double.POSITIVE_INFINITY; // until something counts

        Worst(Scorer scorer) {
            this.scorer = scorer;
        }

        double score(double[] unit) {
            double score = scorer.score(unit);
            if (score > Double.NEGATIVE_INFINITY) {
                value = Math.min(value, score);
                return score;
            }
            return value < Double.POSITIVE_INFINITY ? value : 0;
        }
    }
}
