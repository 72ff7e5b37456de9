package org.attune.studies;

import org.attune.execution.CommandEvaluator;
import org.attune.execution.CommandSettings;
import org.attune.problemfile.ProblemFile;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What runs the trials of a study, as the section {@code evaluation} of its problem file says. */
public final class Evaluators {
    private Evaluators() {}

    /**
     * Returns what runs the trials as this section says, {@code parallel} of them at once.
     *
     * @throws IllegalArgumentException if something in the section is wrong, with its line
     */
    public static CommandEvaluator of(
            StudyFile file, Map<String, Object> evaluation, String study, int parallel) {
        requireNumber(parallel);
        Path runs = file.runs(study); // outside: it is no mistake of the section
        try {
            return new CommandEvaluator(
                    file.problem(),
                    settings(file.file(), evaluation),
                    file.place().folder(),
                    runs,
                    parallel);
        } catch (IllegalArgumentException e) {
            throw located(file.file(), e);
        }
    }

    /** Refuses a number of trials that cannot run at once. */
    public static int requireNumber(int parallel) {
        if (parallel < 1) {
            throw new IllegalArgumentException(
                    "%d trials cannot run at once. Maybe --parallel 1.".formatted(parallel));
        }
        return parallel;
    }

    /**
     * Returns how many trials run at once where nobody says it: as many as fit into the allocation
     * of Slurm that this is in, else 1.
     *
     * @throws IllegalArgumentException if something in the section is wrong, with its line
     */
    static int slots(StudyFile file) {
        Map<String, Object> evaluation = file.file().evaluation();
        return evaluation.isEmpty()
                ? 1
                : settings(file.file(), evaluation)
                        .slots(file.problem(), System.getenv())
                        .orElse(1);
    }

    /** Reads the evaluation section. */
    public static CommandSettings settings(ProblemFile file, Map<String, Object> evaluation) {
        if (evaluation.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no section 'evaluation' that says how to run a trial. Maybe add one, or run the trials yourself with 'ask' and 'tell'."
                            .formatted(file.path()));
        }
        try {
            return CommandSettings.of(file.problem(), evaluation);
        } catch (IllegalArgumentException e) {
            throw located(file, e);
        }
    }

    /** Refuses a program that cannot be started. */
    public static void requireProgram(ProblemFile file, CommandEvaluator evaluator) {
        evaluator
                .obstacle()
                .ifPresent(why -> {
                    throw new IllegalArgumentException(
                            "%s: evaluation.command: %s"
                                    .formatted(file.at("evaluation.command"), why));
                });
    }

    /** Returns all mistakes, with the line of the file where one begins with its field. */
    private static IllegalArgumentException located(ProblemFile file, IllegalArgumentException e) {
        return new IllegalArgumentException(
                Stream.concat(Stream.of(e), Arrays.stream(e.getSuppressed()))
                        .map(mistake -> String.valueOf(mistake.getMessage()))
                        .map(message ->
                                message.startsWith("evaluation.")
                                        ? file.at(message.split(":", 2)[0]) + ": " + message
                                        : message)
                        .collect(Collectors.joining("\n")),
                e);
    }
}
