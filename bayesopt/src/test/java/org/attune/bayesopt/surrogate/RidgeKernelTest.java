package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class RidgeKernelTest {
    private static final Axes AXES = axes(3);
    private static final int PLAIN = 12; // hyperparameters without a ridge
    private static final int RIDGE = 4;

    private static Axes axes(int dimension) {
        return new Axes(
                Space.of(
                        IntStream.range(0, dimension)
                                .mapToObj(i -> (Parameter) Parameter.real("x" + i, 0, 1))
                                .toList()),
                false);
    }

    private static SurrogateFitter fitter(int ridges) {
        return new SurrogateFitter(
                LinearAlgebra.best(),
                AXES,
                SurrogateSettings.standard(),
                Priors.informative(AXES, true).withRidges(ridges),
                new Seed(1));
    }

    /** A narrow valley between the axes, along which values hardly rise. */
    private static double valley(double[] x) {
        double across = x[0] + 0.8 * x[1] - x[2] - 0.3;
        return 20 * across * across + 0.2 * x[0] + 0.1 * (x[1] - 0.4) * (x[1] - 0.4);
    }

    private static double bowl(double[] x) {
        return (x[0] - 0.4) * (x[0] - 0.4) + 2 * (x[1] - 0.7) * (x[1] - 0.7) + Math.abs(x[2] - 0.2);
    }

    private static Dataset data(int count, ToDoubleFunction<double[]> function) {
        Generator random = new Seed(count).generator("places", 0);
        double[][] x =
                Stream.generate(() -> random.doubles(3).toArray())
                        .limit(count)
                        .toArray(double[][]::new);
        return new Dataset(x, Arrays.stream(x).mapToDouble(function).toArray());
    }

    private static int learned(SurrogateFitter fitter) {
        return fitter.learned().orElseThrow().theta().length;
    }

    @Test
    void aValleyBetweenTheAxesIsPredictedBetterWithARidge() {
        Dataset seen = data(24, RidgeKernelTest::valley);
        Dataset others = data(200, RidgeKernelTest::valley);
        SurrogateFitter ridged = fitter(2);
        double with = squaredError(ridged, seen, others);
        double without = squaredError(fitter(0), seen, others);
        assertTrue(learned(ridged) > PLAIN);
        assertTrue(with < 0.2 * without, with + " with ridges, " + without + " without");
    }

    private static double squaredError(SurrogateFitter fitter, Dataset seen, Dataset others) {
        WarpedProcess process = fitter.fit(seen).orElseThrow();
        double sum = 0;
        for (int i = 0; i < others.size(); i++) {
            double difference = process.mean(others.x()[i]) - process.warp().forward(others.y()[i]);
            sum += difference * difference;
        }
        return sum / others.size();
    }

    /** The direction of the ridge is that of the valley: the weights are as 1 to 0.8 to -1. */
    @Test
    void theWeightsAreThoseOfTheValley() {
        ToDoubleFunction<double[]> across = x -> Math.pow(x[0] + 0.8 * x[1] - x[2] - 0.3, 2);
        SurrogateFitter fitter = fitter(1);
        fitter.fit(data(24, across));
        assertEquals(PLAIN + RIDGE, learned(fitter));
        double[] u =
                Arrays.copyOfRange(
                        fitter.learned().orElseThrow().theta(), PLAIN + 1, PLAIN + RIDGE);
        assertEquals(0.8, u[1] / u[0], 0.1);
        assertEquals(-1, u[2] / u[0], 0.1);
    }

    /** To the bit, so that nothing is lost where there is no ridge. */
    @Test
    void aBowlIsPredictedAsWithoutRidges() {
        for (int count : new int[] {3, 8, 20, 40}) {
            Dataset seen = data(count, RidgeKernelTest::bowl);
            SurrogateFitter ridged = fitter(2);
            WarpedProcess with = ridged.fit(seen).orElseThrow();
            WarpedProcess without = fitter(0).fit(seen).orElseThrow();
            assertEquals(PLAIN, learned(ridged));
            double[][] others = data(20, RidgeKernelTest::bowl).x();
            assertArrayEquals(without.means(others), with.means(others));
        }
    }

    @Test
    void whatWasLearnedWithRidgesIsTakenOver() {
        Dataset seen = data(120, RidgeKernelTest::valley);
        SurrogateFitter searched = fitter(2);
        WarpedProcess first = searched.fit(seen).orElseThrow();
        assertTrue(learned(searched) > PLAIN);
        double[][] others = data(20, RidgeKernelTest::valley).x();

        SurrogateFitter recalling = fitter(2);
        recalling.recall(seen, searched.learned().orElseThrow());
        assertArrayEquals(first.means(others), recalling.fit(seen).orElseThrow().means(others));

        SurrogateFitter taking = fitter(2);
        taking.take(seen, searched.kept("key", 100).orElseThrow());
        assertEquals(
                searched.learned().orElseThrow().content(),
                taking.learned().orElseThrow().content());
        assertArrayEquals(first.means(others), taking.fit(seen).orElseThrow().means(others));

        Learned learned = searched.learned().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> fitter(0).recall(seen, learned));
    }

    /** A category, two values and a conditional parameter are no part of a sum. */
    @Test
    void thereIsNoneOfOneAxisOrOfMany() {
        Axes few =
                new Axes(
                        Space.of(
                                List.of(
                                        Parameter.real("x", 0, 1),
                                        Parameter.integer("n", 1, 2),
                                        Parameter.categorical("c", List.of("a", "b", "c")),
                                        Parameter.real("w", 0, 1).activeIf("c == 'a'"))),
                        false);
        assertEquals(0, Priors.informative(few, true).withRidges(2).ridges());
        assertEquals(2, Priors.informative(axes(2), true).withRidges(2).ridges());
        assertEquals(2, Priors.informative(axes(6), true).withRidges(2).ridges());
        assertEquals(0, Priors.informative(axes(7), true).withRidges(2).ridges());
    }
}
