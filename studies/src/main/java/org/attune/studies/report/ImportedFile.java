package org.attune.studies.report;

import org.attune.history.formats.Reading;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What was imported of a file.
 *
 * @param records how many it has
 * @param imported how many were taken
 * @param known how many were there already
 * @param misfits how many were left out of those that could be read, by why
 * @param leftOut what could not be read
 * @param notes of its reader
 * @param models what became of the models in it
 */
public record ImportedFile(
        Path file,
        int records,
        int imported,
        int known,
        Map<String, Integer> misfits,
        List<Reading.Skipped> leftOut,
        List<String> notes,
        List<String> models) {

    /** Says of a file what was imported. */
    public static ImportedFile of(
            Path file,
            Reading read,
            int imported,
            Map<String, Integer> misfits,
            List<String> models) {
        int known = read.trials().size() - imported - sum(misfits);
        return new ImportedFile(
                file,
                read.records(),
                imported,
                known,
                misfits,
                read.skipped(),
                read.notes(),
                models);
    }

    /** Returns how many records were left out, for whatever reason. */
    public int allLeftOut() {
        return leftOut.size() + sum(misfits);
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(n -> n).sum();
    }
}
