package org.attune.studies;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.MemoryHistory;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.report.StoredStudy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** For tests: a problem file whose program computes cost = (x - 7)² + n, and trials of it. */
public final class Toy {
    /** Two tasks, the default x = 10, five trials of each. */
    public static final String TEXT =
            """
            tuning_problem_name: toy
            input_space:
              - {name: n, type: integer, lower_bound: 1, upper_bound: 9}
            parameter_space:
              - {name: x, type: integer, lower_bound: 0, upper_bound: 20, default: 10}
            output_space:
              - {name: cost, type: real, unit: s}
            tasks: [{n: 1}, {n: 2}]
            trials: 5
            tuner: random
            evaluation:
              command: [sh, -c, "echo cost=$((({x} - 7) * ({x} - 7) + {n}))"]
              outputs: {cost: {regex: "cost=([0-9]+)"}}
            """;

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Toy() {}

    /** Writes a problem file. */
    public static Path write(Path folder, String text) {
        try {
            return Files.writeString(folder.resolve("toy.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a problem file that is written for it. */
    public static StudyFile file(Path folder, String text) {
        return StudyFile.read(write(folder, text));
    }

    /** Returns the problem of a text. */
    public static TuningProblem problem(Path folder, String text) {
        return ProblemFile.read(write(folder, text)).problem();
    }

    /** Returns a task, or any other point of one whole number. */
    public static Point point(String name, long value) {
        return Point.of(Map.of(name, value));
    }

    /** Returns an outcome of one measurement, and how many seconds it took. */
    public static Outcome cost(double cost, double elapsed) {
        return new Outcome.Measured(Map.of("cost", List.of(cost)), Map.of(), elapsed);
    }

    /** Returns a crash. */
    public static Outcome crash(String detail) {
        return new Outcome.Failed(FailureCause.CRASH, detail, 1);
    }

    /**
     * Returns a trial that was asked for at a second and told at another one.
     *
     * @param effort of the tuner
     */
    public static Trial trial(
            long number, long n, long x, Outcome outcome, long asked, long told, Effort effort) {
        var provenance =
                new Provenance(
                        START.plusSeconds(asked),
                        outcome instanceof Outcome.Pending
                                ? Optional.empty()
                                : Optional.of(START.plusSeconds(told)),
                        ProcessId.here(),
                        effort);
        return new Trial(
                number,
                Candidate.of(point("n", n), point("x", x)),
                Origin.of("test"),
                outcome,
                provenance);
    }

    /** Returns a trial of task n, evaluated at a time that is its own. */
    public static Trial trial(long number, long n, long x, Outcome outcome) {
        return trial(number, n, x, outcome, 10 * number, 10 * number + 1, Effort.NONE);
    }

    /** Returns trials as records. */
    public static Records records(Trial... trials) {
        var history = new MemoryHistory();
        history.update(now -> new ArrayList<>(List.of(trials)));
        return history.records();
    }

    /** Returns a study that has these trials, as it would be stored. */
    public static StoredStudy stored(Path folder, String text, Trial... trials) {
        StudyFile file = file(folder, text);
        try (OpenStudy open = file.opening().runningNothing().open()) {
            return new StoredStudy(
                    file.problem(), file.history(), open.study().setUp(), records(trials));
        }
    }
}
