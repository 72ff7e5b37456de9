package org.attune.report.live;

import org.attune.history.TrialNotes;
import org.attune.history.TrialNotes.Note;
import org.attune.history.TrialUids;
import org.attune.report.SubjectReader;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The notes that a live page shows and keeps, beside the history, as the command line does. */
final class LiveNotes {
    private final TrialNotes notes;
    private final Function<String, SubjectReader> readers;

    /**
     * Begins; nothing is read before it is asked for.
     *
     * @param history beside which they are
     * @param readers of a study, by its name
     */
    LiveNotes(Path history, Function<String, SubjectReader> readers) {
        this.notes = TrialNotes.beside(history);
        this.readers = readers;
    }

    /** Returns what changes when somebody has noted something. */
    String state() {
        try {
            return Files.size(notes.file()) + " " + Files.getLastModifiedTime(notes.file());
        } catch (IOException e) {
            return "none";
        }
    }

    /** Returns the notes of a study as an object of JSON, by the numbers of trials. */
    String json(String study) {
        StoredStudy stored = readers.apply(study).study();
        var texts = new LinkedHashMap<String, String>();
        notes.of(TrialUids.of(stored.problem().name(), stored.records()))
                .forEach((number, text) -> texts.put(Long.toString(number), text));
        return Json.text(texts);
    }

    /**
     * Keeps a note.
     *
     * @param form the number of the {@code trial}, the {@code text}, empty to take the note away,
     *     and what was {@code seen} there
     * @return what to say
     * @throws IllegalArgumentException if there is no such trial, or the text is too long
     * @throws TrialNotes.ChangedMeanwhile if something else stands there now
     */
    String keep(String study, Map<String, String> form) {
        long number = number(form.getOrDefault("trial", ""));
        StoredStudy stored = readers.apply(study).study();
        long trial = stored.trial(number).number();
        String uid = TrialUids.of(stored.problem().name(), stored.records()).get(trial);
        if (uid == null) {
            throw new IllegalArgumentException(
                    "Trial %d was lost when the journal was damaged.".formatted(trial));
        }
        var note = new Note(uid, study, trial, form.getOrDefault("text", ""));
        notes.keep(note, Optional.of(form.getOrDefault("seen", "")));
        return note.text().isEmpty()
                ? "The note on trial %d is gone.".formatted(trial)
                : "The note on trial %d is kept.".formatted(trial);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'%s' is no number of a trial.".formatted(text), e);
        }
    }
}
