package org.attune.studies;

import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;

import java.nio.file.Path;
import java.util.List;

/**
 * A study that has been opened.
 *
 * @param problem its name
 * @param state whether there is something to run, to wait for, or nothing left
 * @param why that is so
 * @param outputs names of what has to be told of a trial
 * @param trials for each task
 * @param pending numbers of the trials that have no outcome yet
 */
public record Opened(
        String problem,
        String study,
        String tuner,
        Path history,
        Study.State state,
        String why,
        List<Point> tasks,
        List<String> outputs,
        int trials,
        List<Long> pending) {
    /** Describes a study as it is now. */
    public static Opened of(OpenStudy open) {
        Study study = open.study();
        Study.Status status = study.status();
        return new Opened(
                open.problem().name(),
                study.setUp().study(),
                study.setUp().tuner(),
                open.history(),
                status.state(),
                status.why(),
                study.setUp().tasks(),
                List.copyOf(open.problem().measuredOutputs()),
                study.setUp().trials(),
                study.pending().stream().map(Trial::number).toList());
    }
}
