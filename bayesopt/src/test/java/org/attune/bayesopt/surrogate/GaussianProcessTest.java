package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

class GaussianProcessTest {
    private static GaussianProcess process(
            RadialKernel kernel, double[] theta, double[][] x, double[] y) {
        return GaussianProcess.condition(
                        LinearAlgebra.best(), TestData.prior(kernel).covariance(theta), x, y)
                .orElseThrow();
    }

    private static int[] rows(int count) {
        return IntStream.range(0, count).toArray();
    }

    private static double[] predict(GaussianProcess process, double[] x) {
        double[] out = new double[2];
        process.predict(x, out);
        return out;
    }

    /** One observation at the same place: mean s² y / (s² + σ²), variance s² σ² / (s² + σ²). */
    @Test
    void matchesOneObservationByHand() {
        double[] theta = TestData.theta(2);
        double[][] x = TestData.points(1, 2);
        double s = TestData.variance(theta);
        double noise = Math.exp(theta[TestData.NOISE]);
        double[] out = predict(process(RadialKernel.MATERN52, theta, x, new double[] {1.3}), x[0]);
        assertEquals(s * 1.3 / (s + noise), out[0], 1e-12);
        assertEquals(s * noise / (s + noise), out[1], 1e-12);
    }

    /** Far from all data, in lengthscales, the prior comes back. */
    @Test
    void returnsToThePriorFarAway() {
        double[] theta = new double[18];
        theta[TestData.SHARE] = -20;
        theta[0] = Math.log(0.005);
        double[][] x = TestData.points(1, 2);
        double[] far = x[0].clone();
        far[0] = x[0][0] > 0.5 ? 0 : 1;
        double[] out = predict(process(RadialKernel.RBF, theta, x, new double[] {5}), far);
        assertEquals(0, out[0], 1e-7);
        assertEquals(1, out[1], 1e-7);
    }

    @ParameterizedTest
    @EnumSource
    void derivativesMatchFiniteDifferences(RadialKernel kernel) {
        double[][] x = TestData.points(15, 5);
        GaussianProcess process = process(kernel, TestData.theta(5), x, TestData.outputs(x, 5));
        double[] at = TestData.points(1, 77)[0];
        double[] byMean = new double[5];
        double[] byVariance = new double[5];
        process.predict(at, new double[2], byMean, byVariance);
        double[] reals = {byMean[0], byMean[1], byMean[2], byMean[3]};
        double[] realsOfVariance = {byVariance[0], byVariance[1], byVariance[2], byVariance[3]};
        double[] start = {at[0], at[1], at[2], at[3]};
        FiniteDifference.assertGradient(
                v -> predict(process, with(at, v))[0], start, reals, 1e-5, kernel + " mean");
        FiniteDifference.assertGradient(
                v -> predict(process, with(at, v))[1],
                start,
                realsOfVariance,
                1e-5,
                kernel + " variance");
        assertEquals(0, byMean[4]);
    }

    private static double[] with(double[] at, double[] first) {
        double[] x = at.clone();
        System.arraycopy(first, 0, x, 0, first.length);
        return x;
    }

    /** The closed form against conditioning on the others, one by one. */
    @Test
    void leaveOneOutMatchesLeavingOut() {
        double[][] x = TestData.points(9, 6);
        double[] y = TestData.outputs(x, 6);
        double[] theta = TestData.theta(6);
        double[][] closed = process(RadialKernel.MATERN52, theta, x, y).leaveOneOut(rows(9));
        for (int i = 0; i < y.length; i++) {
            List<double[]> others = new ArrayList<>(List.of(x));
            others.remove(i);
            double[] rest = new double[y.length - 1];
            for (int j = 0, k = 0; j < y.length; j++) {
                if (j != i) {
                    rest[k++] = y[j];
                }
            }
            double[] out =
                    predict(
                            process(
                                    RadialKernel.MATERN52,
                                    theta,
                                    others.toArray(new double[0][]),
                                    rest),
                            x[i]);
            assertEquals(out[0], closed[i][0], 1e-9);
            assertEquals(out[1] + Math.exp(theta[TestData.NOISE]), closed[i][1], 1e-9);
        }
    }

    @Test
    void varianceIsNeverNegativeNorAboveThePrior() {
        double[][] x = TestData.points(30, 8);
        double[] theta = TestData.theta(8);
        theta[TestData.NOISE] = Math.log(1e-8);
        GaussianProcess process = process(RadialKernel.RBF, theta, x, TestData.outputs(x, 8));
        for (double[] at : TestData.points(200, 9)) {
            double variance = predict(process, at)[1];
            assertTrue(
                    variance >= 0 && variance <= TestData.variance(theta) * (1 + 1e-9),
                    "" + variance);
        }
        for (double[] at : x) {
            assertTrue(predict(process, at)[1] < 1e-4);
        }
    }

    @Test
    void orderOfObservationsDoesNotMatter() {
        double[][] x = TestData.points(8, 10);
        double[] y = TestData.outputs(x, 10);
        double[][] reversed = new double[8][];
        double[] back = new double[8];
        for (int i = 0; i < 8; i++) {
            reversed[i] = x[7 - i];
            back[i] = y[7 - i];
        }
        double[] theta = TestData.theta(10);
        double[] at = TestData.points(1, 11)[0];
        double[] one = predict(process(RadialKernel.MATERN32, theta, x, y), at);
        double[] two = predict(process(RadialKernel.MATERN32, theta, reversed, back), at);
        assertEquals(one[0], two[0], 1e-9);
        assertEquals(one[1], two[1], 1e-9);
    }

    /**
     * With the additive part alone, what is seen along one axis holds wherever the others are: for
     * three corners of a square seen, the fourth is f(1,0) + f(0,1) - f(0,0) without doubt.
     */
    @Test
    void additivePartPredictsTheFourthCorner() {
        double[] theta = TestData.prior(RadialKernel.MATERN52).layout().mode();
        theta[TestData.SHARE] = 40;
        theta[TestData.NOISE] = Math.log(1e-10);
        double[] origin = TestData.points(1, 12)[0];
        double[] right = origin.clone();
        double[] up = origin.clone();
        double[] corner = origin.clone();
        right[0] = corner[0] = 0.9;
        up[1] = corner[1] = 0.8;
        double[][] x = {origin, right, up};
        double[] out =
                predict(process(RadialKernel.MATERN52, theta, x, new double[] {1, 3, 0.5}), corner);
        assertEquals(2.5, out[0], 1e-6);
        assertEquals(0, out[1], 1e-6);
    }

    /** A repeat would give its twin away: both are left out together. */
    @Test
    void leaveOneOutLeavesRepeatsOutTogether() {
        double[][] x = TestData.points(9, 6);
        double[] y = TestData.outputs(x, 6);
        x[4] = x[1].clone();
        x[7] = x[1].clone();
        y[7] = y[1] + 0.01;
        double[] theta = TestData.theta(6);
        double[][] closed = process(RadialKernel.MATERN52, theta, x, y).leaveOneOut(rows(9));
        double[][] others = {x[0], x[2], x[3], x[5], x[6], x[8]};
        double[] rest = {y[0], y[2], y[3], y[5], y[6], y[8]};
        double[] out = predict(process(RadialKernel.MATERN52, theta, others, rest), x[1]);
        for (int i : new int[] {1, 4, 7}) {
            assertEquals(out[0], closed[i][0], 1e-8);
            assertEquals(out[1] + Math.exp(theta[TestData.NOISE]), closed[i][1], 1e-8);
        }
    }

    /** Some rows, by columns of the factor, as all of them by its inverse; repeats together. */
    @Test
    void someObservationsAreLeftOutAsAmongAll() {
        double[][] x = TestData.points(12, 6);
        double[] y = TestData.outputs(x, 6);
        x[5] = x[2].clone();
        GaussianProcess process = process(RadialKernel.MATERN52, TestData.theta(6), x, y);
        double[][] all = process.leaveOneOut(rows(12));
        int[] some = {2, 5, 11};
        double[][] few = process.leaveOneOut(some);
        for (int i = 0; i < some.length; i++) {
            assertArrayEquals(all[some[i]], few[i], 1e-10);
        }
    }

    @Test
    void moreObservationsAreAsThoughThereFromTheStart() {
        double[][] x = TestData.points(20, 3);
        double[] y = TestData.outputs(x, 3);
        double[] theta = TestData.theta(3);
        GaussianProcess all = process(RadialKernel.MATERN52, theta, x, y);
        GaussianProcess grown =
                process(RadialKernel.MATERN52, theta, Arrays.copyOf(x, 14), Arrays.copyOf(y, 14))
                        .with(List.of(Arrays.copyOfRange(x, 14, 20)), Arrays.copyOfRange(y, 14, 20))
                        .orElseThrow();
        assertEquals(20, grown.observations());
        for (double[] at : TestData.points(10, 77)) {
            assertArrayEquals(predict(all, at), predict(grown, at), 1e-10);
        }
        double[] other = TestData.outputs(x, 9);
        double[] at = TestData.points(1, 78)[0];
        assertArrayEquals(
                predict(process(RadialKernel.MATERN52, theta, x, other), at),
                predict(grown.of(other), at),
                1e-10);
    }

    /** A repeat without noise has no factor of its own: jitter is found anew. */
    @Test
    void moreObservationsNeedNotBeDistinct() {
        double[] theta = TestData.theta(3);
        theta[TestData.NOISE] = -80;
        double[][] x = TestData.points(6, 3);
        GaussianProcess process =
                process(RadialKernel.RBF, theta, x, TestData.outputs(x, 3))
                        .with(List.of(x[2], x[2]), new double[] {1, 1})
                        .orElseThrow();
        assertTrue(Double.isFinite(predict(process, x[0])[0]));
    }

    /** Scaling all variances: as with signal and noise variances that are so much larger. */
    @Test
    void scaledVariancesLeaveMeans() {
        double[][] x = TestData.points(15, 4);
        double[] y = TestData.outputs(x, 4);
        double[] theta = TestData.theta(4);
        GaussianProcess scaled = process(RadialKernel.MATERN52, theta, x, y).scaled(2.5);
        double[] larger = theta.clone();
        larger[TestData.SIGNAL] += Math.log(2.5);
        larger[TestData.NOISE] += Math.log(2.5);
        GaussianProcess expected = process(RadialKernel.MATERN52, larger, x, y);
        double[] at = TestData.points(1, 5)[0];
        assertArrayEquals(predict(expected, at), predict(scaled, at), 1e-10);
        double[][] ofExpected = {new double[5], new double[5]};
        double[][] ofScaled = {new double[5], new double[5]};
        expected.predict(at, new double[2], ofExpected[0], ofExpected[1]);
        scaled.predict(at, new double[2], ofScaled[0], ofScaled[1]);
        assertArrayEquals(ofExpected[0], ofScaled[0], 1e-9);
        assertArrayEquals(ofExpected[1], ofScaled[1], 1e-9);
        assertEquals(expected.logLikelihood(), scaled.logLikelihood(), 1e-9);
        assertArrayEquals(expected.leaveOneOut(rows(15))[3], scaled.leaveOneOut(rows(15))[3], 1e-9);
        List<double[]> more = List.of(TestData.points(1, 6));
        assertArrayEquals(
                predict(expected.with(more, new double[] {1}).orElseThrow(), at),
                predict(scaled.with(more, new double[] {1}).orElseThrow(), at),
                1e-9);
    }

    /** Against the density that the search for hyperparameters evaluates. */
    @Test
    void logLikelihoodIsTheNormalDensity() {
        double[][] x = TestData.points(11, 4);
        double[] y = TestData.outputs(x, 4);
        double[] theta = TestData.theta(4);
        ProcessPrior prior = TestData.prior(RadialKernel.MATERN52);
        double negativeLogPosterior =
                new Likelihood(LinearAlgebra.best(), prior, x, y, ObservationNoise.plain(11))
                        .valueAndGradient(theta, new double[theta.length]);
        assertEquals(
                -negativeLogPosterior,
                process(RadialKernel.MATERN52, theta, x, y).logLikelihood()
                        + TestData.logDensity(prior, theta),
                1e-9);
    }

    /**
     * Three measurements of one place say what their mean says with a third of the noise; left out,
     * what the others say of it. So it is of the exact process and of the induced one.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void repeatsAreTheirMeanWithLessNoise(boolean exact) {
        double[] theta = TestData.theta(6);
        theta[TestData.NOISE] = -2;
        double[][] places = TestData.points(8, 6);
        double[] y = TestData.outputs(places, 6);
        double[][] all = Arrays.copyOf(places, 10);
        double[] each = Arrays.copyOf(y, 10);
        all[8] = places[3];
        all[9] = places[3];
        each[8] = y[3] + 0.3;
        each[9] = y[3] - 0.6;
        y[3] -= 0.1;
        ObservationNoise[] noise = ObservationNoise.plain(8);
        noise[3] = new ObservationNoise(1 / 3.0, 0);
        Covariance covariance = TestData.prior(RadialKernel.MATERN52).covariance(theta);
        GaussianProcess apart = process(exact, covariance, all, each, ObservationNoise.plain(10));
        GaussianProcess mean = process(exact, covariance, places, y, noise);
        for (double[] x : TestData.points(5, 7)) {
            assertArrayEquals(predict(apart, x), predict(mean, x), 1e-9);
        }
        double[] leftOut = mean.leaveOneOut(rows(8))[3];
        double[] ofOne = apart.leaveOneOut(rows(10))[3];
        double variance = covariance.noise(places[3]);
        assertEquals(ofOne[0], leftOut[0], 1e-9);
        assertEquals(ofOne[1] - variance, leftOut[1] - variance / 3, 1e-9);
        var more = List.of(TestData.points(1, 9));
        assertArrayEquals(
                predict(apart.with(more, new double[] {0.4}).orElseThrow(), places[3]),
                predict(mean.with(more, new double[] {0.4}).orElseThrow(), places[3]),
                1e-9);
    }

    private static GaussianProcess process(
            boolean exact,
            Covariance covariance,
            double[][] x,
            double[] y,
            ObservationNoise[] noise) {
        if (exact) {
            return GaussianProcess.condition(LinearAlgebra.best(), covariance, x, y, noise)
                    .orElseThrow();
        }
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        double[] variances = new double[y.length];
        Arrays.setAll(variances, i -> noise[i].variance(covariance.noise(warped[i])));
        return InducedProcess.of(
                        LinearAlgebra.best(), covariance, warped, y, variances, InducedProcess.MOST)
                .orElseThrow();
    }
}
