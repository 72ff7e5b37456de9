package org.attune.studies.report;

import org.attune.api.ConstraintCheck;
import org.attune.api.Point;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What was found in a problem file.
 *
 * @param problem its name
 * @param hints what is allowed and hardly meant
 * @param run an evaluation, if one was made
 */
public record Checked(
        String problem, Path file, List<Task> tasks, List<String> hints, Optional<TrialData> run) {

    /** A task, with the share of its configurations that are admissible. */
    public record Task(Point task, double admissible, List<String> messages) {
        /** Says how much the constraints leave. */
        public static Task of(ConstraintCheck.Result r) {
            return new Task(r.task(), r.joint(), r.messages());
        }
    }
}
