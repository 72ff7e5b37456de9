package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class StudySourcesTest {
    private static final TuningProblem PROBLEM = SourceRecordTest.PROBLEM;
    private static final Point TARGET = Point.of("n", 5);

    private static SourceRecord source(String name, double... xs) {
        var trials = new ArrayList<Trial>();
        for (double x : xs) {
            trials.add(
                    SourceRecordTest.trial(
                            1, SourceRecordTest.TASK, Point.of("x", x), Outcome.measured("y", x)));
        }
        return SourceRecord.of(name, SourceRecordTest.TASK, PROBLEM).trials(trials).build();
    }

    /** Proposes the best configuration of the newest source, or nothing that it knows of. */
    private static final class Copying implements TunerProvider {
        @Override
        public String name() {
            return "copying";
        }

        @Override
        public String summary() {
            return "Copies.";
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withSources();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) ->
                    records.sources().isEmpty()
                            ? new Proposal.Done("no source")
                            : Proposal.run(
                                    List.of(
                                            CountingTuner.suggestion(
                                                    demand.tasksInTurn().getFirst(),
                                                    records.sources()
                                                            .getLast()
                                                            .trials()
                                                            .getFirst()
                                                            .configuration())));
        }
    }

    private static StudyBuilder study(TunerProvider tuner, History history, List<String> notes) {
        return Study.of(PROBLEM)
                .tasks(List.of(TARGET))
                .tuner(tuner)
                .trials(5)
                .history(history)
                .observer(
                        new StudyObserver() {
                            @Override
                            public void note(String note) {
                                notes.add(note);
                            }
                        });
    }

    @Test
    void sourcesAreCopiedWhenTheStudyIsOpenedAndLater() {
        var history = new MemoryHistory();
        var notes = new ArrayList<String>();
        Study study =
                study(new Copying(), history, notes).sources(List.of(source("a", 1, 2))).open();
        assertEquals(Point.of("x", 1.0), study.ask(1).getFirst().configuration());
        assertEquals(1, study.addSources(List.of(source("b", 3))).size());
        assertEquals(Point.of("x", 3.0), study.ask(1).getFirst().configuration());
        assertEquals(List.of(), study.addSources(List.of(source("b", 3), source("a", 1, 2))));
        assertEquals(List.of(), notes);
        Study again = study(new Copying(), history, notes).open(); // without what it was given
        assertEquals(
                List.of("a", "b"),
                again.records().sources().stream().map(SourceRecord::name).toList());
        assertEquals(Point.of("x", 3.0), again.ask(1).getFirst().configuration());
    }

    /** A tuner that had nothing to say is asked again. */
    @Test
    void aSourceMayOpenAClosedStudy() {
        Study study = study(new Copying(), new MemoryHistory(), new ArrayList<>()).open();
        assertEquals(List.of(), study.ask(1));
        assertEquals(Study.State.DONE, study.status().state());
        study.addSources(List.of(source("a", 4)));
        assertEquals(Study.State.RUN, study.status().state());
        assertEquals(Point.of("x", 4.0), study.ask(1).getFirst().configuration());
    }

    @Test
    void anotherContentReplacesASourceAndIsSaid() {
        var notes = new ArrayList<String>();
        var history = new MemoryHistory();
        study(new Copying(), history, notes)
                .sources(List.of(source("a", 1), source("b", 2)))
                .open();
        Study study =
                study(new Copying(), history, notes).sources(List.of(source("a", 7, 8))).open();
        assertEquals(
                List.of("a", "b"),
                study.records().sources().stream().map(SourceRecord::name).toList());
        assertEquals(2, study.records().sources().getFirst().trials().size());
        assertEquals(1, notes.size());
        assertTrue(notes.getFirst().contains("'a' is another one"), notes.getFirst());
    }

    @Test
    void aTunerWithoutUseForThemProposesAsWithout() {
        var notes = new ArrayList<String>();
        Study without = study(new CountingTuner(), new MemoryHistory(), notes).open();
        assertEquals(List.of(), notes);
        Study with =
                study(new CountingTuner(), new MemoryHistory(), notes)
                        .sources(List.of(source("a", 1)))
                        .open();
        assertEquals(
                without.ask(3).stream().map(Trial::candidate).toList(),
                with.ask(3).stream().map(Trial::candidate).toList());
        assertTrue(notes.getFirst().contains("does not learn from sources"), notes.toString());
        assertEquals(2, with.trialsLeft(), "sources count towards no budget");
    }

    @Test
    void whatDoesNotFitLeavesNoTrace() {
        var otherTask =
                SourceRecord.of("t", Point.of("m", 2), PROBLEM).best(List.of(Point.of("x", 1.0)));
        refused("task parameters", otherTask.build());
        refused(
                "another type",
                SourceRecord.of("t", SourceRecordTest.TASK, PROBLEM)
                        .parameters(List.of(Parameter.integer("x", 0, 9)))
                        .best(List.of(Point.of("x", 1)))
                        .build());
        refused(
                "no configuration",
                SourceRecord.of("t", SourceRecordTest.TASK, PROBLEM)
                        .best(List.of(Point.of("x", 11.0)))
                        .build());
        refused(
                "lacks the output y",
                SourceRecord.of("t", SourceRecordTest.TASK, PROBLEM)
                        .trials(
                                List.of(
                                        SourceRecordTest.trial(
                                                1,
                                                SourceRecordTest.TASK,
                                                Point.of("x", 1.0),
                                                Outcome.measured("z", 1))))
                        .build());
        refused(
                "a model of 'z'",
                SourceRecord.of("t", SourceRecordTest.TASK, PROBLEM)
                        .model(
                                new SourceModel(
                                        "z", List.of(), List.of(), List.of(), Map.of("k", "v")))
                        .build());
        refused("Two sources are named", source("a", 1), source("a", 2));
    }

    private static void refused(String why, SourceRecord... sources) {
        var history = new MemoryHistory();
        StudyBuilder builder =
                study(new CountingTuner(), history, new ArrayList<>()).sources(List.of(sources));
        String message = assertThrows(IllegalArgumentException.class, builder::open).getMessage();
        assertTrue(message.contains(why), message);
        assertEquals(Optional.empty(), history.records().study());
        assertEquals(List.of(), history.records().sources());
    }
}
