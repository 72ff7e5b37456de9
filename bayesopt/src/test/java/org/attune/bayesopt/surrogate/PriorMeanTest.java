package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class PriorMeanTest {
    private static final Objective SECONDS = Objective.minimize("seconds");

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, 1))
                .parameter(Parameter.real("w", 0.01, 10).log())
                .parameter(Parameter.integer("n", 1, 64))
                .objective(SECONDS);
    }

    private static final Axes AXES = new Axes(problem().build().parameterSpace(), false);

    /** Positive, over two decades, and too wild for a few runs. */
    private static double truth(Point p) {
        return Math.exp(Math.sin(30 * p.number("x")) + p.number("n") / 20) * p.number("w");
    }

    private static Dataset data(int count, ToDoubleFunction<Point> f) {
        var space = problem().build().parameterSpace();
        var random = new Seed(3).generator("runs", count);
        double[][] x = new double[count][];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            Point p = space.sample(random);
            x[i] = space.encode(p);
            y[i] = f.applyAsDouble(space.decode(x[i]));
        }
        return new Dataset(x, y);
    }

    private static WarpedProcess process(
            OutputWarp.Shape shape, Dataset data, Optional<ToDoubleFunction<Point>> mean) {
        var builder = problem();
        mean.ifPresent(m -> builder.priorMean("seconds", PerformanceModel.of("mean", m)));
        var standard = SurrogateSettings.standard();
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        new SurrogateSettings(standard.kernel(), List.of(shape), 3, 60, true),
                        Priors.informative(AXES, true),
                        new Enrichment(builder.build(), SECONDS, Point.EMPTY, AXES),
                        new Seed(1))
                .fit(data)
                .orElseThrow();
    }

    /** Returns Σ (z - prediction)² / Σ z² over other places. */
    private static double error(WarpedProcess process, ToDoubleFunction<Point> f) {
        Dataset others = data(100, f);
        double off = 0;
        double all = 0;
        double[] out = new double[2];
        for (int i = 0; i < others.size(); i++) {
            double z = process.warp().forward(others.y()[i]);
            process.predict(others.x()[i], out);
            off += (z - out[0]) * (z - out[0]);
            all += z * z;
        }
        return off / all;
    }

    /** Seven times the truth is as good as the truth where outputs are taken by their logarithm. */
    @Test
    void aMeanThatIsOffByAFactorPredictsFromTheFirstRuns() {
        Dataset few = data(5, PriorMeanTest::truth);
        ToDoubleFunction<Point> scaled = p -> 7 * truth(p);
        assertTrue(
                error(process(OutputWarp.Shape.LOG, few, Optional.of(scaled)), PriorMeanTest::truth)
                        < 1e-6);
        assertTrue(
                error(process(OutputWarp.Shape.LOG, few, Optional.empty()), PriorMeanTest::truth)
                        > 0.3);
    }

    /** The weight is the least of the runs' squared distances and twice its own from 1. */
    @Test
    void theWeightIsThatOfRidgeRegressionTowardsOne() {
        Dataset data = data(9, p -> 3 + p.number("x"));
        ToDoubleFunction<Point> mean = p -> 3 + p.number("x") + 0.3 * Math.sin(p.number("n"));
        WarpedProcess process = process(OutputWarp.Shape.IDENTITY, data, Optional.of(mean));
        double[] z = deviations(Arrays.stream(data.y()).map(process.warp()::forward).toArray());
        Space space = problem().build().parameterSpace();
        double[] g =
                deviations(
                        Arrays.stream(data.x())
                                .mapToDouble(x -> mean.applyAsDouble(space.decode(x)))
                                .map(process.warp()::forward)
                                .toArray());
        PriorMean m = process.task().mean();
        double weight = (m.atRun(1) - m.atRun(0)) / (g[1] - g[0]);
        DoubleUnaryOperator loss =
                b ->
                        2 * (b - 1) * (b - 1)
                                + IntStream.range(0, z.length)
                                        .mapToDouble(i -> Math.pow(z[i] - b * g[i], 2))
                                        .sum();
        assertTrue(weight > 0.1 && weight < 0.99, "weight " + weight);
        assertTrue(loss.applyAsDouble(weight) < loss.applyAsDouble(weight - 1e-4));
        assertTrue(loss.applyAsDouble(weight) < loss.applyAsDouble(weight + 1e-4));
        assertEquals(0, IntStream.range(0, z.length).mapToDouble(m::atRun).sum(), 1e-9);
    }

    private static double[] deviations(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(v -> v - mean).toArray();
    }

    @Test
    void aMeanThatSaysTheContraryIsDropped() {
        Dataset data = data(9, PriorMeanTest::truth);
        ToDoubleFunction<Point> contrary = p -> -truth(p);
        PriorMean m = process(OutputWarp.Shape.IDENTITY, data, Optional.of(contrary)).task().mean();
        for (int i = 0; i < data.size(); i++) {
            assertEquals(0, m.atRun(i), 1e-9);
        }
    }

    /** A mean that falls where outputs rise: 60 runs of a smooth function are believed instead. */
    @Test
    void aWrongMeanIsOverruled() {
        ToDoubleFunction<Point> smooth = p -> 3 + p.number("x") + Math.log(p.number("w"));
        ToDoubleFunction<Point> wrong = p -> 3 - 2 * p.number("x") + Math.sin(p.number("n") / 9);
        Dataset data = data(60, smooth);
        double error =
                error(process(OutputWarp.Shape.YEO_JOHNSON, data, Optional.of(wrong)), smooth);
        assertTrue(error < 0.02, "" + error);
    }

    /** The process of what is left, plus the mean: left-out runs and derivatives too. */
    @ParameterizedTest
    @EnumSource(
            value = OutputWarp.Shape.class,
            names = {"IDENTITY", "LOG", "YEO_JOHNSON", "RANK"})
    void everythingIsBesideTheMean(OutputWarp.Shape shape) {
        Dataset data = data(12, PriorMeanTest::truth);
        ToDoubleFunction<Point> mean = p -> 0.5 + truth(p) * (1 + 0.2 * p.number("x"));
        WarpedProcess process = process(shape, data, Optional.of(mean));
        PriorMean m = process.task().mean();
        double[] out = new double[2];
        double[] inner = new double[2];
        process.predict(data.x()[4], out);
        process.process().predict(data.x()[4], inner);
        assertEquals(inner[0] + m.at(data.x()[4]), out[0], 1e-12);
        assertEquals(m.atRun(4), m.at(data.x()[4]), 1e-12);
        double[] leftOut = process.leaveOneOut()[4];
        double ofRest = process.process().leaveOneOut(new int[] {4})[0][0];
        assertEquals(ofRest + m.atRun(4), leftOut[0], 1e-12);
        double[] x = {0.31, 0.62, process.data().x()[0][2]};
        double[] gradient = new double[3];
        double[] byVariance = new double[3];
        process.predict(x, out, gradient, byVariance);
        double[] numeric =
                FiniteDifference.gradient(
                        v -> {
                            double[] moments = new double[2];
                            process.predict(v, moments);
                            return moments[0];
                        },
                        x);
        assertEquals(numeric[0], gradient[0], 1e-3 * (1 + Math.abs(numeric[0])));
        assertEquals(numeric[1], gradient[1], 1e-3 * (1 + Math.abs(numeric[1])));
    }

    /** What is assumed of a pending run is what is predicted there, the mean included. */
    @Test
    void assumedRunsAreBesideTheMean() {
        Dataset data = data(12, PriorMeanTest::truth);
        WarpedProcess process =
                process(OutputWarp.Shape.LOG, data, Optional.of(p -> Math.sqrt(truth(p))));
        double[] x = {0.31, 0.62, 0.5};
        double[] before = new double[2];
        double[] after = new double[2];
        process.predict(x, before);
        process.assuming(PendingRule.BELIEVER, List.of(x)).orElseThrow().predict(x, after);
        assertEquals(before[0], after[0], 1e-8);
        assertTrue(after[1] < before[1]);
    }

    /** Where a mean has no value it says what nothing says. */
    @Test
    void aMeanWithoutValuesIsNone() {
        Dataset data = data(12, PriorMeanTest::truth);
        double[] without = new double[2];
        double[] silent = new double[2];
        double[] x = {0.3, 0.4, 0.5};
        process(OutputWarp.Shape.LOG, data, Optional.empty()).predict(x, without);
        process(OutputWarp.Shape.LOG, data, Optional.of(p -> Double.NaN)).predict(x, silent);
        assertArrayEquals(without, silent);
    }

    @Test
    void aMeanIsOfAnOutput() {
        var wrong = problem().priorMean("second", PerformanceModel.of("m", p -> 1));
        String message = assertThrows(IllegalArgumentException.class, wrong::build).getMessage();
        assertTrue(message.contains("no output of this problem. Maybe one of seconds."), message);
    }
}
