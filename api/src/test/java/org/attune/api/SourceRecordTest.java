package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class SourceRecordTest {
    static final Point TASK = Point.of("n", 2);

    static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .task(Parameter.integer("n", 1, 9))
                    .parameter(Parameter.real("x", 0, 10))
                    .objective(Objective.minimize("y"))
                    .build();

    static Trial trial(long number, Point task, Point configuration, Outcome outcome) {
        return new Trial(
                number,
                Candidate.of(task, configuration),
                Origin.of("test"),
                outcome,
                Provenance.here(Effort.NONE));
    }

    private static Trial at(double x, double y) {
        return trial(7, TASK, Point.of("x", x), Outcome.measured("y", y));
    }

    private static SourceRecord.Builder source() {
        return SourceRecord.of("s", TASK, PROBLEM).trials(List.of(at(1, 5), at(2, 4)));
    }

    @Test
    void trialsAreNumberedAnewAndPendingOnesLeftOut() {
        SourceRecord source =
                SourceRecord.of("s", TASK, PROBLEM)
                        .trials(
                                List.of(
                                        trial(3, TASK, Point.of("x", 9.0), Outcome.PENDING),
                                        at(1, 5),
                                        at(2, 4)))
                        .build();
        assertEquals(List.of(1L, 2L), source.trials().stream().map(Trial::number).toList());
    }

    /** Name, machine and moment do not matter; everything that can be learned from does. */
    @Test
    void theDigestIsThatOfTheContent() {
        String digest = source().build().digest();
        assertTrue(digest.matches("[0-9a-f]{64}"), digest);
        assertEquals(
                digest,
                SourceRecord.of("other", TASK, PROBLEM)
                        .environment(Map.of("machine_configuration", Map.of("machine_name", "m")))
                        .trials(List.of(at(1, 5), at(2, 4)))
                        .build()
                        .digest());
        List<SourceRecord> others =
                List.of(
                        source().trials(List.of(at(3, 3))).build(),
                        SourceRecord.of("s", Point.of("n", 3), PROBLEM)
                                .best(List.of(Point.of("x", 1.0)))
                                .build(),
                        source().features(Map.of("nnz", 3.0)).build(),
                        source().parameters(List.of(Parameter.real("x", 0, 11))).build(),
                        source().best(List.of(Point.of("x", 1.0))).build(),
                        SourceRecord.of("s", TASK, PROBLEM)
                                .trials(List.of(at(1, 5), at(2, Math.nextUp(4.0))))
                                .build(),
                        SourceRecord.of("s", TASK, PROBLEM)
                                .trials(List.of(at(2, 4), at(1, 5)))
                                .build());
        for (SourceRecord other : others) {
            assertNotEquals(digest, other.digest(), other.toString());
            assertTrue(other.isIntact());
        }
    }

    @Test
    void anotherDigestIsNoticed() {
        SourceRecord s = source().build();
        var changed =
                new SourceRecord(
                        s.name(),
                        s.digest(),
                        s.task(),
                        s.features(),
                        s.environment(),
                        s.trials().subList(0, 1),
                        s.parameters(),
                        s.models(),
                        s.best());
        assertTrue(s.isIntact());
        assertFalse(changed.isIntact());
    }

    @Test
    void whatTeachesNothingOrContradictsItselfIsRefused() {
        refused("neither trials", SourceRecord.of("s", TASK, PROBLEM));
        refused("blank", SourceRecord.of(" ", TASK, PROBLEM).best(List.of(Point.of("x", 1.0))));
        refused(
                "wanted are ended trials",
                SourceRecord.of("s", Point.of("n", 3), PROBLEM).trials(List.of(at(1, 5))));
        var model = new SourceModel("y", List.of(), List.of(), List.of(), Map.of("kernel", "rbf"));
        refused("of one output", source().model(model).model(model));
    }

    private static void refused(String why, SourceRecord.Builder source) {
        String message = assertThrows(IllegalArgumentException.class, source::build).getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void trialsOutsideOfASpaceAreNoneOfIt() {
        SourceRecord source =
                source().parameters(List.of(Parameter.real("x", 0, 99)))
                        .trials(List.of(at(50, 1)))
                        .build();
        assertEquals(3, source.trials().size());
        assertEquals(2, source.trialsWithin(PROBLEM.parameterSpace()).size());
        assertEquals(3, source.trialsWithin(source.space(PROBLEM)).size());
        Point inside = Point.of("x", 1.0);
        SourceRecord best =
                source().parameters(List.of(Parameter.real("x", 0, 99)))
                        .best(List.of(Point.of("x", 50.0), inside))
                        .build();
        assertEquals(List.of(inside), best.bestWithin(PROBLEM.parameterSpace()));
    }

    /** Tuners that know no fidelities see no cheap runs of sources either. */
    @Test
    void cheapRunsOfSourcesAreNoFullRuns() {
        var cheap =
                new Trial(
                        1,
                        new Candidate(TASK, Point.of("x", 3.0), new Fidelity(0.5)),
                        Origin.of("test"),
                        Outcome.measured("y", -100),
                        Provenance.here(Effort.NONE));
        var log = new RecordLog();
        log.add(source().build());
        assertEquals(List.of(source().build().digest()), digests(FullRuns.of(log.snapshot())));
        log.add(SourceRecord.of("mixed", TASK, PROBLEM).trials(List.of(cheap, at(1, 5))).build());
        log.add(SourceRecord.of("cheap", TASK, PROBLEM).trials(List.of(cheap)).build());
        assertEquals(
                List.of(
                        source().build().digest(),
                        SourceRecord.of("mixed", TASK, PROBLEM)
                                .trials(List.of(at(1, 5)))
                                .build()
                                .digest()),
                digests(FullRuns.of(log.snapshot())));
        assertEquals(3, log.snapshot().sources().size());
    }

    private static List<String> digests(Records records) {
        return records.sources().stream().map(SourceRecord::digest).toList();
    }

    /** A function becomes a table of its values at distinct admissible configurations. */
    @Test
    void aFunctionIsTabulated() {
        SourceModel model = SourceModel.of(PROBLEM, TASK, "y", 50, p -> 2 * p.number("x"));
        assertEquals(50, model.places().stream().distinct().count());
        for (int i = 0; i < 50; i++) {
            assertEquals(2 * model.places().get(i).number("x"), model.values().get(i));
            assertEquals(0, model.deviations().get(i));
        }
        assertEquals(model.places(), SourceModel.of(PROBLEM, TASK, "y", 50, p -> 1).places());
        assertThrows(
                IllegalArgumentException.class,
                () -> SourceModel.of(PROBLEM, TASK, "y", 5, p -> Double.NaN));
        var small =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("k", 1, 3))
                        .objective(Objective.minimize("y"))
                        .build();
        assertEquals(3, SourceModel.of(small, Point.EMPTY, "y", 50, p -> 1).places().size());
    }
}
