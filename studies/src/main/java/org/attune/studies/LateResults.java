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
import java.util.Optional;
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

    /** A line of the file. */
    private record Line(
            String study,
            long trial,
            int attempt,
            String process,
            String came,
            Object outputs,
            Optional<String> cause) {}

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
        var line =
                new Line(
                        study,
                        trial.number(),
                        attempt,
                        ProcessId.here().toString(),
                        Instant.now().toString(),
                        outcome instanceof Outcome.Measured m ? m.outputs() : java.util.Map.of(),
                        outcome instanceof Outcome.Failed f
                                ? Optional.of(f.cause().text())
                                : Optional.empty());
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
