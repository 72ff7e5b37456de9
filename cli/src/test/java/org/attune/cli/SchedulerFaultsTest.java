package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A Slurm that is not there, does not answer, or refuses all jobs: exit code 4, and what to do. */
class SchedulerFaultsTest {
    @TempDir Path folder;

    @BeforeEach
    void commands() throws IOException {
        Files.createDirectory(folder.resolve("bin"));
    }

    private void command(String name, String script) throws IOException {
        Path file = folder.resolve("bin").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Path problem(String slurm, String outputs) {
        String bin = folder.resolve("bin").toString();
        return Cli.problem(
                folder,
                Cli.TOY.replace(
                        "  outputs: {seconds:",
                        "  slurm: {bin: \"%s\"%s}\n  outputs: {%sseconds:"
                                .formatted(bin, slurm, outputs)));
    }

    private static void assertEnds(Cli ended, String verb, String said) {
        ended.exits(4);
        assertTrue(ended.err().contains(said), ended.err());
        assertTrue(
                ended.err().lines().anyMatch(l -> l.matches("Go on with: \\S+ " + verb + " .*")),
                ended.err());
        assertEquals(
                1, ended.err().lines().filter(l -> l.contains("Go on with")).count(), ended.err());
    }

    @Test
    void thereIsNoSlurm() {
        Path problem = problem("", "");
        assertEnds(Cli.run("worker", problem), "worker", "There is no scheduler here: '");
        assertEnds(Cli.run("tune", problem), "tune", "There is no scheduler here: '");
    }

    /** Nothing has been tried in vain: the same trial is the first one of a partition that is. */
    @Test
    void noPartitionOfThatName() throws IOException {
        command(
                "sbatch",
                "echo called >>%s; echo 'sbatch: error: Batch job submission failed: Invalid partition name specified' >&2; exit 1"
                        .formatted(folder.resolve("calls")));
        command("scancel", "exit 0");
        Path problem = problem(", partition: nowhere", "");
        assertEnds(Cli.run("tune", problem), "tune", "Invalid partition name specified");
        assertEnds(Cli.run("worker", problem), "worker", "Maybe correct partition, account");
        assertEquals(2, Files.readAllLines(folder.resolve("calls")).size());
        Cli check = Cli.run("check", problem, "--run").exits(4);
        assertTrue(check.err().contains("Invalid partition name specified"), check.err());
        Cli.problem(folder, Cli.TOY); // without Slurm
        Cli tuned = Cli.run("tune", folder.resolve("toy.yaml"), "--json").exits(0);
        assertTrue(tuned.err().contains("trial 1 "), tuned.err());
        assertEquals(2, tuned.out().split("\"failed\": 0[,}]").length - 1, tuned.out());
    }

    @Test
    void noControllerAnswers() throws IOException {
        command(
                "sbatch",
                "echo 'sbatch: error: Batch job submission failed: Unable to contact slurm"
                        + " controller (connect failure)' >&2; exit 1");
        command("squeue", "exit 1");
        Cli ended = Cli.run("tune", problem(", give_up_after: 1200ms", ""));
        assertEnds(ended, "tune", "The scheduler has not answered for");
        String note =
                ended.err()
                        .lines()
                        .filter(l -> l.contains("The scheduler does not answer: sbatch: "))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(ended.err()));
        assertTrue(note.matches(".*asked again until \\d\\d:\\d\\d:\\d\\d .*"), note);
        assertEquals(
                1,
                ended.err().lines().filter(l -> l.contains("does not answer")).count(),
                ended.err());
        Cli check = Cli.run("check", folder.resolve("toy.yaml"), "--run").exits(4);
        assertTrue(check.err().contains("note: The scheduler does not answer"), check.err());
    }

    @Test
    void thereIsNoAccounting() throws IOException {
        command("sacct", "echo 'Slurm accounting storage is disabled' >&2; exit 1");
        command("sbatch", "echo called >>%s; exit 1".formatted(folder.resolve("calls")));
        Path problem = problem("", "joules: {measure: energy}, ");
        assertEnds(Cli.run("tune", problem), "tune", "Slurm accounting storage is disabled");
        Cli check = Cli.run("check", problem, "--run").exits(4);
        assertTrue(check.err().contains("Maybe leave these outputs out"), check.err());
        assertTrue(!Files.exists(folder.resolve("calls")), "a job was handed in");
    }
}
