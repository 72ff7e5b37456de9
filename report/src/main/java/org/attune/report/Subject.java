package org.attune.report;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.report.Confirmation;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a page is about.
 *
 * @param study that is shown
 * @param moreTrials number of trials for each task to go on with
 * @param model of it, if there is one
 * @param exhibits what its tuner has to show besides
 * @param others the other studies of its history
 * @param runs the folder in which the output of its trials is kept, if it is known
 * @param uses the command line of the program for a trial, by its number, where it is known
 * @param advised the command line of a verb for this study, such as {@code confirm}
 * @param notes of people on trials, by their numbers
 * @param missing what the page cannot show, and why, in sentences
 */
public record Subject(
        StoredStudy study,
        int moreTrials,
        Optional<FittedModel> model,
        List<Exhibit> exhibits,
        List<StoredStudy> others,
        Optional<Path> runs,
        Map<Long, String> uses,
        Map<String, String> advised,
        Map<Long, String> notes,
        List<String> missing) {
    /** Copies the collections. */
    public Subject {
        exhibits = List.copyOf(exhibits);
        others = List.copyOf(others);
        uses = Map.copyOf(uses);
        advised = Map.copyOf(advised);
        notes = Map.copyOf(notes);
        missing = List.copyOf(missing);
    }

    TuningProblem problem() {
        return study.problem();
    }

    /** Returns the objective that curves show. */
    Objective objective() {
        return problem().optimized().getFirst();
    }

    /** Returns the trials, those with a penalty as failed ones. */
    List<Trial> trials() {
        return Penalties.of(problem(), study.records()).asFailures(study.records().trials());
    }

    List<Point> tasks() {
        return study.setUp().tasks();
    }

    /** Returns what has been found for each task; whoever needs it often keeps it. */
    List<TaskSummary> summaries() {
        return study.tasks();
    }

    /** Returns the study that {@code confirm} has made of this one. */
    Optional<StoredStudy> confirmed() {
        String name = Confirmation.of(study.setUp().study());
        return others.stream().filter(s -> s.setUp().study().equals(name)).findFirst();
    }

    /**
     * Returns the other studies without confirmations, which measure again what another study of
     * the history found.
     */
    List<StoredStudy> rivals() {
        Set<String> all =
                Stream.concat(Stream.of(study), others.stream())
                        .map(s -> s.setUp().study())
                        .collect(Collectors.toSet());
        return others.stream().filter(s -> !Confirmation.is(s.setUp().study(), all)).toList();
    }

    /** Returns the name of a task, "all" where there is one without a name. */
    static String name(Point task) {
        return task.values().isEmpty() ? "all" : task.toString();
    }
}
