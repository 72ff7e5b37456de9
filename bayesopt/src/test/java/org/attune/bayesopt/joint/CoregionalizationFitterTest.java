package org.attune.bayesopt.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class CoregionalizationFitterTest {
    private static CoregionalizationFitter fitter(TaskCovariance tasks, TaskWarps warps) {
        return new CoregionalizationFitter(
                LinearAlgebra.best(),
                TaskData.AXES,
                tasks,
                true,
                warps,
                SurrogateSettings.standard(),
                TaskData.SINGLE,
                Collections.nCopies(tasks.tasks(), Enrichment.NONE),
                new Seed(1));
    }

    private static CoregionalizedModel fit(int latent, Observations data) {
        return fitter(new Coregionalization(data.tasks(), latent), TaskWarps.EACH)
                .fit(data)
                .orElseThrow();
    }

    /** Two tasks alike but for their scale, one turned round. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void correlationsAreLearnedWithTheirSigns(int latent) {
        double[][] learned = fit(latent, TaskData.observations(45, 1, 1, 100, -1)).correlation();
        assertTrue(learned[0][1] > 0.8, "alike: " + learned[0][1]);
        assertTrue(learned[0][2] < -0.8, "opposite: " + learned[0][2]);
        assertTrue(learned[1][2] < -0.8, "opposite: " + learned[1][2]);
        assertEquals(1, learned[2][2]);
    }

    /** What another task has shown is predicted: far better than from four trials alone. */
    @Test
    void oneTaskTeachesAnother() {
        Observations all = TaskData.observations(60, 2, 1, 3);
        int[] known = IntStream.range(0, 60).filter(i -> i % 2 == 0 || i < 8).toArray();
        CoregionalizedModel model = fit(1, all.select(known));
        double squares = 0;
        double deviations = 0;
        double[] out = new double[2];
        for (int i = 9; i < 60; i += 2) {
            model.of(1).predict(all.x()[i], out);
            double z = model.of(1).warp().forward(all.y()[i]);
            squares += (z - out[0]) * (z - out[0]);
            deviations += z * z;
        }
        assertTrue(squares < 0.1 * deviations, squares + " of " + deviations);
    }

    /** A valley that lies 0.15 further right in the other task. */
    @Test
    void shiftsAreLearned() {
        Observations seen = TaskData.observations(60, 5, 0, 0);
        double[] y = new double[60];
        for (int i = 0; i < y.length; i++) {
            double bottom = 0.4 + 0.15 * seen.task()[i];
            y[i] = Math.sqrt(0.01 + Math.pow(seen.x()[i][0] - bottom, 2)) + 0.1 * seen.x()[i][1];
        }
        CoregionalizedModel model = fit(1, new Observations(2, seen.task(), seen.x(), y));
        double[] first = moved(model, 0);
        assertEquals(0.15, first[0] - moved(model, 1)[0], 0.05);
        assertEquals(0, first[2], "a category has no places to shift along");
    }

    /** Returns by how much a task is moved along each axis, beside what the warp does to all. */
    private static double[] moved(CoregionalizedModel model, int task) {
        double[] place = new double[TaskData.AXES.dimension() + 1];
        place[place.length - 1] = task;
        var prior = TaskData.prior(model.tasks(), RadialKernel.MATERN52, true, 0);
        return prior.process().covariance(model.theta()).warped(place);
    }

    /**
     * Data without noise, of which the search that begins with much of it finds nothing better:
     * what the first has found stays.
     */
    @Test
    void aModeWithoutNoiseIsKept() {
        Observations data = TaskData.observations(40, 2, 1, 3);
        var tasks = new Coregionalization(2, 1);
        var fitter = fitter(tasks, TaskWarps.EACH);
        fitter.fit(data);
        double[] mode = fitter.learned().orElseThrow().anchor();
        CoregionalizedPrior prior = TaskData.prior(tasks, RadialKernel.MATERN52, true, 0);
        for (double noise : prior.process().noise(mode)) {
            assertTrue(noise < 0.05, Arrays.toString(mode));
        }
    }

    /** A fitter that has fitted the data before the last ones gives what a new one gives. */
    @Test
    void aFitIsAFunctionOfTheData() {
        assertIsAFunctionOf(TaskData.observations(31, 3, 1, 2, 0.5));
    }

    /** The same of repeated measurements, whose noise is on the scale of warps that change. */
    @Test
    void aFitIsAFunctionOfRepeatedMeasurements() {
        assertIsAFunctionOf(TaskData.repeated(TaskData.observations(31, 3, 1, 2, 0.5)));
    }

    private static void assertIsAFunctionOf(Observations data) {
        var tasks = new Coregionalization(3, 1);
        var old = fitter(tasks, TaskWarps.EACH);
        for (int count = 6; count < data.size(); count++) {
            old.fit(data.first(count));
        }
        CoregionalizedModel expected = fitter(tasks, TaskWarps.EACH).fit(data).orElseThrow();
        CoregionalizedModel model = old.fit(data).orElseThrow();
        assertArrayEquals(expected.theta(), model.theta());
        assertArrayEquals(moments(expected), moments(model));
    }

    private static double[] moments(CoregionalizedModel model) {
        double[] out = new double[2];
        model.of(1).predict(new double[] {0.3, 0.6, 0.5}, out);
        return out;
    }

    /** Half of what two tasks give is known before, wild as it is: a few runs give the rest. */
    @Test
    void priorMeansOfEachTaskAreTakenOff() {
        ToDoubleFunction<Point> wild = p -> Math.sin(40 * p.number("x")) + 3;
        var problem =
                TuningProblem.named("p")
                        .priorMean("y", PerformanceModel.of("wild", wild))
                        .objective(Objective.minimize("y"));
        TaskData.SPACE.parameters().forEach(problem::parameter);
        var enrichment =
                new Enrichment(
                        problem.build(), Objective.minimize("y"), Point.EMPTY, TaskData.AXES);
        Observations seen = TaskData.observations(24, 6, 0.2, 0.4);
        double[] y = new double[24];
        Arrays.setAll(y, i -> seen.y()[i] + wild.applyAsDouble(TaskData.SPACE.decode(seen.x()[i])));
        var data = new Observations(2, seen.task(), seen.x(), y);
        int[] known = IntStream.range(0, 16).toArray();
        assertTrue(error(data, known, enrichment) < 0.3 * error(data, known, Enrichment.NONE));
    }

    private static double error(Observations data, int[] known, Enrichment enrichment) {
        CoregionalizedModel model = fit(data.select(known), enrichment);
        double sum = 0;
        double[] out = new double[2];
        for (int i = known.length; i < data.size(); i++) {
            int task = data.task()[i];
            model.of(task).predict(data.x()[i], out);
            double off = model.of(task).warp().inverse(out[0]) - data.y()[i];
            sum += off * off;
        }
        return sum;
    }

    private static CoregionalizedModel fit(Observations data, Enrichment enrichment) {
        var settings = SurrogateSettings.standard();
        return new CoregionalizationFitter(
                        LinearAlgebra.best(),
                        TaskData.AXES,
                        new Coregionalization(2, 1),
                        true,
                        TaskWarps.EACH,
                        new SurrogateSettings(
                                settings.kernel(), List.of(OutputWarp.Shape.IDENTITY), 3, 60, true),
                        TaskData.SINGLE,
                        List.of(enrichment, enrichment),
                        new Seed(1))
                .fit(data)
                .orElseThrow();
    }

    /** The prior mean is known of runs that were added, too: left out, each is predicted by it. */
    @Test
    void addedRunsHaveTheirPriorMean() {
        var problem =
                TuningProblem.named("p")
                        .priorMean("y", PerformanceModel.of("m", p -> 5 * p.number("x")))
                        .objective(Objective.minimize("y"));
        TaskData.SPACE.parameters().forEach(problem::parameter);
        var enrichment =
                new Enrichment(
                        problem.build(), Objective.minimize("y"), Point.EMPTY, TaskData.AXES);
        Observations data = TaskData.observations(20, 6, 0.2, 0.4);
        CoregionalizedModel model = fit(data.select(IntStream.range(0, 16).toArray()), enrichment);
        CoregionalizedModel more =
                model.with(data.select(new int[] {16, 17}))
                        .flatMap(m -> m.with(data.select(new int[] {18, 19})))
                        .orElseThrow();
        double[] out = new double[2];
        model.with(data.select(new int[] {16, 17, 18}))
                .orElseThrow()
                .of(1)
                .predict(data.x()[19], out);
        double[] leftOut = more.of(1).leaveOneOut()[9];
        assertEquals(out[0], leftOut[0], 1e-9);
    }

    /** An output with a large error of its own draws the others less to it. */
    @Test
    void anUncertainOutputIsBelievedLess() {
        Observations data = TaskData.observations(30, 3, 1, 2);
        data.y()[7] += 2;
        double trusted = offAt(7, data);
        data.noise()[7] = new ObservationNoise(1, 3);
        double doubted = offAt(7, data);
        assertTrue(doubted > 2 * trusted + 0.5, doubted + " against " + trusted);
    }

    /** Returns how far the model stays away from an output, in outputs. */
    private static double offAt(int row, Observations data) {
        CoregionalizedModel model = fit(1, data);
        double[] out = new double[2];
        int task = data.task()[row];
        model.of(task).predict(data.x()[row], out);
        return data.y()[row] - model.of(task).warp().inverse(out[0]);
    }

    /** By its size alone, between those of three others; what lies beyond them is not claimed. */
    @Test
    void featuresPredictATaskWithoutTrials() {
        Observations seen = TaskData.observations(36, 4, 0, 0, 0, 0);
        double[] y = new double[36];
        for (int i = 0; i < y.length; i++) {
            y[i] = Math.pow(10, seen.task()[i]) * (1.2 + Math.sin(3 * seen.x()[i][0]));
        }
        var all = new Observations(4, seen.task(), seen.x(), y);
        int[] known = IntStream.range(0, 36).filter(i -> i % 4 != 2).toArray();
        CoregionalizedModel model =
                fitter(
                                new FeatureCovariance(
                                        new double[][] {{0}, {1 / 3.0}, {2 / 3.0}, {1}}),
                                TaskWarps.COMMON)
                        .fit(all.select(known))
                        .orElseThrow();
        double[] out = new double[2];
        for (int i = 2; i < 36; i += 4) {
            model.of(2).predict(all.x()[i], out);
            double predicted = model.of(2).warp().inverse(out[0]);
            assertTrue(
                    predicted > y[i] / 2 && predicted < 2 * y[i],
                    "%s measured, %s predicted".formatted(y[i], predicted));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e12, 1e-12})
    void strangeOutputsGiveFinitePredictions(double weight) {
        Observations data = TaskData.observations(24, 5, 1, weight);
        for (var model :
                List.of(
                        fit(2, data),
                        fitter(new FeatureCovariance(new double[][] {{0}, {1}}), TaskWarps.COMMON)
                                .fit(data)
                                .orElseThrow())) {
            double[] out = new double[2];
            for (int t = 0; t < 2; t++) {
                model.of(t).predict(data.x()[0], out);
                assertTrue(Double.isFinite(out[0]) && out[1] >= 0, "task " + t);
            }
        }
    }

    /** Added rows say what a process conditioned on all of them says, hyperparameters the same. */
    @Test
    void moreObservationsNeedNoNewFit() {
        Observations all = TaskData.observations(30, 6, 1, -2);
        int[] first = IntStream.range(0, 26).toArray();
        int[] last = IntStream.range(26, 30).toArray();
        CoregionalizedModel model = fit(1, all.select(first));
        CoregionalizedModel more = model.with(all.select(last)).orElseThrow();
        double[] expected = new double[2];
        double[] out = new double[2];
        for (int t = 0; t < 2; t++) {
            assertEquals(15, more.of(t).data().size());
            assertEquals(
                    model.of(t).hyperparameters().noiseVariance(),
                    more.of(t).hyperparameters().noiseVariance());
            for (int row : last) {
                model.of(t).predict(all.x()[row], expected);
                more.of(t).predict(all.x()[row], out);
                assertTrue(out[1] < expected[1], out[1] + " after " + expected[1]);
            }
        }
        double[][] leftOut = more.of(0).leaveOneOut();
        assertEquals(15, leftOut.length);
        int[] others = IntStream.range(0, 30).filter(i -> i != 28).toArray();
        CoregionalizedModel without = model.with(all.select(new int[] {26, 27, 29})).orElseThrow();
        without.of(0).predict(all.x()[28], expected);
        assertEquals(others.length, without.of(0).process().observations());
        assertEquals(expected[0], leftOut[14][0], 1e-9);
        double noise = more.of(0).hyperparameters().noiseVariance();
        assertEquals(expected[1] + noise, leftOut[14][1], 1e-9);
    }

    @Test
    void anOutputThatNoWarpTakesIsRefused() {
        CoregionalizedModel model = fit(1, TaskData.observations(20, 6, 1, -2));
        var infinite =
                new Observations(
                        2,
                        new int[] {1},
                        new double[][] {{0.1, 0.2, 0.5}},
                        new double[] {Double.NaN});
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> model.with(infinite))
                        .getMessage()
                        .contains("task 1"));
    }

    @Test
    void thousandsOfTrialsAreSharedToo() {
        Observations data = TaskData.observations(GaussianProcess.EXACT + 100, 1, 1, 2);
        CoregionalizedModel model = fit(1, data);
        assertEquals(data.size(), model.of(0).process().observations());
        assertTrue(LeaveOneOut.skill(model.of(0)) > 0.8);
    }

    @Test
    void manyTasksOfOneTrialEach() {
        double[] weights = new double[40];
        Arrays.setAll(weights, t -> 1 + t % 3);
        Observations data = TaskData.observations(40, 6, weights);
        double[] out = new double[2];
        fit(1, data).of(17).predict(data.x()[3], out);
        assertTrue(Double.isFinite(out[0]) && out[1] >= 0);
    }
}
