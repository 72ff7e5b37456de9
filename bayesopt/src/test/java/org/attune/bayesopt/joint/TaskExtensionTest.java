package org.attune.bayesopt.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedProcess;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

class TaskExtensionTest {
    private static final LinearAlgebra ALGEBRA = LinearAlgebra.best();
    private static final SurrogateSettings SETTINGS =
            new SurrogateSettings(
                    RadialKernel.MATERN52, List.of(OutputWarp.Shape.IDENTITY), 2, 30, false);

    private static CoregionalizedModel fitted(
            Observations data, TaskCovariance tasks, boolean shifted) {
        return fitted(data, tasks, shifted, TaskData.SINGLE);
    }

    private static CoregionalizedModel fitted(
            Observations data, TaskCovariance tasks, boolean shifted, Priors priors) {
        return new CoregionalizationFitter(
                        ALGEBRA,
                        TaskData.AXES,
                        tasks,
                        shifted,
                        TaskWarps.EACH,
                        SETTINGS,
                        priors,
                        Collections.nCopies(data.tasks(), Enrichment.NONE),
                        new Seed(3))
                .fit(data)
                .orElseThrow();
    }

    private static TaskExtension extension(CoregionalizedModel model) {
        return TaskExtension.of(ALGEBRA, TaskData.AXES, SETTINGS, TaskData.SINGLE, model)
                .orElseThrow();
    }

    private static Dataset repeated(Dataset data) {
        var one = new Observations(1, new int[data.size()], data.x(), data.y());
        return TaskData.repeated(one).of(0);
    }

    private static double[] coefficients(int latent, long seed) {
        Generator random = new Seed(seed).generator("coefficients", latent);
        double[] v = new double[2 * latent + 1];
        Arrays.setAll(v, i -> (i < latent ? 0 : -2) + 0.7 * random.nextGaussian());
        return v;
    }

    /** The likelihood of all observations, by a factorization of their whole covariance. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void isTheLikelihoodOfAll(int latent) {
        Observations data = TaskData.observations(45, 5, 1, -0.5, 2);
        Dataset added = repeated(TaskData.observations(9, 8, 1.3).of(0));
        isTheLikelihoodOfAll(latent, data, added, TaskData.SINGLE);
    }

    /** Where it matters what divides a size, for the added task as for the others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void isTheLikelihoodOfAllWithAlignment(int latent) {
        Observations data = TaskData.slowWhereOdd(TaskData.observations(45, 5, 1, -0.5, 2));
        Dataset added = repeated(TaskData.slowWhereOdd(TaskData.observations(9, 8, 1.3)).of(0));
        isTheLikelihoodOfAll(latent, data, added, TaskData.ALIGNED);
    }

    private static void isTheLikelihoodOfAll(
            int latent, Observations data, Dataset added, Priors priors) {
        CoregionalizedModel model = fitted(data, new Coregionalization(3, latent), false, priors);
        assertEquals(priors.isAligned(), model.prior().alignment().isPresent());
        TaskExtension extension = extension(model);
        OutputWarp warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, added.y()).orElseThrow();
        AddedTaskLikelihood likelihood = extension.likelihood(added, warp);
        double[] v = coefficients(latent, 4);
        double[] gradient = new double[v.length];
        double value = likelihood.valueAndGradient(v, gradient);

        var prior =
                new CoregionalizedPrior(
                        TaskData.AXES,
                        new Coregionalization(4, latent),
                        RadialKernel.MATERN52,
                        priors,
                        false,
                        0);
        double[][] places = new double[54][];
        double[] z = new double[54];
        var noise = Arrays.copyOf(data.noise(), 54);
        for (int i = 0; i < 45; i++) {
            places[i] = TaskData.place(data, i);
            z[i] = model.warps().get(data.task()[i]).forward(data.y()[i]);
        }
        for (int i = 45; i < 54; i++) {
            places[i] = Arrays.copyOf(added.x()[i - 45], 4);
            places[i][3] = 3;
            z[i] = warp.forward(added.y()[i - 45]);
            noise[i] = added.noise()[i - 45].on(warp, added.y()[i - 45]);
        }
        var whole = new Likelihood(ALGEBRA, prior.process(), places, z, noise);
        double[] all = new double[prior.layout().size()];
        double expected = whole.valueAndGradient(likelihood.with(v), all);
        assertEquals(expected, value, 1e-8 * Math.abs(expected));
        int[] entries = AddedTaskLikelihood.entries(prior);
        assertArrayEquals(
                Arrays.stream(entries).mapToDouble(i -> all[i]).toArray(), gradient, 1e-6);
        double[] ofAll = new double[v.length];
        assertEquals(
                expected, extension.posteriorOfAll(added, warp).valueAndGradient(v, ofAll), 1e-8);
        assertArrayEquals(gradient, ofAll, 1e-6);
        FiniteDifference.assertGradient(
                at -> likelihood.valueAndGradient(at, new double[at.length]),
                v,
                gradient,
                1e-5,
                latent + " latent functions");
    }

    /** Appending rows to the factor, and factorizing the covariance of all, predict the same. */
    @Test
    void predictsLikeTheModelOfAll() {
        CoregionalizedModel model =
                fitted(TaskData.observations(40, 5, 1, -0.5), new Coregionalization(2, 2), false);
        Dataset added = TaskData.observations(7, 8, 1.3).of(0);
        OutputWarp warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, added.y()).orElseThrow();
        TaskExtension extension = extension(model);
        WarpedProcess appended = extension.fit(added, warp).orElseThrow().of(2);
        // Aggregates of one measurement with an error of next to nothing are not plain.
        var errors = added.noise().clone();
        Arrays.setAll(errors, i -> new org.attune.bayesopt.surrogate.ObservationNoise(1, 1e-12));
        WarpedProcess whole =
                extension.fit(new Dataset(added.x(), added.y(), errors), warp).orElseThrow().of(2);
        double[] a = new double[2];
        double[] b = new double[2];
        for (double[] x : TaskData.observations(20, 9, 1).x()) {
            appended.predict(x, a);
            whole.predict(x, b);
            assertArrayEquals(a, b, 1e-6);
        }
    }

    /** Three trials of a task that is like others tell what 40 of those know. */
    @Test
    void knowsFromOtherTasksWhatFewTrialsDoNotSay() {
        CoregionalizedModel model =
                fitted(TaskData.observations(80, 5, 1, 0.8), new Coregionalization(2, 1), false);
        Dataset added = TaskData.observations(6, 8, 1.3).of(0);
        OutputWarp warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, added.y()).orElseThrow();
        WarpedProcess extended = extension(model).fit(added, warp).orElseThrow().of(2);
        Dataset unseen = TaskData.observations(50, 9, 1.3).of(0);
        double mean = Arrays.stream(unseen.y()).average().orElseThrow();
        double[] out = new double[2];
        double left = 0;
        double all = 0;
        for (int i = 0; i < unseen.size(); i++) {
            extended.predict(unseen.x()[i], out);
            left += Math.pow(warp.inverse(out[0]) - unseen.y()[i], 2);
            all += Math.pow(mean - unseen.y()[i], 2);
        }
        assertTrue(left < 0.1 * all, left + " of " + all);
    }

    @Test
    void refusesModelsOfAnotherKind() {
        Observations data = TaskData.observations(20, 5, 1, -0.5);
        CoregionalizedModel shifted = fitted(data, new Coregionalization(2, 1), true);
        assertThrows(IllegalArgumentException.class, () -> extension(shifted));
        CoregionalizedModel ofFeatures =
                fitted(data, new FeatureCovariance(new double[][] {{0}, {1}}), false);
        assertThrows(IllegalArgumentException.class, () -> extension(ofFeatures));
    }
}
