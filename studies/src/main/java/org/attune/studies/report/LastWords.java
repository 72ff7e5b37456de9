package org.attune.studies.report;

import org.attune.api.Trial;
import org.attune.execution.KeptOutput;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the last run of a trial printed at the end, of the output that is kept.
 *
 * @param folder where all of it is
 * @param run its name there
 * @param stdout its last lines, at most {@value #LINES}
 * @param stderr its last lines
 */
public record LastWords(String folder, String run, List<String> stdout, List<String> stderr) {
    private static final int LINES = 12;

    /**
     * Returns the words of a trial, empty where no output is kept or it cannot be read.
     *
     * @param runs the folder of the study's runs
     */
    public static Optional<LastWords> of(Path runs, Trial trial) {
        var kept = new KeptOutput(runs);
        try {
            List<String> labels = kept.runs(trial);
            if (labels.isEmpty()) {
                return Optional.empty();
            }
            String last = labels.getLast();
            return Optional.of(
                    new LastWords(
                            runs.resolve(Long.toString(trial.number())).toString(),
                            last,
                            end(kept.stdout(trial, last)),
                            end(kept.stderr(trial, last))));
        } catch (UncheckedIOException | IllegalArgumentException damaged) {
            return Optional.empty(); // what is recorded of the trial is there all the same
        }
    }

    private static List<String> end(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }
}
