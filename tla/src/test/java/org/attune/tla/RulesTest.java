package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.Profile;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The rules against their formulas, and against finite differences. */
class RulesTest {
    private static final Axes AXES = new Axes(Studies.PROBLEM.parameterSpace(), false, true);
    private static final EngineSettings SETTINGS = EngineSettings.standard();
    private static final EngineSettings GPTUNE = EngineSettings.of(Profile.GPTUNE);

    private static double[][] places(int count, long seed) {
        Generator random = new Seed(seed).generator("places", 0);
        double[][] x = new double[count][];
        Arrays.setAll(x, i -> new double[] {random.nextDouble(), random.nextDouble()});
        return x;
    }

    private static Dataset data(int count, ToDoubleFunction<Point> value) {
        double[][] x = places(count, 5);
        double[] y =
                Arrays.stream(x)
                        .mapToDouble(u ->
                                value.applyAsDouble(Studies.PROBLEM.parameterSpace().decode(u)))
                        .toArray();
        return new Dataset(x, y);
    }

    private static Surrogate fitted(SourceModels models, String name, Dataset data) {
        return models.fitted(data, name).orElseThrow();
    }

    private static Target target(
            EngineSettings settings, List<SourceRecord> records, Dataset data) {
        var models = new SourceModels(Studies.PROBLEM, AXES, settings);
        var output = Studies.PROBLEM.optimized().getFirst();
        double[][] reference = places(64, 9);
        var sources = new ArrayList<LearnedSource>();
        records.forEach(r ->
                sources.add(
                        new LearnedSource(
                                r,
                                models.of(r, output, new RecordLog().snapshot()).orElseThrow(),
                                reference)));
        return new Target(
                output,
                data,
                sources,
                SourcePrior.of(sources, Optional.empty()),
                reference,
                new Seed(1));
    }

    private static Optional<Surrogate> own(EngineSettings settings, Dataset data) {
        return data.size() == 0
                ? Optional.empty()
                : Optional.of(
                        fitted(new SourceModels(Studies.PROBLEM, AXES, settings), "own", data));
    }

    /** (7) and (8) by hand, from what each model predicts in its own unit. */
    @Test
    void publishedSumIsThatOfTheGuide() {
        Dataset data = data(5, p -> Studies.bowl(0.3, p));
        Target target = target(GPTUNE, Studies.alike(), data);
        Surrogate own = own(GPTUNE, data).orElseThrow();
        Surrogate sum = new SumRule(true).of(target, Optional.of(own)).orElseThrow();
        double[] x = {0.4, 0.2};
        double mean = 0;
        double product = 1;
        var models = new ArrayList<>(List.of(own));
        target.sources().forEach(s -> models.add(s.model()));
        for (Surrogate m : models) {
            double[] out = new double[2];
            m.predict(x, out);
            double unit = m.warp().inverse(1) - m.warp().inverse(0);
            mean += m.warp().inverse(out[0]);
            product *= unit * Math.sqrt(out[1]);
        }
        double[] out = new double[2];
        sum.predict(x, out);
        double unit = own.warp().inverse(1) - own.warp().inverse(0);
        assertEquals(mean, own.warp().inverse(out[0]), 1e-8 * Math.abs(mean));
        assertEquals(Math.cbrt(product), unit * Math.sqrt(out[1]), 1e-6 * Math.cbrt(product));
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void derivativesAreThoseOfPredictions(Method method) {
        for (int n : new int[] {0, 1, 7}) {
            for (boolean published : new boolean[] {false, true}) {
                EngineSettings settings = published ? GPTUNE : SETTINGS;
                Dataset data = data(n, p -> Studies.bowl(0.3, p));
                Target target = target(settings, Studies.alike(), data);
                Surrogate model =
                        method.rule(published, Extension.USUAL, AXES, settings)
                                .of(target, own(settings, data))
                                .orElseThrow();
                double[] x = {0.37, 0.61};
                double[][] slopes = new double[2][2];
                model.predict(x, new double[2], slopes[0], slopes[1]);
                for (int d = 0; d < 2; d++) {
                    double h = 1e-5;
                    double[] up = x.clone();
                    double[] down = x.clone();
                    up[d] += h;
                    down[d] -= h;
                    double[] above = new double[2];
                    double[] below = new double[2];
                    model.predict(up, above);
                    model.predict(down, below);
                    for (int i = 0; i < 2; i++) {
                        double expected = (above[i] - below[i]) / (2 * h);
                        assertEquals(
                                expected,
                                slopes[i][d],
                                1e-4 * (1 + Math.abs(expected)),
                                method + " n=" + n + " published=" + published);
                    }
                }
            }
        }
    }

    /**
     * With alike sources the trials are predicted better than without any. Stacking is not among
     * these: its geometric mean of deviations is far too certain where a source's model is.
     */
    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"BESIDE", "LCM"})
    void alikeSourcesPredictTheTarget(Method method) {
        Dataset data = data(5, p -> Studies.bowl(0.3, p));
        Target target = target(SETTINGS, Studies.alike(), data);
        Surrogate own = own(SETTINGS, data).orElseThrow();
        Surrogate with =
                method.rule(false, Extension.USUAL, AXES, SETTINGS)
                        .of(target, Optional.of(own))
                        .orElseThrow();
        double better = LeaveOneOut.logDensity(with) - LeaveOneOut.logDensity(own);
        assertTrue(better > 1, method + " " + better);
    }

    /** w = (2, 0) is the constrained minimum of the first; the second has a corner at 0. */
    @Test
    void nonNegativeWeightsAreTheConstrainedMinimum() {
        assertArrayEquals(
                new double[] {2, 0},
                RegressionRule.nonNegative(new double[][] {{1, 0}, {0, 1}}, new double[] {2, -3}),
                1e-9);
        assertArrayEquals(
                new double[] {1, 2},
                RegressionRule.nonNegative(new double[][] {{2, 1}, {1, 3}}, new double[] {4, 7}),
                1e-9);
        assertArrayEquals(
                new double[] {1, -2},
                RegressionRule.solved(new double[][] {{2, 1}, {1, 3}}, new double[] {0, -5}),
                1e-12);
    }

    /** Of equal values the one that came later counted as the smaller one. */
    @Test
    void inWhichOrderTrialsCameDoesNotMatter() {
        Dataset data = data(8, p -> Math.floor(Studies.bowl(0.3, p)));
        int[] backwards = {7, 6, 5, 4, 3, 2, 1, 0};
        assertEquals(
                target(SETTINGS, Studies.alike(), data).odds(),
                target(SETTINGS, Studies.alike(), data.select(backwards)).odds(),
                1e-12);
    }

    /** They were the first eight. */
    @Test
    void ofManyEqualSourcesThoseOfMoreTrialsAndSomeOfAllCount() {
        var records = new ArrayList<SourceRecord>();
        for (int k = 0; k < 20; k++) {
            int trials = k == 13 || k == 18 ? 9 : 5;
            records.add(Studies.source("s" + k, 0.3, trials, p -> Studies.bowl(0.3, p)));
        }
        Target target = target(SETTINGS, records, data(0, p -> 0));
        double[] weights = target.weights();
        int[] counting = IntStream.range(0, 20).filter(k -> weights[k] > 0).toArray();
        assertArrayEquals(new int[] {0, 3, 6, 9, 12, 13, 16, 18}, counting);
        assertEquals(1.0 / 8, weights[13], 1e-12);
        double[] believed = new double[20];
        believed[19] = 1;
        assertArrayEquals(new int[] {13, 18, 19}, target.heaviest(believed, 3));
    }

    @Test
    void likenessTellsAlikeFromNegated() {
        List<SourceRecord> records =
                List.of(
                        Studies.source("near", 0.3, 20, p -> Studies.bowl(0.3, p)),
                        Studies.source("negated", 0.3, 20, p -> -Studies.bowl(0.3, p)));
        Target target = target(SETTINGS, records, data(10, p -> Studies.bowl(0.3, p)));
        Likeness likeness = target.likeness().orElseThrow();
        assertTrue(likeness.mean(0) > 0.8 && likeness.mean(1) < 0.2);
        assertEquals(1, likeness.shares()[0], 0.01);
        assertTrue(target.guard(0) > 0.9);
        assertEquals(0, target.guard(1));
    }
}
