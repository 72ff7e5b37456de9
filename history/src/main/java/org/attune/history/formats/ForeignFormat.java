package org.attune.history.formats;

import org.attune.api.Records;
import org.attune.api.TuningProblem;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;

/** Formats of other programs. */
public enum ForeignFormat {
    /** GPTune's history database. */
    GPTUNE,
    /** A table with a line for each trial. */
    CSV,
    /** Results of the autotuning community, such as Kernel Tuner's. */
    T4,
    /** Optuna's storage in a SQLite file; read only. */
    OPTUNA;

    /** Returns the format that a file seems to have. */
    public static ForeignFormat of(Path file) {
        if (file.toString().endsWith(".jsonl")) {
            throw new IllegalArgumentException(
                    "%s has the name of a history of Attune, not of another program's file. Maybe --reuse STUDY of 'tune' for studies of this problem's history, 'history merge' for another history, or --format for another program's."
                            .formatted(file));
        }
        String name = file.toString();
        return name.endsWith(".csv") ? CSV : name.matches(".*\\.(db|sqlite3?)") ? OPTUNA : GPTUNE;
    }

    /**
     * Reads a file of this format.
     *
     * @param salvage whether to read a damaged file of GPTune as far as possible
     * @param study which one, of a file with several
     */
    public Reading read(
            Path file,
            TuningProblem problem,
            Instant now,
            boolean salvage,
            Optional<String> study) {
        return switch (this) {
            case GPTUNE ->
                    salvage
                            ? GptuneReader.readable(
                                    TextFile.read(file), file.toString(), problem, now)
                            : GptuneReader.read(TextFile.read(file), file.toString(), problem, now);
            case CSV -> CsvReader.read(TextFile.read(file), file.toString(), problem, now);
            case T4 -> T4Reader.read(TextFile.read(file), file.toString(), problem, now);
            case OPTUNA -> OptunaReader.read(file, study, problem, now);
        };
    }

    /** Returns the text of a file of this format. */
    public String text(TuningProblem problem, Records records) {
        return switch (this) {
            case GPTUNE -> GptuneWriter.text(problem, records, ZoneId.systemDefault());
            case CSV -> CsvWriter.text(problem, records);
            case T4 -> T4Writer.text(problem, records);
            case OPTUNA ->
                    throw new IllegalArgumentException(
                            "Storages of Optuna are read, not written. Maybe --format csv.");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
