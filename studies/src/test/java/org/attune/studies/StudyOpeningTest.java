package org.attune.studies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.api.Study;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opening a study: what is refused, what is started, and what is gone on with. */
class StudyOpeningTest {
    @TempDir Path folder;

    private static String refused(Executable opening) {
        return assertThrows(IllegalArgumentException.class, opening::open).getMessage();
    }

    /** What opens a study. */
    private interface Executable {
        OpenStudy open();
    }

    @Test
    void runsTheTrialsOfTheFileAndKeepsThem() {
        StudyFile file = Toy.file(folder, Toy.TEXT);
        try (OpenStudy open = file.opening().open()) {
            assertEquals(Study.State.DONE, open.run().state());
            assertEquals(10, open.study().records().finished().size());
            for (Trial t : open.study().records().finished()) {
                long x = (Long) t.configuration().get("x");
                double expected = (x - 7) * (x - 7) + (Long) t.task().get("n");
                assertEquals(
                        List.of(expected), ((Outcome.Measured) t.outcome()).outputs().get("cost"));
            }
        }
        assertEquals(folder.resolve("attune.db/toy.jsonl"), file.history());
        assertEquals(10, file.stored(new StudyObserver() {}).records().trials().size());
    }

    @Test
    void goesOnWithWhatIsStored() {
        StudyFile file = Toy.file(folder, Toy.TEXT);
        try (OpenStudy open = file.opening().open()) {
            open.run();
            assertEquals(10, open.moreTrials());
        }
        try (OpenStudy open = file.opening().open()) {
            assertEquals(0, open.study().trialsLeft());
        }
        var more = new StudySettings().trials(6);
        try (OpenStudy open = file.opening().settings(more).open()) {
            assertEquals(2, open.study().trialsLeft());
            assertEquals(6, open.study().setUp().trials());
        }
    }

    /** Here the machine that the file no longer says stands for another computer. */
    @Test
    void whoLooksHasTheMachineOfTheStudy() {
        String text = Toy.TEXT + "derived_outputs: {per_core: cost / cores}\n";
        try (OpenStudy open =
                Toy.file(folder, text + "machine: {cores: 1000}\n").opening().open()) {
            open.run();
        }
        StudyFile elsewhere = Toy.file(folder, text);
        var notes = new ArrayList<String>();
        StudyObserver listener =
                new StudyObserver() {
                    @Override
                    public void note(String note) {
                        notes.add(note);
                    }
                };
        var stored = elsewhere.stored(listener);
        Trial first = stored.records().finished().getFirst();
        assertEquals(
                stored.problem().value(first, "cost").getAsDouble() / 1000,
                stored.problem().value(first, "per_core").getAsDouble());
        assertEquals(List.of(), notes);
        elsewhere.opening().observer(listener).open().close();
        assertTrue(notes.getFirst().contains("machine.cores was 1000 and is now "), "" + notes);
    }

    @Test
    void settingsGoBeforeTheFile() {
        var settings = new StudySettings().tuner("sobol").trials(3).seed(4);
        StudyFile file = Toy.file(folder, Toy.TEXT);
        try (OpenStudy open = file.opening().settings(settings).open()) {
            assertEquals("sobol", open.study().setUp().tuner());
            assertEquals(3, open.study().setUp().trials());
            assertEquals(4, open.study().setUp().seed());
            String said = open.edited().orElse("");
            assertEquals("", said, "3 was given, so that nobody has edited anything");
        }
        var others = new StudySettings().seed(5);
        String why = refused(() -> file.opening().settings(others).open());
        assertTrue(why.contains("seed"), why);
    }

    @Test
    void saysThatTheFileNamesOtherTrials() {
        try (OpenStudy open = Toy.file(folder, Toy.TEXT).opening().open()) {
            assertTrue(open.edited().isEmpty());
        }
        StudyFile edited = Toy.file(folder, Toy.TEXT.replace("trials: 5", "trials: 8"));
        try (OpenStudy open = edited.opening().open()) {
            String said = open.edited().orElseThrow();
            assertTrue(said.contains("'trials: 8'") && said.contains("has 5"), said);
        }
    }

    @Test
    void refusesBeforeAnythingIsRecorded() {
        StudyFile missing = Toy.file(folder, Toy.TEXT.replace("[sh,", "[no-such-program,"));
        assertTrue(refused(() -> missing.opening().open()).contains("no-such-program"));
        StudyFile none = Toy.file(folder, Toy.TEXT.replaceFirst("(?s)evaluation:.*", ""));
        assertTrue(refused(() -> none.opening().open()).contains("section 'evaluation'"));
        StudyFile narrow = Toy.file(folder, Toy.TEXT + "constraints: {no: \"x > 30\"}\n");
        assertTrue(refused(() -> narrow.opening().open()).contains("nothing is admissible"));
        StudyFile fine = Toy.file(folder, Toy.TEXT);
        assertTrue(refused(() -> fine.opening().parallel(0).open()).contains("--parallel 1"));
        assertTrue(refused(() -> fine.opening().resuming().open()).contains("no history"));
        assertFalse(Files.exists(fine.history()));
    }

    /** A study whose trials are told needs no program. */
    @Test
    void whoRunsNothingNeedsNoProgram() {
        StudyFile file = Toy.file(folder, Toy.TEXT.replace("[sh,", "[no-such-program,"));
        try (OpenStudy open = file.opening().runningNothing().open()) {
            Trial asked = open.study().ask(1).getFirst();
            open.study().tell(asked.number(), Toy.cost(3, 1));
        }
        try (OpenStudy open = file.opening().resuming().runningNothing().open()) {
            assertEquals(1, open.study().records().finished().size());
        }
    }

    @Test
    void anEmptyHistoryIsSaid() throws Exception {
        StudyFile file = Toy.file(folder, Toy.TEXT);
        Files.createDirectories(file.history().getParent());
        Files.createFile(file.history());
        String why =
                assertThrows(IllegalArgumentException.class, file::requireStarted).getMessage();
        assertTrue(why.contains("empty: 0 bytes"), why);
    }

    @Test
    void takesOverTheTrialsOfOtherStudies() {
        StudyFile main = Toy.file(folder, Toy.TEXT);
        try (OpenStudy open = main.opening().open()) {
            open.run();
        }
        var place =
                new StudyPlace(main.place().problem(), "next", Optional.empty(), Optional.empty());
        StudyFile next = place.read();
        var notes = new ArrayList<String>();
        var hearer =
                new StudyObserver() {
                    @Override
                    public void note(String text) {
                        notes.add(text);
                    }
                };
        var settings = new StudySettings().reuse(List.of("main")).trials(6);
        try (OpenStudy open = next.opening().settings(settings).observer(hearer).open()) {
            assertEquals(10, open.study().records().finished().size());
            assertTrue(
                    open.study().records().finished().stream()
                            .allMatch(t -> t.origin().isTakenOver()));
            assertEquals(2, open.study().trialsLeft());
        }
        assertEquals(
                "10 trials of study 'main' taken over; they count towards the number of trials.",
                notes.getFirst());
        assertEquals("2 trials are left to run.", notes.getLast());
        var own = new StudySettings().reuse(List.of("next"));
        assertTrue(refused(() -> next.opening().settings(own).open()).contains("without --reuse"));
        var unknown = new StudySettings().reuse(List.of("mian"));
        String why = refused(() -> next.opening().settings(unknown).open());
        assertTrue(why.contains("Maybe you meant 'main'"), why);
    }
}
