package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Hamming balls: what they hold, and how wide they are. */
class BallTest {
    private static final int SWITCHES = 20;

    private static Region region() {
        var builder = TuningProblem.named("switches");
        IntStream.range(0, SWITCHES)
                .forEach(i -> builder.parameter(Parameter.categorical("b" + i, List.of("0", "1"))));
        TuningProblem problem = builder.objective(Objective.minimize("y")).build();
        return new Region(problem, Point.EMPTY, new Axes(problem.parameterSpace(), false));
    }

    /** The sum of the coordinates: all should be switched, but no more than 3 may. */
    private static final AcquisitionFunction SUM =
            new AcquisitionFunction() {
                @Override
                public double value(double[] x) {
                    return Arrays.stream(x).sum();
                }

                @Override
                public double valueAndGradient(double[] x, double[] gradient) {
                    Arrays.fill(gradient, 0);
                    return value(x);
                }
            };

    @Test
    void aSearchStaysInItsBallAsLongAsItHasSomethingNew() {
        double[] center = new double[SWITCHES];
        Arrays.fill(center, 0.25);
        int[] axes = IntStream.range(0, SWITCHES).toArray();
        var ball = new BallSearch(new MixedSearch(), axes, center, 3);
        Search.Found inside =
                ball.maximize(
                                SUM,
                                region(),
                                List.of(center),
                                x -> true,
                                new Seed(1).generator("search", 0))
                        .orElseThrow();
        assertEquals(0.25 * SWITCHES + 1.5, inside.value(), 1e-12);
        Search.Found outside =
                ball.maximize(
                                SUM,
                                region(),
                                List.of(center),
                                x -> Arrays.stream(x).filter(v -> v > 0.5).count() > 3,
                                new Seed(1).generator("search", 0))
                        .orElseThrow();
        assertTrue(outside.value() > inside.value());
    }

    /** Of 20 levels: 10, halved after 10 trials without luck, down to 1, and from there anew. */
    @Test
    void radiiFollowLuck() {
        double[] flat = new double[60];
        assertEquals(10, BallRadius.of(new double[0], 0, 20));
        assertEquals(10, BallRadius.of(Arrays.copyOf(flat, 10), 0, 20)); // the first improved
        assertEquals(5, BallRadius.of(Arrays.copyOf(flat, 11), 0, 20));
        assertEquals(2, BallRadius.of(Arrays.copyOf(flat, 21), 0, 20));
        assertEquals(1, BallRadius.of(Arrays.copyOf(flat, 31), 0, 20));
        assertEquals(10, BallRadius.of(Arrays.copyOf(flat, 41), 0, 20));
        assertEquals(15, BallRadius.of(new double[] {9, 3, 2, 1}, 1, 20));
        assertEquals(20, BallRadius.of(new double[] {9, 3, 2, 1, 0.9, 0.8, 0.7}, 1, 20));
        assertEquals(10, BallRadius.of(new double[] {1, Double.NaN, 2, 3}, 1, 20));
    }
}
