package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;

/** {@link Penalties}, and {@link TunerView}, by which tuners take them for failures. */
class PenaltiesTest {
    private static final Objective SECONDS = Objective.minimize("y");

    private static TuningProblem problem(Objective... objectives) {
        var builder = TuningProblem.named("p").parameter(Parameter.real("x", 0, 1000));
        List.of(objectives).forEach(builder::objective);
        return builder.build();
    }

    private static OptionalDouble limit(double... values) {
        return Penalties.found(problem(SECONDS), trials(values)).stream()
                .mapToDouble(Penalties.Found::value)
                .min();
    }

    private static void assertLimit(double expected, double... values) {
        assertEquals(OptionalDouble.of(expected), limit(values));
        assertEquals( // whatever the unit
                OptionalDouble.of(expected * 1024),
                limit(DoubleStream.of(values).map(v -> v * 1024).toArray()));
    }

    private static void assertNone(double... values) {
        assertEquals(OptionalDouble.empty(), limit(values));
    }

    @Test
    void onePenaltyIsFoundWhereItIsFarFromAllElse() {
        assertLimit(1e30, 12, 1e30, 5, 8);
        assertLimit(1e9, 12, 5, 8, 1e9, 1e30);
        assertLimit(2e6, 12, 5, 3e6, 8, 2e6); // with the size of a violation
        assertLimit(1e6, -3, -2, -1, 1e6);
        assertNone(12, 8, 1e30); // two better values say nothing of their range
        assertNone(5, 8, 12, 900); // a slow run
        assertNone(1e-2, 1, 100, 1e6); // as far apart as all others
        assertNone(-1e-2, 1, 100, 1e6);
        assertNone(0, 0, 0, 1e6);
        assertNone(1e-38, -1e-55, 1e-38, 0.1); // nothing that dies away has penalties
    }

    @Test
    void severalAreFoundWhereTheyAreTheSame() {
        assertLimit(60, 5, 60, 8, 12, 60);
        assertLimit(12.5, 5, 8, 10, 12.5, 12.5);
        assertNone(5, 8, 12, 60); // once
        assertNone(5, 8, 12, 60, 60.5);
        assertNone(5, 8, 10, 11, 11); // no farther than others from each other
        assertNone(5, 5, 5, 8, 8); // of two values
        assertNone(1, 1, 2, 3, 4); // the best ones
        assertNone();
    }

    /** Where values repeat at all heights, a worst one that does is no sign of a failure. */
    @Test
    void outputsOfFewValuesTieWithoutPenalties() {
        assertNone(0, 0, 1, 1, 2, 3, 5, 5);
        assertNone(2, 3, 3, 4, 4, 4, 5, 6, 6, 9, 9);
        assertNone(2, 3, 3, 4, 4, 4, 5, 6, 6, 9, 60, 60);
        assertLimit(100, 2, 3, 3, 4, 4, 4, 5, 6, 6, 9, 100, 100);
        assertNone(3, 1, 1, 19, 19);
        assertLimit(5, 0, 0, 1, 2, 3, 5, 5); // most of them once
    }

    /** 960 steps divided by the threads, whatever x is. */
    @Test
    void whatOneParameterDoesIsNoPenalty() {
        TuningProblem steps =
                problem(SECONDS).toBuilder()
                        .parameter(Parameter.ordinal("threads", List.of(1, 2, 4, 8)))
                        .build();
        long[] threads = {8, 1, 4, 1, 2};
        assertEquals(Map.of(), penalties(steps, steps(threads)));
        long[] far = {4, 0, 5, 0, 6}; // 0 threads: a time limit
        assertEquals(Set.of(2L, 4L), penalties(steps, steps(far)).keySet());
    }

    private static List<Trial> steps(long[] threads) {
        var trials = new ArrayList<Trial>();
        for (long t : threads) {
            int number = trials.size() + 1;
            trials.add(
                    new Trial(
                            number,
                            Candidate.of(
                                    Point.EMPTY,
                                    Point.of(
                                            Map.of(
                                                    "x",
                                                    (double) number,
                                                    "threads",
                                                    Math.max(t, 1)))),
                            Origin.of("given"),
                            Outcome.measured("y", t == 0 ? 10_000 : 960.0 / t),
                            Provenance.here(Effort.NONE)));
        }
        return trials;
    }

    /** A default is what the program is run with; where its run is reused, too. */
    @Test
    void theDefaultIsNoPenalty() {
        List<Trial> trials = trials(60, 5, 8, 12, 60);
        assertEquals(Set.of(1L, 5L), penalties(problem(SECONDS), trials).keySet());
        TuningProblem withDefault =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1000).withDefault(5.0))
                        .objective(SECONDS)
                        .build();
        assertEquals(Map.of(), penalties(withDefault, trials));
        List<Trial> huge = trials(1e30, 5, 8, 12, 1e30);
        assertEquals(Set.of(1L, 5L), penalties(withDefault, huge).keySet());
    }

    /** The memory of a block is the same in all trials that have it, their times are not. */
    @Test
    void ofSeveralObjectivesTheOthersTieToo() {
        TuningProblem two = problem(SECONDS, Objective.minimize("z"));
        double[][] memory = {{5, 1}, {3, 64}, {6, 4}, {7, 3}, {2, 64}};
        assertEquals(Map.of(), penalties(two, pairs(memory)));
        double[][] failed = {{5, 1}, {100, 64}, {6, 4}, {7, 3}, {100, 64}};
        assertEquals(Set.of(2L, 5L), penalties(two, pairs(failed)).keySet());
    }

    private static List<Trial> pairs(double[]... values) {
        var trials = new ArrayList<Trial>();
        for (double[] v : values) {
            Outcome outcome = Outcome.measured(Map.of("y", v[0], "z", v[1]));
            trials.add(trial(trials.size() + 1, Point.EMPTY, 1, outcome));
        }
        return trials;
    }

    @Test
    void zerosOfWhatIsMaximised() {
        TuningProblem rate = problem(Objective.maximize("y"));
        var trials = trials(50, 0, 60, 55, 0, 0);
        assertEquals(Set.of(2L, 5L, 6L), penalties(rate, trials).keySet());
    }

    private static List<Trial> trials(double... ys) {
        var trials = new ArrayList<Trial>();
        for (double y : ys) {
            trials.add(trial(trials.size() + 1, Point.EMPTY, 1, Outcome.measured("y", y)));
        }
        return trials;
    }

    private static Trial trial(long number, Point task, double share, Outcome outcome) {
        return new Trial(
                number,
                new Candidate(task, Point.of("x", (double) number), new Fidelity(share)),
                Origin.of("given"),
                outcome,
                Provenance.here(Effort.NONE));
    }

    private static Map<Long, String> penalties(TuningProblem problem, List<Trial> trials) {
        return Penalties.of(problem, trials).in(trials);
    }

    @Test
    void whatIsDeclaredIsBelieved() {
        List<Trial> trials = trials(5, 100, 8, 1e30, 99);
        assertEquals(
                Map.of(2L, "y = 100", 4L, "y = 1e+30"),
                penalties(problem(SECONDS.withPenalty(100)), trials));
        assertEquals(Map.of(), penalties(problem(SECONDS.withoutPenalty()), trials));
        assertEquals(Map.of(4L, "y = 1e+30"), penalties(problem(SECONDS), trials));
        Objective rate = Objective.maximize("y").withPenalty(0);
        assertTrue(rate.accepts(1e-9));
        assertFalse(rate.accepts(0) || rate.accepts(-1));
        assertTrue(Objective.maximize("y").withoutPenalty().accepts(-1e30));
        ParameterTest.assertRefused(
                "y: a penalty is a finite number, not Infinity.",
                () -> SECONDS.withPenalty(Double.POSITIVE_INFINITY));
    }

    /** A time limit stays one however slow the machine has become; a value is no limit by that. */
    @Test
    void valuesAreThoseBeforeNormalising() {
        List<Trial> asMeasured = trials(5, 60, 8, 60, 12, 55);
        var trials = new ArrayList<Trial>();
        for (Trial t : asMeasured) {
            double factor = Map.of(4L, 1.3, 6L, 0.5).getOrDefault(t.number(), 1.0);
            trials.add(
                    t.with(
                            Normalisation.divided(
                                    (Outcome.Measured) t.outcome(), Map.of("y", factor))));
        }
        TuningProblem found = problem(SECONDS);
        assertEquals(Map.of(), penalties(found, trials)); // 55 is too near
        assertEquals(Map.of(2L, "y = 60", 4L, "y = 60"), penalties(found, trials.subList(0, 5)));
        TuningProblem declared = problem(SECONDS.withPenalty(60));
        assertEquals(Map.of(2L, "y = 60", 4L, "y = 60"), penalties(declared, trials));
        assertEquals(
                List.of(1L, 3L, 5L, 6L),
                trials.stream().filter(declared::isInRange).map(Trial::number).toList());
    }

    /** Cheap runs that all give the same are told apart from full ones. */
    @Test
    void eachTaskAndEachFidelityIsLookedAtAlone() {
        var trials = new ArrayList<Trial>();
        for (double y : new double[] {5, 8, 12}) {
            trials.add(trial(trials.size() + 1, Point.EMPTY, 1, Outcome.measured("y", y)));
            trials.add(trial(trials.size() + 1, Point.EMPTY, 0.1, Outcome.measured("y", 60)));
            trials.add(trial(trials.size() + 1, Point.of("n", 2), 1, Outcome.measured("y", 60)));
        }
        assertEquals(Map.of(), penalties(problem(SECONDS), trials));
    }

    /** The worst value of a task is a penalty where it is one of another task. */
    @Test
    void aPenaltyOfOneTaskIsOneOfTheOthers() {
        var trials = new ArrayList<Trial>();
        for (double y : new double[] {5, 8, 60, 12, 60}) {
            trials.add(trial(trials.size() + 1, Point.EMPTY, 1, Outcome.measured("y", y)));
        }
        for (double y : new double[] {60, 2}) {
            trials.add(trial(trials.size() + 1, Point.of("n", 2), 1, Outcome.measured("y", y)));
        }
        for (double y : new double[] {60, 70}) {
            trials.add(trial(trials.size() + 1, Point.of("n", 3), 1, Outcome.measured("y", y)));
        }
        assertEquals(
                Map.of(3L, "y = 60", 5L, "y = 60", 6L, "y = 60"),
                penalties(problem(SECONDS), trials));
    }

    @Test
    void oneOfSeveralObjectivesIsEnough() {
        TuningProblem two = problem(SECONDS, Objective.minimize("z"));
        double[][] values = {{5, 1}, {8, 1e30}, {1e30, 2}, {6, 4}, {7, 3}, {9, 6}};
        assertEquals(Map.of(2L, "z = 1e+30", 3L, "y = 1e+30"), penalties(two, pairs(values)));
    }

    @Test
    void tunersSeeFailures() {
        var seen = new ArrayList<Records>();
        Study study = Study.of(problem(SECONDS)).tuner(watching(seen)).trials(20).open();
        for (double y : new double[] {5, 1e30, 8, 12}) {
            Trial trial = study.ask(1).getFirst();
            study.tell(trial.number(), Outcome.measured("y", y));
        }
        assertInstanceOf(Outcome.Measured.class, seen.get(3).trials().get(1).outcome());
        study.ask(1);
        Records now = seen.getLast();
        var failed = (Outcome.Failed) now.trials().get(1).outcome();
        assertEquals(FailureCause.WRONG_ANSWER, failed.cause());
        assertEquals("y = 1e+30", failed.detail());
        assertEquals(now.trials().get(1), now.finished().get(1));
        assertEquals(5, now.nextNumber());
        assertInstanceOf(
                Outcome.Measured.class, study.records().trials().get(1).outcome(), "it stays");
        assertEquals(study.records().trials().get(2), now.trials().get(2));
    }

    private static TunerProvider watching(List<Records> seen) {
        return new TunerProvider() {
            @Override
            public String name() {
                return "watching";
            }

            @Override
            public String summary() {
                return "Watches.";
            }

            @Override
            public Tuner create(TuningRequest request) {
                return (records, demand) -> {
                    seen.add(records);
                    return Proposal.run(
                            List.of(
                                    CountingTuner.suggestion(
                                            demand.tasksInTurn().getFirst(),
                                            Point.of("x", (double) records.nextNumber()))));
                };
            }
        };
    }

    @Test
    void sourcesHavePenaltiesToo() {
        TuningProblem problem = problem(SECONDS);
        var view = new TunerView(problem, watching(new ArrayList<>()));
        var log = new RecordLog();
        log.add(SourceRecord.of("plain", Point.EMPTY, problem).trials(trials(5, 8, 12, 9)).build());
        Records plain = log.snapshot();
        assertSame(plain, view.of(plain));
        log.add(
                SourceRecord.of("huge", Point.EMPTY, problem)
                        .trials(trials(5, 8, 12, 1e30))
                        .build());
        Records seen = view.of(log.snapshot());
        assertSame(plain.sources().getFirst(), seen.sources().getFirst());
        SourceRecord huge = seen.sources().getLast();
        assertInstanceOf(Outcome.Failed.class, huge.trials().getLast().outcome());
        assertInstanceOf(Outcome.Measured.class, huge.trials().getFirst().outcome());
        assertTrue(huge.isIntact(), "what was learned of it as measured is not of it");
        assertSame(huge, view.of(log.snapshot()).sources().getLast(), "made once");
        assertNotSame(log.snapshot().sources().getLast(), huge);
        log.add(trials(1e30).getFirst());
        assertInstanceOf(
                Outcome.Failed.class, view.of(log.snapshot()).trials().getFirst().outcome());
    }
}
