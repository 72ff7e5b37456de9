package org.attune.studies.report;

import org.attune.api.Allocation;
import org.attune.api.Fidelity;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * A study as it is at a moment, to be looked at.
 *
 * @param problem with what is known of its performance models
 * @param history the file that it is kept in
 * @param setUp what it was set up with
 * @param records its trials and models
 */
public record StoredStudy(TuningProblem problem, Path history, StudyRecord setUp, Records records) {
    /** Returns what has been found for each task. */
    public List<TaskSummary> tasks() {
        return setUp.tasks().stream().map(t -> TaskSummary.of(problem, records, t)).toList();
    }

    /** Returns which values are taken for penalties, in words, by the number of the trial. */
    public SortedMap<Long, String> penalties() {
        return Penalties.of(problem, records).in(records.trials());
    }

    /** Returns whether a full run of a task has given a result. */
    public boolean isMeasured(Point task) {
        return records.trials(task).stream()
                .anyMatch(t -> t.isFull() && t.outcome() instanceof Outcome.Measured);
    }

    /**
     * Returns a number of trials for each task under which all have some left: the problem file's,
     * or as many again.
     *
     * @param files the problem file's, if it gives one
     */
    public int moreTrials(OptionalInt files) {
        DoubleSummaryStatistics costs =
                tasks().stream().collect(Collectors.summarizingDouble(TaskSummary::cost));
        double used = setUp.allocation() == Allocation.EQUAL ? costs.getMax() : costs.getAverage();
        int most = Math.max(setUp.trials(), (int) Math.ceil(used - Fidelity.TOLERANCE));
        return files.orElse(0) > most ? files.getAsInt() : most + setUp.trials();
    }

    /**
     * Returns a trial.
     *
     * @throws IllegalArgumentException if the study has none of this number
     */
    public Trial trial(long number) {
        return trial(records, number);
    }

    /** Returns the trial of a number among records. */
    public static Trial trial(Records records, long number) {
        List<Trial> trials = records.trials();
        if (number < 1 || number > trials.size()) {
            throw new IllegalArgumentException(
                    "There is no trial %d; the study has %s."
                            .formatted(number, Format.count(trials.size(), "trial")));
        }
        return trials.get((int) number - 1);
    }

    /** Returns the folder where the trials of a study run whose history is this file. */
    public static Path runs(Path history, String study) {
        Path journal = history.toAbsolutePath();
        String stem = journal.getFileName().toString().replaceFirst("\\.jsonl?$", "");
        return journal.resolveSibling(stem + ".runs").resolve(study);
    }
}
