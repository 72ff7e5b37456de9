package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Generator;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.WarpedData;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The sum of posteriors against its parts and finite differences, and what models have of it. */
class SharedHyperparametersTest {
    private static final Axes AXES = new Axes(Studies.PROBLEM.parameterSpace(), false, true);
    private static final EngineSettings SETTINGS = EngineSettings.standard();
    private static final ProcessPrior PRIOR =
            ProcessPrior.of(AXES, SETTINGS.surrogate().kernel(), SETTINGS.priors(AXES), 0);

    private static WarpedData task(double t, int trials) {
        Generator random = new Seed(7).generator("task", (long) (100 * t));
        double[][] x = new double[trials][];
        Arrays.setAll(x, i -> new double[] {random.nextDouble(), random.nextDouble()});
        double[] y =
                Arrays.stream(x)
                        .mapToDouble(
                                u -> Studies.bowl(t, Studies.PROBLEM.parameterSpace().decode(u)))
                        .toArray();
        return new WarpedData(
                PRIOR,
                new int[trials],
                List.of(new Dataset(x, y)),
                List.of(OutputWarp.fit(OutputWarp.Shape.IDENTITY, y).orElseThrow()),
                List.of(ModelCoordinates.NONE),
                List.of(PriorMean.NONE));
    }

    /** The prior is in each posterior once, and once more for each of two tasks. */
    @Test
    void addsThePosteriorsOfTasksAndTheirPriorsAgain() {
        List<WarpedData> tasks = List.of(task(0.2, 8), task(0.8, 5));
        double[] theta = PRIOR.layout().sample(new Seed(3).generator("theta", 0));
        double sum =
                tasks.stream()
                        .mapToDouble(t -> t.posterior(LinearAlgebra.best()).value(theta))
                        .sum();
        sum -= 2 * PRIOR.layout().logDensity(theta, theta.clone());
        var shared = new SharedHyperparameters(PRIOR, tasks);
        assertEquals(sum, shared.negativeLog(theta, theta.clone()), 1e-9);
    }

    @Test
    void derivativesAreThoseOfTheSum() {
        var shared = new SharedHyperparameters(PRIOR, List.of(task(0.2, 8), task(0.8, 5)));
        double[] theta = PRIOR.layout().mode();
        Arrays.setAll(theta, i -> theta[i] + 0.1 * Math.sin(i + 1));
        double[] gradient = new double[theta.length];
        shared.negativeLog(theta, gradient);
        double h = 1e-5;
        for (int i = 0; i < theta.length; i++) {
            double[] up = theta.clone();
            double[] down = theta.clone();
            up[i] += h;
            down[i] -= h;
            double expected =
                    (shared.negativeLog(up, new double[theta.length])
                                    - shared.negativeLog(down, new double[theta.length]))
                            / (2 * h);
            assertEquals(expected, gradient[i], 1e-5 * (1 + Math.abs(expected)), "theta " + i);
        }
    }

    /** Twice the same posterior has the mode of one. */
    @Test
    void sameTaskTwiceSaysTheSame() {
        WarpedData task = task(0.2, 12);
        double[] once = new SharedHyperparameters(PRIOR, List.of(task)).mode().orElseThrow().x();
        double[] twice =
                new SharedHyperparameters(PRIOR, List.of(task, task)).mode().orElseThrow().x();
        assertArrayEquals(once, twice, 0.02);
    }

    @Test
    void modelsOfSeveralSourcesHaveTheSameLengthscales() {
        var models = new SourceModels(Studies.PROBLEM, AXES, SETTINGS);
        var output = Studies.PROBLEM.optimized().getFirst();
        var records = new RecordLog().snapshot();
        List<SourceRecord> sources = Studies.alike();
        Map<SourceRecord, Surrogate> shared = models.sharing(sources, output, records);
        assertEquals(sources, List.copyOf(shared.keySet()));
        assertArrayEquals(
                shared.get(sources.get(0)).lengthscales().orElseThrow(),
                shared.get(sources.get(1)).lengthscales().orElseThrow(),
                1e-12);
        double[] x = {0.3, 0.6};
        SourceRecord one = sources.getFirst();
        assertEquals(
                models.of(one, output, records).orElseThrow().mean(x),
                models.sharing(List.of(one), output, records).get(one).mean(x),
                0);
    }

    /** What few have in common is not what many have: of ten out of fifty it was far off. */
    @Test
    void manySourcesHaveTheirOwn() {
        var models = new SourceModels(Studies.PROBLEM, AXES, SETTINGS);
        var output = Studies.PROBLEM.optimized().getFirst();
        var records = new RecordLog().snapshot();
        List<SourceRecord> sources =
                IntStream.range(0, 11)
                        .mapToObj(k ->
                                Studies.source("s" + k, 0.1, 6, p -> p.number("x") * (k + 1.0)))
                        .toList();
        SourceRecord one = sources.getFirst();
        double[] x = {0.3, 0.6};
        double own = models.of(one, output, records).orElseThrow().mean(x);
        assertEquals(own, models.sharing(sources, output, records).get(one).mean(x), 0);
        assertNotEquals(
                own, models.sharing(sources.subList(0, 10), output, records).get(one).mean(x));
    }
}
