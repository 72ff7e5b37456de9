package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

class GaussianProcessTest {
    private static GaussianProcess process(
            RadialKernel kernel, double[] theta, double[][] x, double[] y) {
        return GaussianProcess.condition(
                        LinearAlgebra.best(),
                        new SpaceCovariance(TestData.AXES, kernel, Hyperparameters.of(theta)),
                        x,
                        y)
                .orElseThrow();
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
        double[][] closed = process(RadialKernel.MATERN52, theta, x, y).leaveOneOut();
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
        double[] theta = Priors.informative(TestData.AXES, true).mode();
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
        double[][] closed = process(RadialKernel.MATERN52, theta, x, y).leaveOneOut();
        double[][] others = {x[0], x[2], x[3], x[5], x[6], x[8]};
        double[] rest = {y[0], y[2], y[3], y[5], y[6], y[8]};
        double[] out = predict(process(RadialKernel.MATERN52, theta, others, rest), x[1]);
        for (int i : new int[] {1, 4, 7}) {
            assertEquals(out[0], closed[i][0], 1e-8);
            assertEquals(out[1] + Math.exp(theta[TestData.NOISE]), closed[i][1], 1e-8);
        }
    }
}
