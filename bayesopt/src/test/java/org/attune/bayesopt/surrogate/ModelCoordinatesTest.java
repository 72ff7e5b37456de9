package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.ModelQuality;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.SampledModel;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class ModelCoordinatesTest {
    private static final Objective SECONDS = Objective.minimize("seconds");

    private static TuningProblem problem(PerformanceModel... models) {
        var builder =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("w", 0.01, 10).log())
                        .parameter(Parameter.integer("n", 1, 64))
                        .objective(SECONDS);
        List.of(models).forEach(builder::model);
        return builder.build();
    }

    private static Enrichment enrichment(PerformanceModel... models) {
        TuningProblem problem = problem(models);
        return new Enrichment(problem, SECONDS, Point.EMPTY, axes());
    }

    private static Axes axes() {
        return new Axes(problem().parameterSpace(), false);
    }

    /** Too wild for a few runs. */
    private static double truth(Point p) {
        return 80 + Math.sin(40 * p.number("x")) * p.number("n") + p.number("w");
    }

    private static Dataset data(int count) {
        var space = problem().parameterSpace();
        var random = new Seed(3).generator("runs", count);
        double[][] x = new double[count][];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            Point p = space.sample(random);
            x[i] = space.encode(p);
            y[i] = truth(p);
        }
        return new Dataset(x, y);
    }

    private static PerformanceModel terms(String name, Map<String, String> texts) {
        var terms = new LinkedHashMap<String, Expression>();
        texts.forEach((term, text) -> terms.put(term, Expression.parse(text)));
        return PerformanceModel.ofTerms(name, terms, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 10, 1e12, 1e-9, -3})
    void anAffineModelHasTheCoordinatesOfTheOutputs(double factor) {
        Dataset data = data(12);
        var warp = OutputWarp.fit(OutputWarp.Shape.YEO_JOHNSON, data.y()).orElseThrow();
        var models =
                ModelCoordinates.of(
                        enrichment(PerformanceModel.of("m", p -> factor * truth(p))), data);
        for (int i = 0; i < data.size(); i++) {
            double z = Math.signum(factor) * warp.forward(data.y()[i]);
            // of an even count of runs the upper median is the center, also turned round
            assertEquals(z, models.atRuns()[i][0], factor > 0 ? 1e-4 : 0.05);
            assertArrayEquals(models.atRuns()[i], models.of(data.x()[i]), 0);
            assertArrayEquals(models.atRuns()[i], models.heldOut()[i], 0);
        }
    }

    @Test
    void whatCannotBeComputedIsSilent() {
        Dataset data = data(9);
        PerformanceModel moody =
                PerformanceModel.of(
                        "moody",
                        p -> {
                            if (p.number("x") < 0.2) {
                                throw new IllegalStateException("too small");
                            }
                            return p.number("x") > 0.9 ? Double.POSITIVE_INFINITY : p.number("n");
                        });
        var models =
                ModelCoordinates.of(
                        enrichment(
                                moody,
                                PerformanceModel.of("constant", p -> 7),
                                PerformanceModel.of("nothing", p -> Double.NaN),
                                new Unfit()),
                        data);
        double[] low = models.of(new double[] {0.1, 0.5, 0.5});
        double[] middle = models.of(new double[] {0.7, 0.5, 0.99});
        assertArrayEquals(new double[4], low, 0);
        assertTrue(middle[0] != 0);
        assertArrayEquals(new double[3], Arrays.copyOfRange(middle, 1, 4), 0);
        assertArrayEquals(new double[4], models.of(new double[] {0.95, 0.5, 0.5}), 0);
        List<String> remarks = models.qualities().stream().map(ModelQuality::remark).toList();
        assertEquals("no value at 2 of 9 runs: its value is Infinity", remarks.get(0));
        assertEquals("the same value at all runs", remarks.get(1));
        assertEquals("no value at 9 of 9 runs: its value is NaN", remarks.get(2));
        assertEquals("no value at 9 of 9 runs: no fit today", remarks.get(3));
    }

    /** A model that cannot even be fitted. */
    private static final class Unfit implements PerformanceModel {
        @Override
        public String name() {
            return "unfit";
        }

        @Override
        public Fit fit(List<Run> runs) {
            throw new IllegalStateException("no fit today");
        }
    }

    /** With three terms for three runs a fit meets every run; held out, it does not. */
    @Test
    void heldOutRunsHaveNotBeenSeen() {
        Dataset data = data(3);
        PerformanceModel model = terms("m", Map.of("one", "1", "x", "x", "n", "n"));
        var models = ModelCoordinates.of(enrichment(model), data);
        TuningProblem problem = problem(model);
        PerformanceModel own = problem.models().getFirst();
        for (int i = 0; i < 3; i++) {
            int left = i;
            var others =
                    IntStream.range(0, 3)
                            .filter(j -> j != left)
                            .mapToObj(j ->
                                    new PerformanceModel.Run(
                                            known(problem, data.x()[j]), data.y()[j]))
                            .toList();
            var all =
                    IntStream.range(0, 3)
                            .mapToObj(j ->
                                    new PerformanceModel.Run(
                                            known(problem, data.x()[j]), data.y()[j]))
                            .toList();
            double[] values =
                    all.stream().mapToDouble(r -> own.fit(all).value(r.known())).toArray();
            var warp = OutputWarp.fit(OutputWarp.Shape.YEO_JOHNSON, values).orElseThrow();
            double expected = own.fit(others).value(known(problem, data.x()[i]));
            assertEquals(warp.forward(expected), models.heldOut()[i][0], 1e-9);
        }
        assertTrue(Math.abs(models.heldOut()[0][0] - models.atRuns()[0][0]) > 1e-3);
    }

    private static Point known(TuningProblem problem, double[] x) {
        return problem.known(Point.EMPTY, problem.parameterSpace().decode(x));
    }

    private static WarpedProcess process(Dataset data, PerformanceModel... models) {
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes(),
                        SurrogateSettings.standard(),
                        Priors.informative(axes(), true),
                        enrichment(models),
                        new Seed(1))
                .fit(data)
                .orElseThrow();
    }

    @Test
    void gradientsGoThroughTheModels() {
        var process =
                process(
                        data(9),
                        PerformanceModel.of("m", p -> truth(p) + p.number("x")),
                        PerformanceModel.of("k", p -> p.number("w") * p.number("x")));
        assertEquals(3, process.dimension());
        double[] x = {0.31, 0.4, axes().snap(2, 0.6)};
        double[] mean = new double[3];
        double[] variance = new double[3];
        double[] out = new double[2];
        process.predict(x, out, mean, variance);
        for (int of = 0; of < 2; of++) {
            int moment = of;
            double[] numeric =
                    FiniteDifference.gradient(
                            v -> {
                                process.predict(v, out);
                                return out[moment];
                            },
                            x);
            for (int d = 0; d < 2; d++) { // the third axis is discrete
                assertEquals(
                        numeric[d],
                        (of == 0 ? mean : variance)[d],
                        1e-4 * Math.max(1, Math.abs(numeric[d])));
            }
        }
    }

    /** What six runs alone cannot say. */
    @Test
    void aGoodModelPredictsWhatRunsDoNot() {
        Dataset data = data(8);
        Dataset others = data(40);
        double with = error(process(data, PerformanceModel.of("m", p -> 5 * truth(p))), others);
        double without = error(process(data), others);
        assertTrue(with < 0.1 * without, with + " against " + without);
    }

    /** The worth of a model that says nothing is learned from few runs. */
    @Test
    void aUselessModelDoesLittleHarm() {
        Dataset data = data(30);
        Dataset others = data(40);
        PerformanceModel useless =
                PerformanceModel.of(
                        "m",
                        p ->
                                new Seed((long) (1e9 * p.number("x")))
                                        .generator("", 0)
                                        .nextGaussian());
        double with = error(process(data, useless), others);
        double without = error(process(data), others);
        assertTrue(with < 1.2 * without, with + " against " + without);
    }

    private static double error(WarpedProcess process, Dataset others) {
        double sum = 0;
        double[] out = new double[2];
        for (int i = 0; i < others.size(); i++) {
            process.predict(others.x()[i], out);
            sum += Math.pow(out[0] - process.warp().forward(others.y()[i]), 2);
        }
        return Math.sqrt(sum / others.size());
    }

    @Test
    void qualityIsThatOfHeldOutRuns() {
        Dataset data = data(20);
        var models =
                ModelCoordinates.of(
                        enrichment(
                                PerformanceModel.of("scaled", p -> 1e6 * truth(p)),
                                PerformanceModel.of("contrary", p -> -truth(p)),
                                terms("line", Map.of("n", "n", "w", "w"))),
                        data);
        List<ModelQuality> found = models.qualities();
        assertEquals(0, found.get(0).relativeError(), 1e-12);
        assertEquals(1, found.get(0).rankCorrelation(), 1e-12);
        assertEquals(-1, found.get(1).rankCorrelation(), 1e-12);
        assertEquals(
                List.of("n", "w"), found.get(2).coefficients().keySet().stream().sorted().toList());
        assertTrue(found.get(2).relativeError() > 0.1);
        assertEquals(20, found.get(2).runs());
    }

    /**
     * Ratios y/m are 2, 2 and 4, so c = 2 and the errors are 0, 0 and 1/2; without c 1/2, 1/2, 3/4.
     */
    @Test
    void relativeErrorByHand() {
        double[] m = {1, 2, 3};
        double[] y = {2, 4, 12};
        assertEquals(0, ModelAgreement.relativeError(m, y, true), 1e-12);
        assertEquals(0.5, ModelAgreement.relativeError(m, y, false), 1e-12);
    }

    /** A place has its D coordinates, the task's index, then the models; two models by hand. */
    @Test
    void theCovarianceIsTheSumOfBoth() {
        double[] theta = {Math.log(2), Math.log(3), Math.log(0.5), 0, Math.log(2)};
        Kernel.At byModels = new ModelKernel(1, 1, 2, new Layout()).at(theta);
        double[] a = {0.3, 1, -2};
        double[] b = {0.3, 0.5, 1};
        double r2 = 0.25 + 9 / 4.0;
        double expected = 2 * 1 * 0.5 + 3 * -2 * 1 + 0.5 * RadialKernel.MATERN52.value(r2);
        assertEquals(expected, byModels.value(a, b), 1e-12);
        double[] slope = new double[3];
        byModels.valueAndGradient(a, b, slope);
        double[] numeric = FiniteDifference.gradient(v -> byModels.value(v, b), a);
        assertArrayEquals(numeric, slope, 1e-8);
    }

    /** The variance of the prior is not the same everywhere, which gradients have to know. */
    @Test
    void processesOfBothKindsHaveTheGradientsOfTheirMoments() {
        var priors = Priors.informative(axes(), true);
        var prior = ProcessPrior.of(axes(), RadialKernel.MATERN52, priors, 1);
        Covariance covariance = prior.covariance(prior.layout().mode());
        Dataset data = data(30);
        double[][] warped = new double[30][];
        for (int i = 0; i < 30; i++) {
            double[] place = Arrays.copyOf(data.x()[i], 4);
            place[3] = Math.sin(i);
            warped[i] = covariance.warped(place);
        }
        double[] z = Arrays.stream(data.y()).map(y -> (y - 80) / 30).toArray();
        double[] x = {0.3, 0.6, 0.45, 1.7};
        double[] noise = Arrays.stream(warped).mapToDouble(covariance::noise).toArray();
        for (GaussianProcess process :
                List.of(
                        ExactProcess.of(LinearAlgebra.best(), covariance, warped, z, noise)
                                .orElseThrow(),
                        InducedProcess.of(LinearAlgebra.best(), covariance, warped, z, noise, 10)
                                .orElseThrow())) {
            double[][] by = new double[2][4];
            double[] out = new double[2];
            process.predict(x, out, by[0], by[1]);
            for (int of = 0; of < 2; of++) {
                int moment = of;
                double[] numeric =
                        FiniteDifference.gradient(
                                v -> {
                                    process.predict(v, out);
                                    return out[moment];
                                },
                                x);
                assertArrayEquals(numeric, by[of], 1e-5);
            }
        }
    }

    /** Run at 40 places, a program that gives 3 f(x) + 1 is worth what f is everywhere. */
    @Test
    void aSampledModelIsPredictedElsewhere() {
        var space = problem().parameterSpace();
        var random = new Seed(5).generator("samples", 0);
        ToDoubleFunction<Point> f = p -> Math.sin(3 * p.number("x")) + 0.02 * p.number("n");
        var samples = new ArrayList<SampledModel.Sample>();
        for (int i = 0; i < 40; i++) {
            Point p = space.sample(random);
            samples.add(new SampledModel.Sample(Point.EMPTY, p, 3 * f.applyAsDouble(p) + 1));
        }
        var program = new SampledModel("short", Optional.empty(), "x", samples);
        Dataset data = data(25);
        double[][] by = ModelCoordinates.of(enrichment(program), data).atRuns();
        double[][] exact =
                ModelCoordinates.of(enrichment(PerformanceModel.of("f", f)), data).atRuns();
        for (int i = 0; i < by.length; i++) {
            assertEquals(exact[i][0], by[i][0], 0.15);
        }
    }

    /** Two values say nothing elsewhere: the model is silent, and its quality says why. */
    @Test
    void aSampledModelOfTwoValuesIsSilent() {
        var space = problem().parameterSpace();
        var random = new Seed(5).generator("samples", 0);
        var samples = new ArrayList<SampledModel.Sample>();
        for (int i = 0; i < 2; i++) {
            samples.add(new SampledModel.Sample(Point.EMPTY, space.sample(random), i));
        }
        var model = new SampledModel("short", Optional.empty(), "x", samples);
        ModelCoordinates coordinates = ModelCoordinates.of(enrichment(model), data(5));
        assertEquals(0, coordinates.atRuns()[3][0]);
        String remark = coordinates.qualities().getFirst().remark();
        assertTrue(remark.contains("values at 2 configurations"), remark);
    }
}
