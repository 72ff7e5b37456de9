package org.attune.bayesopt.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.testkit.FiniteDifference;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

class CoregionalizedLikelihoodTest {
    private static final LinearAlgebra ALGEBRA = LinearAlgebra.best();

    private static Likelihood likelihood(CoregionalizedPrior prior, Observations data) {
        double[][] places = new double[data.size()][];
        for (int i = 0; i < places.length; i++) {
            double[] place = TaskData.place(data, i);
            double[] said = {2 * place[0] - 1, place[1] * place[1]}; // by models, if there are any
            int models = prior.process().models();
            places[i] = Arrays.copyOf(place, place.length + models);
            System.arraycopy(said, 0, places[i], place.length, models);
        }
        return new Likelihood(ALGEBRA, prior.process(), places, data.y(), data.noise());
    }

    private static Stream<TaskCovariance> covariances() {
        return Stream.of(
                new Coregionalization(3, 1),
                new Coregionalization(3, 2),
                new Coregionalization(3, 3),
                new FeatureCovariance(new double[][] {{0}, {0.3}, {1}}),
                new FeatureCovariance(new double[][] {{0, 1}, {0.3, 0.8}, {1, 0}}));
    }

    @ParameterizedTest
    @MethodSource("covariances")
    void gradientMatchesFiniteDifferences(TaskCovariance tasks) {
        assertGradient(tasks, false, 0);
    }

    @ParameterizedTest
    @MethodSource("covariances")
    void gradientMatchesFiniteDifferencesWhereTasksAreShifted(TaskCovariance tasks) {
        assertGradient(tasks, true, 0);
    }

    @ParameterizedTest
    @MethodSource("covariances")
    void gradientMatchesFiniteDifferencesWithModels(TaskCovariance tasks) {
        assertGradient(tasks, true, 2);
    }

    /** So many that rows are divided into blocks, for threads. */
    @ParameterizedTest
    @MethodSource("covariances")
    void gradientMatchesFiniteDifferencesInBlocks(TaskCovariance tasks) {
        assertGradient(tasks, true, 0, 120);
    }

    @ParameterizedTest
    @MethodSource("covariances")
    void gradientMatchesFiniteDifferencesWithAlignment(TaskCovariance tasks) {
        assertGradient(tasks, TaskData.aligned(tasks, 0), 17);
        assertGradient(tasks, TaskData.aligned(tasks, 2), 17);
    }

    @ParameterizedTest
    @MethodSource("covariances")
    void isTheSameInOneThread(TaskCovariance tasks) {
        Observations data = TaskData.observations(150, tasks.block().size(), 1, -0.5, 2);
        CoregionalizedPrior prior = TaskData.prior(tasks, RadialKernel.MATERN52, true, 0);
        var likelihood = likelihood(prior, data);
        double[] theta = TaskData.theta(prior, tasks.block().size());
        double[] gradient = new double[theta.length];
        double value = likelihood.valueAndGradient(theta, gradient);
        for (int threads = 1; threads < 4; threads++) {
            double[] again = new double[theta.length];
            try (var pool = new ForkJoinPool(threads)) {
                assertEquals(
                        value, pool.submit(() -> likelihood.valueAndGradient(theta, again)).join());
            }
            assertArrayEquals(gradient, again);
        }
    }

    private static void assertGradient(TaskCovariance tasks, boolean shifted, int models) {
        assertGradient(tasks, shifted, models, 17);
    }

    private static void assertGradient(
            TaskCovariance tasks, boolean shifted, int models, int count) {
        assertGradient(tasks, TaskData.prior(tasks, RadialKernel.MATERN52, shifted, models), count);
    }

    private static void assertGradient(TaskCovariance tasks, CoregionalizedPrior prior, int count) {
        Observations data =
                TaskData.repeated(TaskData.observations(count, tasks.block().size(), 1, -0.5, 2));
        var likelihood = likelihood(prior, data);
        double[] theta = TaskData.theta(prior, tasks.block().size());
        double[] gradient = new double[theta.length];
        likelihood.valueAndGradient(theta, gradient);
        FiniteDifference.assertGradient(
                v -> likelihood.valueAndGradient(v, new double[v.length]),
                theta,
                gradient,
                1e-5,
                tasks.latent() + " latent functions");
    }

    /** The density of a normal distribution whose covariance is filled entry by entry. */
    @ParameterizedTest
    @EnumSource
    void valueIsTheLogDensity(RadialKernel kernel) {
        Observations data = TaskData.repeated(TaskData.observations(8, 5, 1, 3));
        CoregionalizedPrior prior = TaskData.prior(new Coregionalization(2, 2), kernel, true, 0);
        double[] theta = TaskData.theta(prior, 5);
        Covariance covariance = prior.process().covariance(theta);
        int n = data.size();
        var k = new SimpleMatrix(n, n);
        var z = new SimpleMatrix(n, 1);
        for (int i = 0; i < n; i++) {
            double[] a = covariance.warped(TaskData.place(data, i));
            for (int j = 0; j < n; j++) {
                k.set(i, j, covariance.value(a, covariance.warped(TaskData.place(data, j))));
            }
            k.set(i, i, covariance.variance(a) + data.noise()[i].variance(covariance.noise(a)));
            z.set(i, 0, data.y()[i]);
        }
        double logPrior = prior.layout().logDensity(theta, new double[theta.length]);
        double expected =
                0.5 * z.transpose().mult(k.solve(z)).get(0, 0)
                        + 0.5 * Math.log(k.determinant())
                        + 0.5 * n * Math.log(2 * Math.PI)
                        - logPrior;
        double value = likelihood(prior, data).valueAndGradient(theta, new double[theta.length]);
        assertEquals(expected, value, 1e-8 * Math.abs(expected));
    }

    /** Tasks that share nothing are as likely together as each for itself. */
    @Test
    void tasksThatShareNothingAreIndependent() {
        Observations data = TaskData.observations(12, 6, 1, 2);
        CoregionalizedPrior prior =
                TaskData.prior(new Coregionalization(2, 1), RadialKernel.RBF, true, 0);
        double[] theta = TaskData.theta(prior, 6);
        theta[prior.phi().from()] = 0; // the weights of both tasks
        theta[prior.phi().from() + 1] = 0;
        double both = logLikelihood(prior, data, theta);
        double apart = 0;
        for (int t = 0; t < 2; t++) {
            int[] rows = data.rows(t);
            int[] task = new int[rows.length];
            Arrays.fill(task, t);
            var own = data.of(t);
            apart += logLikelihood(prior, new Observations(2, task, own.x(), own.y()), theta);
        }
        assertEquals(apart, both, 1e-9 * Math.abs(both));
    }

    /** Without the prior, which would count twice. */
    private static double logLikelihood(
            CoregionalizedPrior prior, Observations data, double[] theta) {
        double value = likelihood(prior, data).valueAndGradient(theta, new double[theta.length]);
        return value + prior.layout().logDensity(theta, new double[theta.length]);
    }

    /** Tasks and latent functions share the features: of many each would have none. */
    @Test
    void drawsOfManyTasksVaryAsPredicted() {
        var prior =
                new CoregionalizedPrior(
                        TaskData.AXES,
                        new Coregionalization(3, 2),
                        RadialKernel.MATERN52,
                        Priors.informative(TaskData.AXES, false),
                        false,
                        0);
        GaussianProcess process =
                GaussianProcess.condition(
                                LinearAlgebra.best(),
                                prior.process().covariance(TaskData.theta(prior, 3)),
                                new double[][] {{0.1, 0.1, 1 / 6.0, 0}},
                                new double[] {0})
                        .orElseThrow();
        double[] place = {0.9, 0.9, 5 / 6.0, 2};
        double[] predicted = new double[2];
        process.predict(place, predicted);
        double variance =
                Arrays.stream(
                                process.draws(4000, 1, new Seed(1).generator("draws", 0))
                                        .values(new double[][] {place}))
                        .mapToDouble(draw -> Math.pow(draw[0] - predicted[0], 2))
                        .average()
                        .orElseThrow();
        assertEquals(predicted[1], variance, 0.3 * predicted[1]);
    }
}
