package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Control;
import org.attune.api.Records;
import org.attune.history.Journal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is measured again, by processes that are killed, and by several at once. */
@Timeout(180)
class DriftProcessesTest {
    private static final String PROBLEM =
            """
            tuning_problem_name: drifts
            parameter_space:
              - {name: x, type: real, lower_bound: 0, upper_bound: 1, default: 0.25}
            output_space: [{name: y, unit: s}]
            trials: 12
            tuner: random
            drift: {every: 4}
            machine: {nodes: 1, cores: 8}
            evaluation:
              command: [sh, run.sh, "{workdir}", "{x}"]
              outputs: {y: {regex: "y=(.*)"}}
            """;

    /** The second control waits for the file {@code go}. */
    private static final String RUN =
            """
            case $1 in */control-*) echo "$1" >> controls ;; *) echo "$1" >> trials ;; esac
            case $1 in */control-2/*) while [ ! -e go ]; do sleep 0.05; done ;; esac
            echo "y=$2"
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

    private Records records() {
        Path file = folder.resolve("attune.db").resolve("drifts.jsonl");
        try (var journal = Journal.open(file, "drifts")) {
            return journal.study("main").records();
        }
    }

    private void assertWhole() throws IOException {
        Records records = records();
        assertEquals(12, records.finished().size());
        List<Control> controls = Control.of(records);
        assertTrue(controls.stream().noneMatch(c -> c.run().isPending()), controls.toString());
        assertTrue(controls.size() >= 3, controls.toString());
    }

    @Test
    void aKillInTheMiddleLosesNothing() throws Exception {
        Process killed = processes.start("tune", problem);
        processes.lines("controls", 2);
        killed.destroyForcibly().waitFor();
        assertTrue(Control.of(records()).get(1).run().isPending());
        Files.createFile(folder.resolve("go"));
        processes.exits(0, processes.start("tune", problem));
        assertWhole();
        Control second = Control.of(records()).get(1);
        assertEquals(2, second.run().provenance().attempt());
        List<String> ran = Files.readAllLines(folder.resolve("controls"));
        assertEquals(2, ran.stream().filter(l -> l.contains("control-2/")).count());
        assertEquals(12, Files.readAllLines(folder.resolve("trials")).size());
    }

    @Test
    void twoProcessesMeasureEachOnce() throws Exception {
        Process one = processes.start("tune", problem);
        processes.lines("controls", 2); // and there it waits
        Process other = processes.start("tune", problem, "--parallel", "2");
        processes.lines("trials", 12);
        Files.createFile(folder.resolve("go"));
        processes.share(one, other);
        assertWhole();
        List<String> ran = Files.readAllLines(folder.resolve("controls"));
        assertEquals(ran.size(), ran.stream().distinct().count(), ran.toString());
        assertEquals(ran.size(), Control.of(records()).size());
    }
}
