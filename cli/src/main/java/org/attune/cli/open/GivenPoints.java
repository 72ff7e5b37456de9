package org.attune.cli.open;

import org.attune.api.Candidate;
import org.attune.api.Format;
import org.attune.api.Point;
import org.attune.api.StudyRecord;
import org.attune.api.TuningProblem;
import org.attune.cli.shell.Assignments;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Configurations that the user gives, for some tasks or for all of a study. */
public final class GivenPoints {
    @Option(
            names = "--set",
            arity = "1..*",
            required = true,
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = "The configuration: --set bi=16 bj=32")
    private Assignments configurations;

    @Option(
            names = "--task",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = "For which task (default: all of the study).")
    private Assignments tasks;

    /**
     * Returns each configuration for each of the tasks.
     *
     * @throws IllegalArgumentException if a point does not belong to its space
     */
    public List<Candidate> candidates(TuningProblem problem, StudyRecord setUp) {
        List<Point> chosen = Assignments.tasks(tasks, problem.taskSpace(), setUp.tasks());
        var candidates = new ArrayList<Candidate>();
        for (Point configuration : configurations.in(problem.parameterSpace())) {
            chosen.forEach(task -> candidates.add(Candidate.of(task, configuration)));
        }
        return candidates;
    }

    /**
     * Refuses points that do not belong to their space, before a study is begun for them.
     *
     * @throws IllegalArgumentException if there is one
     */
    public void require(TuningProblem problem) {
        Assignments.in(tasks, problem.taskSpace(), List.of());
        configurations.in(problem.parameterSpace());
    }

    /** Returns, by configuration, the parameters that were given a value and are inactive. */
    public Map<Point, Set<String>> inactive(TuningProblem problem) {
        return configurations.inactive(problem.parameterSpace());
    }

    /** Says which parameters were given values that change nothing. */
    public static String saidInactive(Point configuration, Set<String> names) {
        return "Inactive, and without influence, in %s: %s."
                .formatted(Format.assignments(configuration), String.join(", ", names));
    }
}
