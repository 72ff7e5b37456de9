package org.attune.surrogatetestkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What every surrogate keeps: its predictions are those of a model that has learned something and
 * knows how sure it is, their derivatives are right, nothing is NaN on degenerate data, and the
 * same data give the same bits. Extend it, and say how yours is fitted.
 *
 * <p>Functions are over a mixed space: a real, a real on a logarithmic scale, an integer, an
 * ordinal and a categorical parameter.
 */
public abstract class SurrogateContract {
    /** The space of the data sets: D = 5. */
    protected static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.real("w", 0.01, 10).log(),
                            Parameter.integer("n", 1, 64),
                            Parameter.ordinal("o", List.of(1, 2, 4)),
                            Parameter.categorical("c", List.of("a", "b", "c"))));

    /** Its axes. */
    protected static final Axes AXES = new Axes(SPACE, false);

    private static final int[] SAMPLES = {1, 3, 5}; // seeds of observations
    private static final int NEW = 200; // points that no fit has seen
    private static final double Z_975 = 1.959963984540054;

    /** For subclasses. */
    protected SurrogateContract() {}

    /**
     * Fits the surrogate.
     *
     * @param seed of whatever it draws
     * @return empty without data
     */
    protected abstract Optional<Surrogate> fit(Dataset data, Seed seed);

    /** Returns how many observations the surrogate is given where there are many; 60 by default. */
    protected int observations() {
        return 60;
    }

    /** Returns the least share of new points inside their 95 % interval; 0.85 by default. */
    protected double coverage() {
        return 0.85;
    }

    /** Returns the largest share of the variance that may be left unexplained; 0.3 by default. */
    protected double unexplained() {
        return 0.3;
    }

    /**
     * Returns how many functions are drawn, 400 by default; more where something rare has a large
     * part in the variance.
     */
    protected int draws() {
        return 400;
    }

    /** Returns n canonical points, the same for the same seed. */
    protected static double[][] points(int n, long seed) {
        Generator random = new Seed(seed).generator("points", n);
        return IntStream.range(0, n)
                .mapToObj(i -> SPACE.encode(SPACE.sample(random)))
                .toArray(double[][]::new);
    }

    private static double smooth(double[] x) {
        return Math.sin(4 * x[0]) + x[1] * x[2] + 0.5 * x[3] + (x[4] > 0.5 ? 0.5 : 0);
    }

    private static double positive(double[] x) {
        return 0.01 * Math.exp(2 * smooth(x));
    }

    private Dataset data(ToDoubleFunction<double[]> f, long seed) {
        double[][] x = points(observations(), seed);
        return new Dataset(x, Arrays.stream(x).mapToDouble(f).toArray());
    }

    private Surrogate fitted(Dataset data) {
        return fit(data, new Seed(3)).orElseThrow();
    }

    private static double[] predict(Surrogate surrogate, double[] x) {
        double[] moments = new double[2];
        surrogate.predict(x, moments);
        return moments;
    }

    /** On the warped scale, where the intervals are normal; of several samples together. */
    @Test
    void newPointsAreWhereTheyAreExpected() {
        for (ToDoubleFunction<double[]> f :
                List.<ToDoubleFunction<double[]>>of(
                        SurrogateContract::smooth, SurrogateContract::positive)) {
            int inside = 0;
            double off = 0;
            double offMean = 0;
            for (int seed : SAMPLES) {
                Surrogate surrogate = fitted(data(f, seed));
                double mean = Arrays.stream(surrogate.warped()).average().orElseThrow();
                for (double[] x : points(NEW, 2)) {
                    double[] p = predict(surrogate, x);
                    double truth = surrogate.warped(f.applyAsDouble(x));
                    double deviation = Math.sqrt(p[1] + surrogate.noiseVariance());
                    inside += Math.abs(truth - p[0]) <= Z_975 * deviation ? 1 : 0;
                    off += (truth - p[0]) * (truth - p[0]);
                    offMean += (truth - mean) * (truth - mean);
                }
            }
            int all = SAMPLES.length * NEW;
            assertTrue(off <= unexplained() * offMean, "unexplained: " + off / offMean);
            assertTrue(inside >= coverage() * all, inside + " of " + all + " are inside");
        }
    }

    @Test
    void derivativesAreThoseOfThePredictions() {
        Surrogate surrogate = fitted(data(SurrogateContract::smooth, 4));
        for (double[] x : points(10, 5)) {
            double[] moments = new double[2];
            double[][] slopes = new double[2][x.length];
            surrogate.predict(x, moments, slopes[0], slopes[1]);
            assertArrayEquals(predict(surrogate, x), moments, 1e-12);
            for (int m = 0; m < 2; m++) {
                int moment = m;
                double[] slope = slopes[m];
                assertEquals(0, slope[4], "a category has no derivative");
                ToDoubleFunction<double[]> ofReals =
                        reals -> {
                            double[] at = x.clone();
                            at[0] = reals[0];
                            at[1] = reals[1];
                            return predict(surrogate, at)[moment];
                        };
                FiniteDifference.assertGradient(
                        ofReals,
                        new double[] {x[0], x[1]},
                        new double[] {slope[0], slope[1]},
                        1e-4,
                        m == 0 ? "mean" : "variance");
            }
        }
    }

    @Test
    void manyMeansAreTheMeans() {
        Surrogate surrogate = fitted(data(SurrogateContract::smooth, 6));
        double[][] x = points(50, 7);
        double[] means = surrogate.means(x);
        for (int i = 0; i < x.length; i++) {
            assertEquals(predict(surrogate, x[i])[0], means[i], 1e-9);
            assertEquals(predict(surrogate, x[i])[0], surrogate.mean(x[i]), "to the bit");
            int dimension = surrogate.dimension();
            double[] moments = new double[2];
            double[] expected = new double[dimension];
            surrogate.predict(x[i], moments, expected, new double[dimension]);
            double[] gradient = new double[dimension];
            assertEquals(moments[0], surrogate.mean(x[i], gradient), "to the bit");
            assertArrayEquals(expected, gradient, "to the bit");
        }
    }

    @Test
    void theSameDataGiveTheSameBits() {
        Dataset data = data(SurrogateContract::positive, 8);
        Surrogate first = fitted(data);
        Surrogate second = fitted(data);
        for (double[] x : points(20, 9)) {
            assertArrayEquals(predict(first, x), predict(second, x));
        }
        assertTrue(Arrays.deepEquals(first.leaveOneOut(), second.leaveOneOut()));
    }

    /** Over many draws, at a point and at two points together. */
    @Test
    void drawsAreDistributedAsThePredictions() {
        int count = draws();
        Surrogate surrogate = fitted(data(SurrogateContract::smooth, 24));
        double[][] x = points(40, 25);
        double[][] draws = surrogate.draws(count, new Seed(5).generator("draws", 0)).values(x);
        assertEquals(count, draws.length);
        double off = 0;
        double ratio = 0;
        for (int i = 0; i < x.length; i++) {
            int at = i;
            double[] p = predict(surrogate, x[i]);
            double mean = Arrays.stream(draws).mapToDouble(d -> d[at]).average().orElseThrow();
            double variance =
                    Arrays.stream(draws)
                            .mapToDouble(d -> Math.pow(d[at] - p[0], 2))
                            .average()
                            .orElseThrow();
            off += Math.pow(mean - p[0], 2) / Math.max(p[1], 1e-12) * count;
            ratio += variance / Math.max(p[1], 1e-12);
        }
        // a χ² of 40 dependent terms over 40, whose share of 1e-6 lies beyond 5 if one alone counts
        assertTrue(off / x.length < 5, "means are off by " + off / x.length);
        assertEquals(1, ratio / x.length, 0.25, "variances");
        double[][] again = surrogate.draws(count, new Seed(5).generator("draws", 0)).values(x);
        assertTrue(Arrays.deepEquals(draws, again));
        double[][] apart =
                surrogate
                        .draws(count, new Seed(5).generator("draws", 0))
                        .values(new double[][] {x[7]});
        assertEquals(draws[3][7], apart[3][0], 1e-9, "a draw is a function");
    }

    /** Each is left out, and so are its repeats: what is said of it is worse than with it. */
    @Test
    void observationsLeftOutAreGuessed() {
        Dataset data = data(SurrogateContract::smooth, 10);
        Surrogate surrogate = fitted(data);
        double[] z = surrogate.warped();
        double[][] guesses = surrogate.leaveOneOut();
        assertEquals(data.size(), guesses.length);
        double mean = Arrays.stream(z).average().orElseThrow();
        double off = 0;
        double offMean = 0;
        double with = 0;
        for (int i = 0; i < z.length; i++) {
            assertTrue(guesses[i][1] > 0, "variance " + guesses[i][1]);
            off += Math.pow(z[i] - guesses[i][0], 2);
            offMean += Math.pow(z[i] - mean, 2);
            with += Math.pow(z[i] - predict(surrogate, data.x()[i])[0], 2);
        }
        assertTrue(off < offMean, "no better than the mean: " + off / offMean);
        assertTrue(with < off, "as good without them: " + with / off);
    }

    @Test
    void nothingIsNaNOnDegenerateData() {
        double[][] two = points(2, 11);
        double[][] five = points(5, 12);
        for (Dataset data :
                List.of(
                        new Dataset(points(1, 13), new double[] {2}),
                        new Dataset(two, new double[] {1, 1}),
                        new Dataset(new double[][] {two[0], two[0]}, new double[] {1, 2}),
                        new Dataset(five, new double[] {3, 3, 3, 3, 3}),
                        new Dataset(five, new double[] {1e300, 1.1e300, 1e300, 1.2e300, 1e300}),
                        new Dataset(five, new double[] {1e-300, 2e-300, 1e-300, 3e-300, 1e-300}),
                        new Dataset(five, new double[] {-1e300, 1e300, 0, 1, -1}),
                        new Dataset(five, new double[] {1, 1, 1, 1, 1e9}))) {
            Surrogate surrogate = fitted(data);
            assertFinite(surrogate, data);
            surrogate
                    .assuming(PendingRule.BELIEVER, List.of(points(1, 14)[0], two[1]))
                    .ifPresent(s -> assertFinite(s, data));
        }
        assertTrue(fit(new Dataset(new double[0][], new double[0]), new Seed(3)).isEmpty());
    }

    private static void assertFinite(Surrogate surrogate, Dataset data) {
        for (double[] x : points(20, 15)) {
            double[] p = new double[2];
            double[][] slopes = new double[2][x.length];
            surrogate.predict(x, p, slopes[0], slopes[1]);
            assertTrue(Double.isFinite(p[0]) && Double.isFinite(p[1]), Arrays.toString(p));
            assertTrue(p[1] >= 0, "variance " + p[1]);
            for (double[] slope : slopes) {
                assertTrue(
                        Arrays.stream(slope).allMatch(Double::isFinite), "a slope is not finite");
            }
        }
        for (double[] guess : surrogate.leaveOneOut()) {
            assertTrue(Double.isFinite(guess[0]) && guess[1] >= 0, Arrays.toString(guess));
        }
        assertEquals(data.size(), surrogate.data().size());
        assertTrue(surrogate.noiseVariance() >= 0);
        assertNumbers(surrogate.description(List.of("x", "w", "n", "o", "c")));
    }

    private static void assertNumbers(Object content) {
        switch (content) {
            case Map<?, ?> map -> map.values().forEach(SurrogateContract::assertNumbers);
            case List<?> list -> list.forEach(SurrogateContract::assertNumbers);
            case Double number -> assertTrue(Double.isFinite(number), content.toString());
            default ->
                    assertTrue(
                            content instanceof Number
                                    || content instanceof String
                                    || content instanceof Boolean,
                            content.toString());
        }
    }

    /** What is pending is known as far as it is believed; the rest stays as it is. */
    @Test
    void pendingPointsAreNoLongerUncertain() {
        Surrogate surrogate = fitted(data(SurrogateContract::smooth, 16));
        assertArrayEquals(
                predict(surrogate, points(1, 17)[0]),
                predict(
                        surrogate.assuming(PendingRule.BELIEVER, List.of()).orElseThrow(),
                        points(1, 17)[0]));
        double before = 0;
        double after = 0;
        double moved = 0;
        for (double[] x : points(20, 18)) {
            Surrogate assumed = surrogate.assuming(PendingRule.BELIEVER, List.of(x)).orElseThrow();
            before += predict(surrogate, x)[1];
            after += predict(assumed, x)[1];
            moved += Math.abs(predict(assumed, x)[0] - predict(surrogate, x)[0]);
            assertEquals(surrogate.data().size(), assumed.data().size());
            assertArrayEquals(surrogate.warped(), assumed.warped());
        }
        assertTrue(after < before, "variances %s and %s".formatted(after, before));
        assertTrue(moved / 20 < 0.2, "means moved by " + moved / 20);
    }

    @Test
    void theIncumbentIsTheLeastMean() {
        Surrogate surrogate = fitted(data(SurrogateContract::smooth, 21));
        double[][] places = points(10, 22);
        assertEquals(
                Arrays.stream(places)
                        .mapToDouble(x -> predict(surrogate, x)[0])
                        .min()
                        .orElseThrow(),
                surrogate.incumbent(List.of(places)));
    }

    @Test
    void lengthscalesAreOnePositiveNumberForEachAxis() {
        Surrogate surrogate = fitted(data(SurrogateContract::smooth, 23));
        surrogate
                .lengthscales()
                .ifPresent(l -> {
                    assertEquals(AXES.dimension(), l.length);
                    assertTrue(Arrays.stream(l).allMatch(v -> v > 0), Arrays.toString(l));
                });
    }
}
