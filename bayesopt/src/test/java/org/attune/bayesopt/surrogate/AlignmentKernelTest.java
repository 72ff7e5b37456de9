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
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class AlignmentKernelTest {
    private static final Parameter.Int TILE = Parameter.integer("tile", 1, 512);
    private static final Parameter.Int BUFFER = Parameter.integer("buffer", 1, 4096).log();
    private static final Axes AXES = axes(TILE, BUFFER);
    private static final int PLAIN = 9; // hyperparameters without alignment

    private static Axes axes(Parameter... parameters) {
        return new Axes(Space.of(List.of(parameters)), false);
    }

    private static double[] place(long tile, long buffer) {
        return new double[] {TILE.encode(tile), BUFFER.encode(buffer)};
    }

    private static SurrogateFitter fitter(boolean alignment) {
        return new SurrogateFitter(
                LinearAlgebra.best(),
                AXES,
                SurrogateSettings.standard(),
                Priors.informative(AXES, true).withRidges(2).withAlignment(alignment),
                new Seed(1));
    }

    private static double smooth(long tile, long buffer) {
        double[] x = place(tile, buffer);
        return 1 + 2 * Math.pow(x[0] - 0.6, 2) + Math.pow(x[1] - 0.4, 2);
    }

    /** Tiles that are no multiples of 8 are slower by three tenths, every 256th one by the half. */
    private static double aligned(long tile, long buffer) {
        double factor = tile % 256 == 0 ? 1.5 : tile % 8 == 0 ? 1 : 1.3;
        return smooth(tile, buffer) * factor;
    }

    /** Numbers of each level about as often. */
    private static Dataset data(int count, ToDoubleBiFunction<Long, Long> seconds) {
        Generator random = new Seed(count).generator("places", 0);
        double[][] x = new double[count][];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            long tile = (1 + random.nextLong(512 >> i % 9)) << i % 9;
            long buffer = 1 + random.nextLong(4096);
            x[i] = place(tile, buffer);
            y[i] = seconds.applyAsDouble(tile, buffer);
        }
        return new Dataset(x, y);
    }

    private static int learned(SurrogateFitter fitter) {
        return fitter.learned().orElseThrow().theta().length;
    }

    /** Against the sum, written out for numbers whose divisors are plain to see. */
    @Test
    void itIsTheSumOverAxes() {
        Priors priors = Priors.informative(AXES, true).withAlignment(true);
        ProcessPrior prior = ProcessPrior.of(AXES, RadialKernel.MATERN52, priors, 0);
        double[] none = prior.layout().mode();
        assertEquals(PLAIN + 2, none.length);
        Arrays.fill(none, PLAIN, PLAIN + 2, -100);
        double[] some = none.clone();
        some[PLAIN] = Math.log(0.5);
        some[PLAIN + 1] = Math.log(0.2);
        double[] a = place(48, 7); // 16 * 3, odd
        double[] b = place(36, 2048); // 4 * 9; eleven times, of which ten count
        double far = Math.exp(-1.0 / 3);
        double expected = 0.5 * Math.pow(far, 2) + 0.2 * Math.pow(far, 10);
        assertEquals(expected, value(prior, some, a, b) - value(prior, none, a, b), 1e-12);
        assertEquals(0.7, value(prior, some, a, a) - value(prior, none, a, a), 1e-12);
    }

    private static double value(ProcessPrior prior, double[] theta, double[] a, double[] b) {
        Covariance covariance = prior.covariance(theta);
        return covariance.value(covariance.warped(a), covariance.warped(b));
    }

    @Test
    void whatDividesATileIsPredicted() {
        Dataset seen = data(81, AlignmentKernelTest::aligned);
        Dataset others = data(270, AlignmentKernelTest::aligned);
        SurrogateFitter fitter = fitter(true);
        double with = squaredError(fitter, seen, others);
        double without = squaredError(fitter(false), seen, others);
        assertTrue(with < 0.3 * without, with + " with alignment, " + without + " without");
        Hyperparameters told = fitter.fit(seen).orElseThrow().kernel().orElseThrow();
        assertEquals(Set.of(0, 1), told.alignment().keySet());
        assertTrue(told.alignment().get(0) > 5 * told.alignment().get(1), told.toString());
    }

    private static double squaredError(SurrogateFitter fitter, Dataset seen, Dataset others) {
        WarpedProcess process = fitter.fit(seen).orElseThrow();
        return IntStream.range(0, others.size())
                .mapToDouble(i ->
                        Math.pow(
                                process.mean(others.x()[i]) - process.warp().forward(others.y()[i]),
                                2))
                .average()
                .orElseThrow();
    }

    /** To the bit, so that nothing is lost where alignment does nothing. */
    @Test
    void smoothFunctionsArePredictedAsWithout() {
        for (int count : new int[] {3, 9, 18, 36}) {
            Dataset seen = data(count, AlignmentKernelTest::smooth);
            SurrogateFitter fitter = fitter(true);
            WarpedProcess with = fitter.fit(seen).orElseThrow();
            WarpedProcess without = fitter(false).fit(seen).orElseThrow();
            assertTrue(with.kernel().orElseThrow().alignment().isEmpty(), count + " trials");
            double[][] others = data(45, AlignmentKernelTest::smooth).x();
            assertArrayEquals(without.means(others), with.means(others));
        }
    }

    @Test
    void whatWasLearnedIsTakenOver() {
        Dataset seen = data(120, AlignmentKernelTest::aligned);
        SurrogateFitter searched = fitter(true);
        WarpedProcess first = searched.fit(seen).orElseThrow();
        double[][] others = data(20, AlignmentKernelTest::aligned).x();

        SurrogateFitter recalling = fitter(true);
        recalling.recall(seen, searched.learned().orElseThrow());
        assertArrayEquals(first.means(others), recalling.fit(seen).orElseThrow().means(others));

        SurrogateFitter taking = fitter(true);
        taking.take(seen, searched.kept("key", 100).orElseThrow());
        assertArrayEquals(first.means(others), taking.fit(seen).orElseThrow().means(others));

        Learned learned = searched.learned().orElseThrow();
        assertTrue(learned.theta().length > PLAIN);
        assertThrows(IllegalArgumentException.class, () -> fitter(false).recall(seen, learned));
    }

    /** By its count of hyperparameters a record says which prior it is of. */
    @Test
    void priorsThatAreComparedDifferInSize() {
        Parameter[] many =
                Stream.concat(
                                IntStream.range(0, 3)
                                        .mapToObj(i -> Parameter.integer("n" + i, 1, 64)),
                                IntStream.range(0, 3).mapToObj(i -> Parameter.real("x" + i, 0, 1)))
                        .toArray(Parameter[]::new);
        for (int count = 1; count <= many.length; count++) {
            Axes axes = axes(Arrays.copyOf(many, count));
            Priors priors = Priors.informative(axes, true).withRidges(4).withAlignment(true);
            List<Integer> sizes =
                    priors.compared()
                            .map(p -> ProcessPrior.of(axes, RadialKernel.MATERN52, p, 0))
                            .map(p -> p.layout().size())
                            .toList();
            assertEquals(sizes.size(), Set.copyOf(sizes).size(), sizes.toString());
            assertEquals(count == 1 ? 2 : 7, sizes.size());
        }
    }
}
