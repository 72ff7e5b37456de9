package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.FittedModel;
import org.attune.api.Hypervolume;
import org.attune.api.MemoryHistory;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Several objectives, and outputs that are kept in a range. */
class SeveralOutputsTest {
    private static TuningProblem.Builder plane(Objective... objectives) {
        TuningProblem.Builder builder =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("w", 0, 1));
        Stream.of(objectives).forEach(builder::objective);
        return builder;
    }

    private static Outcome outcome(Map<String, Double> values) {
        var outputs = new LinkedHashMap<String, List<Double>>();
        values.forEach((name, value) -> outputs.put(name, List.of(value)));
        return new Outcome.Measured(outputs, Map.of(), 0);
    }

    /** Runs a study to its end and leaves it open. */
    private static Study run(
            TuningProblem problem,
            List<Point> tasks,
            int trials,
            int batch,
            Map<String, String> options,
            BiFunction<Point, Point, Outcome> f) {
        return run(problem, tasks, trials, batch, 4, options, f);
    }

    private static Study run(
            TuningProblem problem,
            List<Point> tasks,
            int trials,
            int batch,
            long seed,
            Map<String, String> options,
            BiFunction<Point, Point, Outcome> f) {
        Study study =
                Study.of(problem)
                        .tasks(tasks)
                        .trials(trials)
                        .seed(seed)
                        .tuner(new GpLcmTuner.Provider())
                        .options(options)
                        .open();
        while (study.status().state() == Study.State.RUN) {
            for (Trial t : study.ask(batch)) {
                study.tell(t.number(), f.apply(t.task(), t.configuration()));
            }
        }
        return study;
    }

    private static Outcome zdt1(Point t, Point p) {
        double g = 1 + 9 * p.number("w");
        double f1 = p.number("x");
        return outcome(Map.of("f1", f1, "f2", g * (1 - Math.sqrt(f1 / g))));
    }

    private static double volume(Study study, double... reference) {
        var points = new ArrayList<double[]>();
        for (Trial t : study.records().finished()) {
            points.add(
                    study.problem().optimized().stream()
                            .mapToDouble(o ->
                                    o.goal().sign()
                                            * study.problem().value(t, o.name()).orElseThrow())
                            .toArray());
        }
        return Hypervolume.of(points, reference);
    }

    /** What is chosen for one objective and would be ignored in silence is said, once. */
    @Test
    void optionsWithoutEffectAreNamed() {
        assertEquals(
                List.of(
                        "Option 'acquisition' has no effect with 2 objectives, which are improved"
                                + " together by their expected hypervolume.",
                        "Option 'trust-region' has no effect with 2 objectives, which are improved"
                                + " together by their expected hypervolume."),
                notes(plane(F1, F2).build(), ONE_OBJECTIVE));
        assertEquals(
                List.of(), notes(plane(F1, F2.within(0, 1).rangeOnly()).build(), ONE_OBJECTIVE));
        assertEquals(
                List.of(
                        "Option 'exploration' has no effect here: it needs acquisition=lcb or a"
                                + " bound-every above 0.",
                        "Option 'bound-every' has no effect with 2 objectives, which are improved"
                                + " together by their expected hypervolume."),
                notes(plane(F1, F2).build(), Map.of("bound-every", "0", "exploration", "3")));
    }

    /** So are those that need something that the problem does not have. */
    @Test
    void optionsOfWhatIsNotThereAreNamed() {
        assertEquals(
                List.of(
                        "Option 'categories' has no effect here: it needs a categorical parameter.",
                        "Option 'out-of-range' has no effect here: it needs an output with a"
                                + " range.",
                        "Option 'latent' has no effect here: it needs several tasks.",
                        "Option 'task-shifts' has no effect here: it needs several tasks."),
                notes(
                        plane(F1).build(),
                        Map.of(
                                "categories", "ordinal",
                                "out-of-range", "ignore",
                                "latent", "2",
                                "task-shifts", "false")));
        assertEquals(
                List.of(), notes(plane(F1.within(0, 1)).build(), Map.of("out-of-range", "ignore")));
    }

    private static final Map<String, String> ONE_OBJECTIVE =
            Map.of("acquisition", "lcb", "trust-region", "false");

    private static List<String> notes(TuningProblem problem, Map<String, String> options) {
        var notes = new ArrayList<String>();
        var history = new MemoryHistory();
        for (int i = 0; i < 2; i++) {
            Study.of(problem)
                    .history(history)
                    .tuner(new GpLcmTuner.Provider())
                    .options(options)
                    .observer(
                            new StudyObserver() {
                                @Override
                                public void note(String text) {
                                    notes.add(text);
                                }
                            })
                    .open();
        }
        return notes;
    }

    private static final Objective F1 = Objective.minimize("f1");
    private static final Objective F2 = Objective.minimize("f2");

    /** 25 points, spread perfectly, dominate 0.66 - 0.02; one of them, placed at best, 0.25. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void twoObjectivesAreTradedOff(int batch) {
        var study =
                run(
                        plane(F1, F2).build(),
                        List.of(Point.EMPTY),
                        25,
                        batch,
                        Map.of(),
                        SeveralOutputsTest::zdt1);
        double volume = volume(study, 1, 1);
        assertTrue(volume > 0.60, "hypervolume " + volume);
        long points = ParetoFront.of(study.problem(), study.records().finished()).trials().size();
        assertTrue(points > 10, "only %d on the front".formatted(points));
    }

    /** The same front, upside down and in other units: nothing may depend on either. */
    @Test
    void goalsAndUnitsDoNotMatter() {
        var study =
                run(
                        plane(Objective.maximize("f1"), F2).build(),
                        List.of(Point.EMPTY),
                        25,
                        1,
                        Map.of(),
                        (t, p) -> {
                            double g = 1 + 9 * p.number("w");
                            double f1 = p.number("x");
                            return outcome(
                                    Map.of(
                                            "f1",
                                            -1e9 * f1,
                                            "f2",
                                            1e-6 * g * (1 - Math.sqrt(f1 / g))));
                        });
        assertTrue(volume(study, 1e9, 1e-6) > 0.60 * 1e3);
    }

    @Test
    void threeObjectivesOneOfThemConstant() {
        var study =
                run(
                        plane(F1, F2, Objective.minimize("f3")).build(),
                        List.of(Point.EMPTY),
                        20,
                        1,
                        Map.of(),
                        (t, p) -> {
                            double g = 1 + 9 * p.number("w");
                            double f1 = p.number("x");
                            double f2 = g * (1 - Math.sqrt(f1 / g));
                            return outcome(Map.of("f1", f1, "f2", f2, "f3", 7.0));
                        });
        assertTrue(volume(study, 1, 1, 8) > 0.5);
    }

    @Test
    void everyOutputOfEveryTaskIsModelled() {
        List<Point> tasks = List.of(Point.of("t", 1), Point.of("t", 2), Point.of("t", 3));
        TuningProblem problem = plane(F1, F2).task(Parameter.integer("t", 1, 3)).build();
        try (Study study =
                run(
                        problem,
                        tasks,
                        10,
                        1,
                        Map.of(),
                        (t, p) -> {
                            double x = p.number("x");
                            double w = p.number("w");
                            double at = 0.2 * t.number("t");
                            double f1 = Math.pow(x - at, 2) + w;
                            double f2 = Math.pow(x - at - 0.3, 2) + w;
                            return outcome(Map.of("f1", f1, "f2", f2));
                        })) {
            FittedModel model = study.model().orElseThrow();
            assertEquals(List.of("f1", "f2"), model.outputs());
            for (Point task : tasks) {
                Trial some = study.records().trials(task).getLast();
                for (String output : model.outputs()) {
                    double value = problem.value(some, output).orElseThrow();
                    double predicted = model.predict(task, some.configuration(), output).median();
                    assertEquals(value, predicted, 0.05, task + " " + output);
                    assertEquals(10, model.trust(task, output).trials());
                    assertTrue(model.view(task, output).isPresent());
                }
                ParetoFront front = ParetoFront.of(problem, study.records().trials(task));
                assertTrue(front.trials().size() > 2, front.trials().size() + " on the front");
            }
            for (ModelRecord record : model.records()) {
                assertEquals(3, ((List<?>) record.content().get("tasks")).size());
            }
        }
    }

    private static Outcome tradeOff(Point t, Point p) {
        double x = p.number("x");
        double w = p.number("w");
        return outcome(Map.of("f1", Math.pow(x - 0.9, 2) + 0.3 * w, "error", x + 0.2 * w));
    }

    private static Study withinRange(String treatment, long seed) {
        Objective error =
                Objective.minimize("error").within(Double.NEGATIVE_INFINITY, 0.4).rangeOnly();
        return run(
                plane(F1, error).build(),
                List.of(Point.EMPTY),
                25,
                1,
                seed,
                Map.of("out-of-range", treatment),
                SeveralOutputsTest::tradeOff);
    }

    /** Least where x + w/5 = 0.4 and w = 0: f1 = 0.25. The middle of three studies. */
    @ParameterizedTest
    @ValueSource(strings = {"probability", "large-number", "ignore"})
    void oneObjectiveIsImprovedWithinTheRangeOfAnother(String treatment) {
        List<Study> studies = Stream.of(1, 2, 3).map(seed -> withinRange(treatment, seed)).toList();
        double best =
                studies.stream()
                        .map(s -> s.problem().value(s.best(Point.EMPTY).orElseThrow(), "f1"))
                        .mapToDouble(OptionalDouble::orElseThrow)
                        .sorted()
                        .toArray()[1];
        // what is ignored cannot teach where the range ends: the search may go on beyond it
        double limit = treatment.equals("ignore") ? 1.2 : 0.29;
        assertTrue(best < limit, "best in range " + best);
        if (treatment.equals("probability")) {
            Study study = studies.getFirst();
            long inRange =
                    studies.stream()
                            .flatMap(s -> s.records().finished().subList(5, 25).stream())
                            .filter(study.problem()::isInRange)
                            .count();
            // 18 of 60 at random, with a deviation of 3.5; the best place is on the border
            assertTrue(inRange >= 28, inRange + " of 60 in range");
            FittedModel model = study.model().orElseThrow();
            assertEquals(List.of("f1", "error"), model.outputs());
            double there =
                    model.predict(Point.EMPTY, Point.of("x", 0.5, "w", 0.5), "error").median();
            assertEquals(0.6, there, 0.05);
        }
    }

    /** The range is a thousandth of the square: it has to be found before there is a best. */
    @Test
    void aNarrowRangeIsFound() {
        Objective near = Objective.minimize("f1").within(0, 0.001).rangeOnly();
        Study study =
                run(
                        plane(F2, near).build(),
                        List.of(Point.EMPTY),
                        30,
                        1,
                        Map.of(),
                        (t, p) -> {
                            double off =
                                    Math.pow(p.number("x") - 0.37, 2)
                                            + Math.pow(p.number("w") - 0.81, 2);
                            return outcome(Map.of("f1", off, "f2", p.number("x")));
                        });
        assertTrue(study.best(Point.EMPTY).isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"probability", "large-number", "ignore"})
    void aRangeThatNothingReachesIsNoReasonToStop(String treatment) {
        Objective never = Objective.minimize("error").within(50, 50).rangeOnly();
        Study study =
                run(
                        plane(F1, never).build(),
                        List.of(Point.EMPTY),
                        15,
                        1,
                        Map.of("out-of-range", treatment),
                        SeveralOutputsTest::tradeOff);
        assertEquals(15, study.records().finished().size());
        assertTrue(study.best(Point.EMPTY).isEmpty());
    }

    @Test
    void theObjectiveItselfMayHaveARange() {
        Objective within = F1.within(0.5, 10);
        Study study =
                run(
                        plane(within).build(),
                        List.of(Point.EMPTY),
                        20,
                        1,
                        Map.of(),
                        SeveralOutputsTest::tradeOff);
        double best =
                study.problem().value(study.best(Point.EMPTY).orElseThrow(), "f1").orElseThrow();
        assertTrue(best >= 0.5 && best < 0.53, "best in range " + best);
    }

    @Test
    void failuresAndRangesTogether() {
        Objective within = F2.within(Double.NEGATIVE_INFINITY, 0.8);
        Study study =
                run(
                        plane(F1, within).build(),
                        List.of(Point.EMPTY),
                        25,
                        3,
                        Map.of(),
                        (t, p) ->
                                p.number("x") > 0.7
                                        ? Outcome.failed(FailureCause.CRASH, "beyond")
                                        : zdt1(t, p));
        ParetoFront front = ParetoFront.of(study.problem(), study.records().finished());
        assertFalse(front.trials().isEmpty());
        assertTrue(front.hypervolume() > 0);
    }

    /** Twin valleys, equally deep; runs in the left one take a tenth of the time. */
    @Test
    void perSecondItPrefersTheShortRuns() {
        double[] seconds = new double[2];
        for (int i = 0; i < 2; i++) {
            Study study =
                    run(
                            plane(F1).build(),
                            List.of(Point.EMPTY),
                            30,
                            1,
                            Map.of("per-second", Boolean.toString(i == 1)),
                            (t, p) -> {
                                double x = p.number("x");
                                double valley = Math.min(Math.abs(x - 0.2), Math.abs(x - 0.8));
                                return new Outcome.Measured(
                                        Map.of("f1", List.of(1 + valley + p.number("w"))),
                                        Map.of(),
                                        x < 0.5 ? 1 : 10);
                            });
            seconds[i] =
                    study.records().finished().stream()
                            .mapToDouble(t -> t.outcome().elapsed())
                            .sum();
        }
        assertTrue(seconds[1] < 0.7 * seconds[0], seconds[1] + " s, without " + seconds[0]);
    }
}
