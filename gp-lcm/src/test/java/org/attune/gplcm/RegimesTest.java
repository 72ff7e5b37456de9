package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** When the usual tuner uses regimes, and that it proposes as ever where it does not. */
class RegimesTest {
    private static final int TRIALS = 20;
    private static final GpLcmTuner.Provider PROVIDER = new GpLcmTuner.Provider();

    private static TuningProblem.Builder blocks(String name) {
        return TuningProblem.named(name)
                .parameter(Parameter.integer("block", 4, 512).log())
                .parameter(Parameter.real("x", 0, 1))
                .objective(Objective.minimize("y"));
    }

    private static TuningProblem numbers() {
        return blocks("numbers").build();
    }

    private static TuningProblem beside(Parameter parameter) {
        return blocks("beside").parameter(parameter).build();
    }

    private static TuningProblem tasks() {
        return blocks("tasks").task(Parameter.integer("t", 0, 9)).build();
    }

    private static TuningProblem objectives() {
        return blocks("objectives").objective(Objective.maximize("size")).build();
    }

    private static double smooth(Point p) {
        double off = Math.log(p.number("block")) - 4;
        return 1 + off * off / 10 + p.number("x") * p.number("x");
    }

    private static double jumping(Point p) {
        return smooth(p) + (p.number("block") > 100 ? 3 : 0);
    }

    /** Tunes, and shows the study when it has ended. */
    private static List<Trial> run(
            TuningProblem problem,
            List<Point> tasks,
            Map<String, String> options,
            ToDoubleFunction<Point> f,
            Consumer<Study> shown) {
        try (Study study =
                Study.of(problem)
                        .tasks(tasks)
                        .tuner(PROVIDER)
                        .options(options)
                        .trials(TRIALS)
                        .seed(3)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial t : study.ask(1)) {
                    double y = f.applyAsDouble(t.configuration());
                    study.tell(
                            t.number(),
                            problem.optimized().size() == 1
                                    ? Outcome.measured("y", y)
                                    : Outcome.measured(
                                            Map.of(
                                                    "y",
                                                    y,
                                                    "size",
                                                    t.configuration().number("block"))));
                }
            }
            shown.accept(study);
            return study.records().trials();
        }
    }

    private static List<Object> proposed(
            TuningProblem problem,
            List<Point> tasks,
            Map<String, String> options,
            ToDoubleFunction<Point> f) {
        return run(problem, tasks, options, f, study -> {}).stream()
                .<Object>map(t -> List.of(t.candidate(), t.origin()))
                .toList();
    }

    private static List<Object> proposed(String regimes, ToDoubleFunction<Point> f) {
        return proposed(numbers(), List.of(Point.EMPTY), Map.of("regimes", regimes), f);
    }

    @Test
    void anObjectiveThatJumpsIsSearchedByItsRegimes() {
        assertNotEquals(
                proposed("false", RegimesTest::jumping), proposed("auto", RegimesTest::jumping));
        assertEquals(
                proposed("true", RegimesTest::jumping), proposed("auto", RegimesTest::jumping));
    }

    @Test
    void aSmoothObjectiveIsSearchedAsEver() {
        assertEquals(proposed("false", RegimesTest::smooth), proposed("auto", RegimesTest::smooth));
    }

    /** Where nothing was measured to be gained, there is one regime unless more are wished for. */
    @Test
    void autoIsForWhatWasMeasured() {
        List<Point> one = List.of(Point.EMPTY);
        assertWishedFor(objectives(), one, Map.of());
        assertWishedFor(numbers(), one, Map.of("profile", "gptune", "particles", "9"));
    }

    private static void assertWishedFor(
            TuningProblem problem, List<Point> tasks, Map<String, String> options) {
        var with = new HashMap<>(options);
        with.put("regimes", "true");
        var without = new HashMap<>(options);
        without.put("regimes", "false");
        List<Object> usual = proposed(problem, tasks, options, RegimesTest::jumping);
        assertEquals(proposed(problem, tasks, without, RegimesTest::jumping), usual);
        assertNotEquals(proposed(problem, tasks, with, RegimesTest::jumping), usual);
    }

    /** With ordinals, which are numbers, and with categories beside numbers. */
    @Test
    void ordinalsAndCategoriesMayStandBesideNumbers() {
        List<Point> one = List.of(Point.EMPTY);
        for (Parameter parameter :
                List.of(
                        Parameter.ordinal("width", List.of(1, 2, 4, 8)),
                        Parameter.categorical("c", List.of("a", "b")))) {
            TuningProblem problem = beside(parameter);
            assertNotEquals(
                    proposed(problem, one, Map.of("regimes", "false"), RegimesTest::jumping),
                    proposed(problem, one, Map.of(), RegimesTest::jumping));
        }
    }

    /** Each of its own, beside models of all. */
    @Test
    void tasksMayHaveRegimes() {
        List<Point> both = List.of(Point.of("t", 1), Point.of("t", 2));
        ToDoubleFunction<Point> limited = p -> smooth(p) + (p.number("block") > 30 ? 3 : 0);
        List<Object> usual = proposed(tasks(), both, Map.of(), limited);
        assertNotEquals(proposed(tasks(), both, Map.of("regimes", "false"), limited), usual);
        assertEquals(proposed(tasks(), both, Map.of("regimes", "true"), limited), usual);
    }

    /** A normal distribution with the moments of both regimes reaches below the lower one. */
    @Test
    void predictionsNearAJumpAreOfItsTwoSides() {
        run(
                numbers(),
                List.of(Point.EMPTY),
                Map.of(),
                RegimesTest::jumping,
                study -> {
                    FittedModel model = study.model().orElseThrow();
                    int doubtful = 0;
                    for (int block = 40; block <= 250; block += 5) {
                        Point at = Point.of("block", block, "x", 0.3);
                        Prediction p = model.predict(Point.EMPTY, at, "y");
                        assertTrue(p.lower() > smooth(at) - 0.5, at + " " + p);
                        doubtful += p.upper() - p.lower() > 2 ? 1 : 0;
                    }
                    assertTrue(doubtful > 0, "nowhere near the boundary");
                });
    }

    /** The best run is beside the boundary, where the mean is that of both regimes. */
    @Test
    void whatIsPredictedBestIsNoWorseThanWhatWasMeasured() {
        run(
                numbers(),
                List.of(Point.EMPTY),
                Map.of(),
                p ->
                        1
                                + Math.pow(Math.log(p.number("block")) - 4.8, 2) / 10
                                + Math.pow(p.number("x") - 0.4, 2)
                                + (p.number("block") > 60 ? 2 : 0),
                study -> {
                    ModelView view =
                            study.model().orElseThrow().view(Point.EMPTY, "y").orElseThrow();
                    double best =
                            study.best(Point.EMPTY).orElseThrow().outcome()
                                            instanceof Outcome.Measured m
                                    ? m.outputs().get("y").getFirst()
                                    : Double.NaN;
                    assertTrue(
                            view.prediction().median() < best + 0.01,
                            view.prediction() + " beside " + best);
                });
    }

    /** The best trial, at the border of a ring, was said to be of the one around it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatWasMeasuredIsOfTheRegimeThatItIsIn(long seed) {
        ToDoubleFunction<Point> rings =
                p -> {
                    double x = p.number("x");
                    double y = p.number("y");
                    double r = x * x + y * y;
                    double level = r < 0.3 ? 0.4 : r < 0.9 ? 1.5 : 4;
                    return level * (1 + 0.3 * Math.pow(x - 0.6, 2) + 0.2 * y);
                };
        TuningProblem problem =
                TuningProblem.named("rings")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .objective(Objective.minimize("t"))
                        .build();
        try (Study study =
                Study.of(problem)
                        .tuner(PROVIDER)
                        .options(Map.of("regimes", "true"))
                        .trials(30)
                        .seed(seed)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                Trial t = study.ask(1).getFirst();
                study.tell(
                        t.number(), Outcome.measured("t", rings.applyAsDouble(t.configuration())));
            }
            FittedModel model = study.model().orElseThrow();
            for (Trial t : study.records().trials()) {
                double y = rings.applyAsDouble(t.configuration());
                assertEquals(
                        y,
                        model.predict(Point.EMPTY, t.configuration(), "t").median(),
                        0.1,
                        t.toString());
            }
            double best = rings.applyAsDouble(model.view(Point.EMPTY, "t").orElseThrow().best());
            Trial least = study.best(Point.EMPTY).orElseThrow();
            assertEquals(rings.applyAsDouble(least.configuration()), best, 0.1);
        }
    }

    @Test
    void regimesAreShownWhereThereAreSome() {
        assertTrue(titles(RegimesTest::jumping).contains("Regimes of y"));
        assertEquals(List.of(), titles(RegimesTest::smooth));
    }

    /** It was a table of headings alone. The README's example has such regimes. */
    @Test
    void whereNoRegimeEndsAlongANumberThereIsNoTableOfBoundaries() {
        TuningProblem blur =
                TuningProblem.named("blur")
                        .parameter(Parameter.integer("tile", 8, 1024).log().withDefault(64))
                        .parameter(
                                Parameter.categorical(
                                                "schedule", List.of("static", "dynamic", "guided"))
                                        .withDefault("static"))
                        .objective(Objective.minimize("y").withUnit("s"))
                        .build();
        try (Study study = Study.of(blur).tuner(PROVIDER).trials(30).open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial t : study.ask(1)) {
                    double off = Math.log(t.configuration().number("tile") / 96);
                    boolean guided = t.configuration().get("schedule").equals("guided");
                    double seconds = 0.2 * (1 + off * off) * (guided ? 1 : 1.3);
                    study.tell(t.number(), Outcome.measured("y", seconds));
                }
            }
            List<String> titles = study.exhibits().stream().map(Exhibit::title).toList();
            assertTrue(titles.contains("Regimes of y"), titles.toString());
            assertFalse(titles.contains("Boundaries of y"), titles.toString());
        }
    }

    private static List<String> titles(ToDoubleFunction<Point> f) {
        var titles = new ArrayList<String>();
        run(
                numbers(),
                List.of(Point.EMPTY),
                Map.of(),
                f,
                study -> study.exhibits().forEach(e -> titles.add(e.title())));
        return titles;
    }

    /** Beside the boundary odds are even, and half of the places would be of the worse regime. */
    @Test
    void whatIsPredictedBestIsSeldomOfTheWorseRegime() {
        int wrong = 0;
        int views = 0;
        for (int last : new int[] {20, 60, 180}) { // the better regime ends here, at its best
            ToDoubleFunction<Point> f =
                    p ->
                            1
                                    + Math.abs(Math.log(p.number("block") / last)) / 2
                                    + Math.pow(p.number("x") - 0.4, 2)
                                    + (p.number("block") > last ? 2 : 0);
            try (Study study =
                    Study.of(numbers()).tuner(PROVIDER).trials(TRIALS).seed(100).open()) {
                for (int i = 0; i < TRIALS; i++) {
                    Trial t = study.ask(1).getFirst();
                    study.tell(
                            t.number(), Outcome.measured("y", f.applyAsDouble(t.configuration())));
                    if (i >= 9 && i % 3 == 0) {
                        Point best =
                                study.model()
                                        .orElseThrow()
                                        .view(Point.EMPTY, "y")
                                        .orElseThrow()
                                        .best();
                        wrong += best.number("block") > last ? 1 : 0;
                        views++;
                    }
                }
            }
        }
        assertTrue(wrong < 0.3 * views, wrong + " of " + views);
    }

    /**
     * Blocks have to be multiples of eight and of at most a hundred. Next to a slow run the fast
     * regime was never quite ruled out, and promised more than what was left to be refined: up to
     * six of the last ten trials had the same slow block. And where no fast block was among the
     * first trials, all others were for the digits of the best slow one.
     */
    @Test
    void slowPlacesAreSeldomTriedAgainAndFastOnesAreFound() {
        ToDoubleFunction<Point> f =
                p -> {
                    double off = Math.log(p.number("block") / 84) / Math.log(2);
                    double slower = p.number("block") > 100 ? 2 : 1;
                    return (1 + 0.06 * off * off + 0.6 * Math.pow(p.number("x") - 0.3, 2))
                            * slower
                            * (p.number("block") % 8 == 0 ? 1 : 1.3);
                };
        int again = 0;
        int found = 0;
        for (long seed = 1; seed < 9; seed++) {
            double best = Double.POSITIVE_INFINITY;
            try (Study study = Study.of(numbers()).tuner(PROVIDER).trials(30).seed(seed).open()) {
                while (study.status().state() == Study.State.RUN) {
                    Trial t = study.ask(1).getFirst();
                    double y = f.applyAsDouble(t.configuration());
                    boolean isKnown =
                            study.records().trials().stream()
                                    .filter(other -> other.number() < t.number())
                                    .anyMatch(other -> isBeside(other, t));
                    again += t.number() > 20 && y > 1.2 && isKnown ? 1 : 0;
                    best = Math.min(best, y);
                    study.tell(t.number(), Outcome.measured("y", y));
                }
            }
            found += best < 1.1 ? 1 : 0;
        }
        assertTrue(again < 9, again + " of 80"); // 23 before
        assertEquals(8, found);
    }

    private static boolean isBeside(Trial other, Trial trial) {
        Point a = other.configuration();
        Point b = trial.configuration();
        return a.number("block") == b.number("block")
                && Math.abs(a.number("x") - b.number("x")) < 0.01;
    }
}
