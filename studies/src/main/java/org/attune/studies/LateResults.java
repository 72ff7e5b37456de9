package org.attune.studies;

import org.attune.api.Outcome;
import org.attune.api.ProcessId;
import org.attune.api.Trial;
import org.attune.studies.text.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Results that came late: the trial had been given to another process, since this one was silent
 * for too long. They count for nothing, and are kept as notes, a line of JSON each, in a file
 * beside the history.
 */
public final class LateResults {
    private final Path file;
    private final String study;
    private final Consumer<String> notes;

    /**
     * Prepares the file.
     *
     * @param history beside which it is
     * @param notes hears of each result
     */
    public LateResults(Path history, String study, Consumer<String> notes) {
        this.file = history.resolveSibling(history.getFileName() + ".late");
        this.study = study;
        this.notes = notes;
    }

    /** Keeps the result of the attempt that a trial was handed out as. */
    public void keep(Trial trial, Outcome outcome) {
        keep(trial, trial.provenance().attempt(), outcome);
    }

    /** Keeps the result of an attempt. */
    public void keep(Trial trial, int attempt, Outcome outcome) {
        var line = new LinkedHashMap<String, Object>();
        line.put("study", study);
        line.put("trial", trial.number());
        line.put("attempt", attempt);
        line.put("process", ProcessId.here().toString());
        line.put("came", Instant.now().toString());
        line.put("outputs", outcome instanceof Outcome.Measured m ? m.outputs() : Map.of());
        line.put("cause", outcome instanceof Outcome.Failed f ? f.cause().text() : null);
        try {
            Files.writeString(
                    file,
                    Json.text(line) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        notes.accept(
                "Trial %d, attempt %d: the result came late, when somebody else had the trial; it does not count, and is in %s."
                        .formatted(trial.number(), attempt, file));
    }

    @Override
    public String toString() {
        return "Late results in " + file;
    }
}
