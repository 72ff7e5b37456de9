package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Generator;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Predictor;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class TaskModelTest {
    private static final Objective SECONDS = Objective.minimize("seconds").withUnit("s");
    private static final Point HALF = Point.of("x0", 0.5, "x1", 0.5);

    private static TuningProblem cube(int dimension, Objective objective) {
        var problem = TuningProblem.named("p").objective(objective);
        IntStream.range(0, dimension)
                .forEach(d -> problem.parameter(Parameter.real("x" + d, 0, 1)));
        return problem.build();
    }

    private static List<Point> points(TuningProblem problem, int n, int seed) {
        Generator random = new Seed(seed).generator("points", n);
        return IntStream.range(0, n)
                .mapToObj(i -> problem.parameterSpace().sample(random))
                .toList();
    }

    private static List<Point> repeated(List<Point> points, int times) {
        return points.stream().flatMap(p -> Collections.nCopies(times, p).stream()).toList();
    }

    private static TaskModel model(
            TuningProblem problem, List<Point> points, Function<Point, Outcome> run) {
        var log = new RecordLog();
        for (Point p : points) {
            log.add(
                    new Trial(
                            log.snapshot().nextNumber(),
                            Candidate.of(Point.EMPTY, p),
                            Origin.of("test"),
                            run.apply(p),
                            Provenance.here(Effort.NONE)));
        }
        var seed = new Seed(1);
        EngineSettings settings = EngineSettings.standard();
        var engine =
                new TaskEngine(
                        problem, Point.EMPTY, TaskEngine.axes(problem, settings), settings, seed);
        Objective objective = problem.optimized().getFirst();
        TaskTrials trials = engine.trials(log.snapshot(), points.size()).of(Point.EMPTY);
        var surrogates =
                TaskSurrogates.of(
                        trials.measured(objective),
                        data -> engine.surrogates().fit(objective, data));
        return TaskModel.fit(
                        problem,
                        objective,
                        Point.EMPTY,
                        seed,
                        engine.region(),
                        trials.censored(objective),
                        engine.failures(trials),
                        surrogates)
                .orElseThrow();
    }

    private static TaskModel measured(
            TuningProblem problem, List<Point> points, ToDoubleFunction<Point> f) {
        return model(problem, points, p -> Outcome.measured("seconds", f.applyAsDouble(p)));
    }

    private static double branin(Point p) {
        double x = 15 * p.number("x0") - 5;
        double y = 15 * p.number("x1");
        double valley = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
        return valley * valley + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
    }

    private static double bowl(Point p) {
        double sum = 1;
        for (int d = 0; d < 4; d++) {
            sum += (d + 1) * Math.pow(p.number("x" + d) - 0.3, 2);
        }
        return sum;
    }

    private static double decades(Point p) {
        double sum = p.number("x0") * p.number("x1");
        for (int d = 0; d < 6; d++) {
            sum += (d < 3 ? 1.5 : 0.3) * Math.pow(p.number("x" + d) - 0.4, 2);
        }
        return Math.exp(sum) / 10;
    }

    @Test
    void theClaimedErrorIsThatOfNewRuns() {
        assertClaims(2, 11, TaskModelTest::branin);
        assertClaims(4, 5, TaskModelTest::bowl);
        assertClaims(6, 5, TaskModelTest::decades);
    }

    /** Middle of some designs of 30 random runs, each judged by 300 runs that nobody has seen. */
    private static void assertClaims(int dimension, int designs, ToDoubleFunction<Point> f) {
        TuningProblem problem = cube(dimension, SECONDS);
        double[] ratios = new double[designs];
        for (int seed = 0; seed < ratios.length; seed++) {
            TaskModel model = measured(problem, points(problem, 30, seed), f);
            double[] errors =
                    points(problem, 300, 100 + seed).stream()
                            .mapToDouble(p ->
                                    Math.abs(model.predict(p).median() / f.applyAsDouble(p) - 1))
                            .sorted()
                            .toArray();
            ratios[seed] = model.trust().relativeError() / errors[errors.length / 2];
            assertTrue(model.trust().statement().contains("held-out runs within"));
        }
        Arrays.sort(ratios);
        double middle = ratios[designs / 2];
        assertTrue(middle > 1 / 1.5 && middle < 1.5, dimension + ": " + middle);
    }

    /** Of models that know all runs, half find skill in noise of six parameters. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5, 8, 30})
    void inNoiseNothingIsPredicted(int n) {
        TuningProblem problem = cube(6, SECONDS);
        int fooled = 0;
        for (int seed = 0; seed < 6; seed++) {
            Generator noise = new Seed(seed).generator("noise", n);
            Trust trust =
                    measured(problem, points(problem, n, seed), p -> 1 + noise.nextDouble())
                            .trust();
            fooled += trust.statement().contains("predicts nothing") ? 0 : 1;
        }
        assertTrue(fooled <= 1, fooled + " of 6");
    }

    @Test
    void littleDataIsNotJudged() {
        TuningProblem problem = cube(2, SECONDS);
        assertTrue(words(problem, 1).contains("seen 1 measured trial,"), words(problem, 1));
        assertTrue(words(problem, 2).contains("seen 2 measured trials,"));
        assertTrue(words(problem, 5).startsWith("The model predicts nothing yet"));
        assertEquals("The model knows nothing yet: nothing has been measured.", none());
        TaskModel flat = measured(problem, points(problem, 30, 1), p -> 3);
        assertEquals(
                "The model predicts nothing: all 30 measured trials gave the same value.",
                flat.trust().statement());
        assertEquals(0, flat.trust().skill());
        assertEquals(0, flat.trust().rankCorrelation());
        flat.view();
    }

    private static String none() {
        return TrustWords.tooFew(0).statement();
    }

    private static String words(TuningProblem problem, int n) {
        return measured(problem, points(problem, n, 3), TaskModelTest::branin).trust().statement();
    }

    /** Percentages of values around zero mean nothing. */
    @Test
    void errorsOfOutputsOfBothSignsHaveAUnit() {
        TuningProblem problem = cube(2, SECONDS);
        String words =
                measured(problem, points(problem, 30, 1), p -> branin(p) - 50).trust().statement();
        assertTrue(words.matches("The model .* within [0-9.]+ s \\(median of 30\\);.*"), words);
    }

    /** Asked with coordinates, it says what it says of names and values; larger being better. */
    @Test
    void manyPointsAreAskedAtOnce() {
        TuningProblem problem = cube(2, Objective.maximize("seconds"));
        TaskModel model = measured(problem, points(problem, 20, 1), TaskModelTest::branin);
        List<Point> others = points(problem, 30, 2);
        double[][] x =
                others.stream().map(problem.parameterSpace()::encode).toArray(double[][]::new);
        Predictor predictor = model.predictor();
        double[] means = predictor.means(x);
        double[][] moments = predictor.moments(x);
        double[][] draws = predictor.draws(3, new Seed(1)).values(x);
        for (int i = 0; i < x.length; i++) {
            // predictions do not take the hyperparameters for certain
            Prediction p = model.predict(others.get(i));
            double median = Math.max(predictor.output(means[i]), 0);
            assertEquals(p.median(), median, 0.2 * (p.upper() - p.lower()) + 1e-9);
            assertEquals(means[i], moments[0][i], 1e-9);
            assertTrue(moments[1][i] >= 0);
            for (double[] draw : draws) {
                assertTrue(Math.abs(draw[i] - means[i]) < 7 * Math.sqrt(moments[1][i]) + 1e-3);
            }
        }
        assertFalse(Arrays.equals(draws[0], draws[1]));
        assertTrue(
                Arrays.deepEquals(draws, predictor.draws(3, new Seed(1)).values(x)),
                "the same seed gives the same functions");
    }

    /** Many noisy runs of three categories are three configurations. */
    @Test
    void repeatsAreHeldOutTogether() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.categorical("kind", List.of("a", "b", "c")))
                        .objective(SECONDS)
                        .build();
        Generator noise = new Seed(2).generator("noise", 0);
        TaskModel model =
                measured(
                        problem,
                        points(problem, 30, 1),
                        p -> p.get("kind").toString().charAt(0) + noise.nextDouble());
        assertTrue(model.trust().statement().contains("knows nothing"));
        assertEquals(Point.of("kind", "a"), model.view().orElseThrow().best());
    }

    @Test
    void theViewNamesWhatWasLearned() {
        TuningProblem problem = cube(3, Objective.maximize("seconds"));
        Generator noise = new Seed(7).generator("noise", 0);
        TaskModel model =
                measured(
                        problem,
                        repeated(points(problem, 20, 5), 3),
                        p ->
                                20
                                        - 10 * Math.pow(p.number("x1") - 0.3, 2)
                                        - p.number("x0")
                                        + 0.1 * noise.nextGaussian());
        ModelView view = model.view().orElseThrow();
        assertEquals(
                List.of("x0", "x1", "x2"),
                view.parameters().stream().map(ModelView.Influence::parameter).toList());
        assertTrue(view.noise() > 0.05 && view.noise() < 0.2, "noise " + view.noise());
        assertEquals(0.3, view.best().number("x1"), 0.15);
        assertEquals(0, view.best().number("x0"), 0.2);
        assertEquals(20, view.prediction().median(), 0.3);
        assertEquals("yeo-johnson", view.outputWarp());
        assertEquals(60, view.trust().trials());
        assertTrue(view.trust().rankCorrelation() > 0.9);
    }

    @Test
    void whatCannotBeNegativeIsNotPredictedSo() {
        ToDoubleFunction<Point> steep = p -> p.number("x0") < 0.5 ? 0.01 : p.number("x0");
        assertTrue(lowest(SECONDS, steep) >= 0);
        assertTrue(lowest(Objective.maximize("seconds"), steep) >= 0);
        ToDoubleFunction<Point> lower = p -> steep.applyAsDouble(p) - 0.01;
        assertTrue(lowest(SECONDS, lower) < 0, "0 was measured; negative values may come");
        assertTrue(lowest(SECONDS.within(0, 5), lower) >= 0);
    }

    /** Squares of such outputs are no numbers, and warps know larger ones than there are. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e300, 1e-300})
    void deviationsGoWithTheScale(double scale) {
        TuningProblem problem = cube(2, SECONDS);
        List<Point> points = points(problem, 12, 1);
        double plain =
                measured(problem, points, TaskModelTest::branin).predict(HALF).standardDeviation();
        double scaled =
                measured(problem, points, p -> scale * branin(p)).predict(HALF).standardDeviation();
        assertEquals(1, scaled / scale / plain, 0.01);
    }

    @Test
    void predictionsAreFinite() {
        TuningProblem problem = cube(2, SECONDS);
        TaskModel model =
                measured(
                        problem,
                        points(problem, 12, 1),
                        p -> p.number("x0") + p.number("x1") > 1 ? 1.7e308 : -1.7e308);
        for (Point p : points(problem, 50, 2)) {
            Prediction there = model.predict(p);
            assertTrue(
                    Double.isFinite(there.median()) && Double.isFinite(there.mean()),
                    there.toString());
            assertTrue(
                    Double.isFinite(there.standardDeviation()) && there.standardDeviation() >= 0,
                    there.toString());
            assertTrue(
                    there.lower() <= there.median() && there.median() <= there.upper(),
                    there.toString());
        }
        assertFalse(model.trust().statement().contains("Infinity"), model.trust().statement());
    }

    private static double lowest(Objective objective, ToDoubleFunction<Point> f) {
        TuningProblem problem = cube(2, objective);
        TaskModel model = measured(problem, points(problem, 12, 1), f);
        double lowest = Double.POSITIVE_INFINITY;
        for (Point p : points(problem, 50, 2)) {
            Prediction there = model.predict(p);
            assertTrue(there.lower() <= there.median() && there.median() <= there.upper());
            lowest = Math.min(lowest, there.lower());
        }
        return lowest;
    }

    /** Middle of five designs: in one of them no run may have been near the place asked for. */
    @Test
    void failuresArePredictedOnceThereAreSome() {
        TuningProblem problem = cube(2, SECONDS);
        Point low = Point.of("x0", 0.15, "x1", 0.5);
        Point high = Point.of("x0", 0.9, "x1", 0.5);
        double[] atLow = new double[5];
        double[] atHigh = new double[5];
        for (int seed = 0; seed < 5; seed++) {
            List<Point> points = points(problem, 30, seed);
            TaskModel fine = measured(problem, points, TaskModelTest::branin);
            assertTrue(fine.failureProbability(low).isEmpty());
            TaskModel model = model(problem, points, TaskModelTest::crashing);
            atLow[seed] = model.failureProbability(low).orElseThrow();
            atHigh[seed] = model.failureProbability(high).orElseThrow();
            assertTrue(model.trust().trials() < 30, "failed ones are not measured");
        }
        Arrays.sort(atLow);
        Arrays.sort(atHigh);
        assertTrue(atLow[2] < 0.1 && atHigh[2] > 0.9, atLow[2] + " " + atHigh[2]);
        assertTrue(atLow[4] < 0.5 && atHigh[0] > 0.5, atLow[4] + " " + atHigh[0]);
    }

    /**
     * Two runs of a category that both crashed, among runs of others that did not, are no certainty
     * (it was said to be one, to 16 digits).
     */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32})
    void twoCrashesOfTwoAreNearEvenOdds(int others) {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.categorical("solver", List.of("a", "b", "c", "d")))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(SECONDS)
                        .build();
        Generator random = new Seed(others).generator("points", 0);
        List<Point> points =
                IntStream.range(0, others + 2)
                        .mapToObj(i ->
                                Point.of(
                                        "solver",
                                        i < 2 ? "c" : List.of("a", "b", "d").get(i % 3),
                                        "x",
                                        random.nextDouble()))
                        .toList();
        TaskModel model =
                model(
                        problem,
                        points,
                        p ->
                                p.get("solver").equals("c")
                                        ? Outcome.failed(FailureCause.CRASH, "")
                                        : Outcome.measured("seconds", 1 + p.number("x")));
        double crashed = model.failureProbability(Point.of("solver", "c", "x", 0.5)).orElseThrow();
        double ran = model.failureProbability(Point.of("solver", "a", "x", 0.5)).orElseThrow();
        assertTrue(crashed > 0.35 && crashed < 0.75, "crashed " + crashed);
        assertTrue(ran > 0.01 && ran < 0.25, "ran " + ran);
    }

    private static Outcome crashing(Point p) {
        return p.number("x0") > 0.6
                ? Outcome.failed(FailureCause.CRASH, "")
                : Outcome.measured("seconds", branin(p));
    }

    /** w(1/2) is 0.81 for a = 0.3; 0.5 for a = 2, b = 2.41 and for a = 0.5, b = 0.564. */
    @Test
    void warpsHaveWords() {
        assertEquals("nowhere", LearnedRanges.finer(0, 0));
        assertEquals("low values", LearnedRanges.finer(Math.log(0.3), 0));
        assertEquals("high values", LearnedRanges.finer(Math.log(3), 0));
        assertEquals("the middle", LearnedRanges.finer(Math.log(2), Math.log(2.41)));
        assertEquals("both ends", LearnedRanges.finer(Math.log(0.5), Math.log(0.564)));
    }

    /** The smaller x0 the better, but below 0.5 nothing runs. */
    @Test
    void theBestThatIsPredictedIsNotWhereRunsFail() {
        TuningProblem problem = cube(2, SECONDS);
        TaskModel model =
                model(
                        problem,
                        points(problem, 30, 3),
                        p ->
                                p.number("x0") < 0.5
                                        ? Outcome.failed(FailureCause.CRASH, "")
                                        : Outcome.measured("seconds", 1 + p.number("x0")));
        ModelView view = model.view().orElseThrow();
        assertTrue(model.failureProbability(view.best()).orElseThrow() <= 0.5, view.toString());
        assertEquals(0.5, view.best().number("x0"), 0.1);
    }
}
