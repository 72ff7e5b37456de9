package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Point;
import org.attune.api.Seen;
import org.attune.api.Trial;
import org.attune.history.Journal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Several {@code attune worker} on one study. */
@Timeout(180)
class WorkerProcessesTest {
    private static final int TRIALS = 20;
    private static final int WORKERS = 3;
    private static final String PROBLEM =
            """
            tuning_problem_name: shared
            parameter_space:
              - {name: x, type: real, lower_bound: 0, upper_bound: 1}
              - {name: z, type: real, lower_bound: 0, upper_bound: 1}
            output_space: [{name: y}]
            trials: 20
            tuner: gp-lcm
            machine: {nodes: 1, cores: 8}
            evaluation:
              command: [sh, run.sh, "{x}", "{z}"]
              outputs: {y: {regex: "y=(.*)"}}
            """;

    /** No run ends before the test says so. */
    private static final String RUN =
            """
            echo "$1 $2" >> began
            while [ ! -e go ]; do sleep 0.05; done
            echo "y=$1"
            """;

    @TempDir Path folder;
    private CliProcesses processes;
    private Path problem;

    @BeforeEach
    void write() throws IOException {
        processes = new CliProcesses(folder);
        problem = folder.resolve("problem.yaml");
        Files.writeString(problem, PROBLEM);
        Files.writeString(folder.resolve("run.sh"), RUN);
    }

    private List<Process> startAll() throws Exception {
        var workers = new ArrayList<Process>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(processes.start("worker", problem, "--parallel", "1"));
        }
        processes.lines("began", WORKERS); // all of them run a trial now
        return workers;
    }

    private List<Trial> trials() {
        Path file = folder.resolve("attune.db").resolve("shared.jsonl");
        try (var journal = Journal.open(file, "shared")) {
            var history = journal.study("main");
            List<Trial> trials = history.records().trials();
            for (Trial t : trials) {
                t.provenance().seen().ifPresent(s -> assertSeen(s, t));
            }
            assertEquals(TRIALS, history.records().finished().size());
            return trials;
        }
    }

    private static void assertSeen(Seen seen, Trial trial) {
        assertTrue(seen.trials() + seen.ahead() < trial.number(), trial::toString);
    }

    private static void assertNoneTwice(List<Trial> trials) {
        var configurations = new HashSet<Point>();
        trials.forEach(t -> assertTrue(configurations.add(t.configuration()), t::toString));
    }

    @Test
    void workersShareAStudyAndRunNothingTwice() throws Exception {
        List<Process> workers = startAll();
        Files.createFile(folder.resolve("go"));
        for (Process worker : workers) {
            processes.exits(0, worker);
        }
        assertNoneTwice(trials());
        assertEquals(TRIALS, Files.readAllLines(folder.resolve("began")).size());
    }

    @Test
    void theTrialOfAKilledWorkerIsGivenOutAgain() throws Exception {
        List<Process> workers = startAll();
        workers.getFirst().destroyForcibly().waitFor();
        Files.createFile(folder.resolve("go"));
        for (Process worker : workers.subList(1, WORKERS)) {
            processes.exits(0, worker);
        }
        List<Trial> trials = trials();
        assertNoneTwice(trials);
        assertEquals(1, trials.stream().filter(t -> t.provenance().attempt() == 2).count());
        assertEquals(TRIALS + 1, Files.readAllLines(folder.resolve("began")).size());
    }
}
