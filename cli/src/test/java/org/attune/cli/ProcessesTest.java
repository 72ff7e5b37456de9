package org.attune.cli;

import static org.attune.cli.CliProcesses.assertMeasured;
import static org.attune.cli.CliProcesses.running;
import static org.attune.cli.CliProcesses.signal;
import static org.attune.cli.CliProcesses.states;
import static org.attune.cli.CliProcesses.trials;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Format;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The command as processes of its own: interrupted, killed, two at once, and driven by a shell
 * script.
 */
@Timeout(180)
class ProcessesTest {
    /**
     * Ignores polite requests to end, like its child outside of its session, until it may go on.
     */
    private static final String STUBBORN =
            """
            trap '' TERM INT
            while read -r pid; do
                [ ! -s "/proc/$pid/cmdline" ] || echo "$pid" >> leftovers
            done 2> /dev/null < pids
            if [ ! -e go ]; then
                setsid sh -c 'echo $$ >> pids; exec sleep 60' &
                echo $$ >> pids
                sleep 60
            fi
            """;

    private static final String WAITING =
            """
            echo $$ >> pids
            while [ ! -e go ]; do sleep 0.1; done
            """;

    @TempDir Path folder;
    private CliProcesses processes;

    @BeforeEach
    void nameFolder() {
        processes = new CliProcesses(folder);
    }

    @Test
    void interruptStopsTheChildrenKeepsEverythingAndSaysHowToGoOn() throws Exception {
        Path toy = problem(WAITING, 3);
        Process tune = processes.start("tune", toy);
        List<String> children = processes.lines("pids", 1);
        assertEquals(children, running(children));
        signal(tune, "INT");
        String err = processes.exits(130, tune);
        assertTrue(err.contains("Go on with: attune tune " + toy), err);
        assertEquals(List.of(), running(children));
        assertEquals(List.of("pending"), states(toy));
        goOn(toy);
    }

    @Test
    void aSecondInterruptKillsChildrenThatDoNotListen() throws Exception {
        Path toy = problem(STUBBORN, 3);
        Process tune = processes.start("tune", toy);
        List<String> children = processes.lines("pids", 2);
        signal(tune, "INT");
        while (!Files.readString(folder.resolve("err")).contains("once more ends at once")) {
            Thread.sleep(5);
        }
        signal(tune, "INT");
        processes.exits(130, tune);
        assertEquals(List.of(), running(children));
        assertEquals(List.of("pending"), states(toy));
        goOn(toy);
    }

    @Test
    void aSecondInterruptOfGivenTrialsKillsTooAndLeavesThemPending() throws Exception {
        Path toy = problem(STUBBORN, 3);
        Process run = processes.start("run", toy, "--set", "x=3", "--task", "n=1");
        List<String> children = processes.lines("pids", 2);
        signal(run, "INT");
        while (!Files.readString(folder.resolve("err")).contains("once more ends at once")) {
            Thread.sleep(5);
        }
        signal(run, "INT");
        processes.exits(130, run);
        assertEquals(List.of(), running(children));
        assertEquals(List.of("pending"), states(toy));
    }

    @Test
    void whatAKilledTunerLeftIsEndedBeforeItsTrialIsRunAgain() throws Exception {
        Path toy = problem(STUBBORN, 3);
        Process tune = processes.start("tune", toy);
        List<String> children = processes.lines("pids", 2);
        tune.destroyForcibly().waitFor();
        assertEquals(children, running(children));
        assertEquals(List.of("pending"), states(toy));
        processes.exits(0, processes.start("ask", toy, "--reissue"));
        assertEquals(List.of("trial=1 n=1 x=10 kind=a"), processes.lines("out", 1));
        Files.createFile(folder.resolve("go"));
        processes.exits(0, processes.start("tune", toy));
        assertFalse(Files.exists(folder.resolve("leftovers")), "they ran beside the new run");
        assertEquals(List.of(), running(children));
        assertMeasured(6, toy);
    }

    @Test
    void twoProcessesShareTheBudgetOfOneStudy() throws Exception {
        Path toy = problem("echo \"$1 $2 $3\" >> runs\n", 10);
        Process one = processes.start("tune", toy);
        Process two = processes.start("tune", toy);
        processes.share(one, two);
        assertMeasured(20, toy);
        assertEquals(20, processes.lines("runs", 0).size());
    }

    @Test
    void tuneSaysThatAnotherProcessGoesOn() throws Exception {
        Path toy =
                problem("mkdir first && while [ ! -e go ]; do sleep 0.1; done 2> /dev/null\n", 1);
        Process one = processes.start("tune", toy);
        while (!Files.exists(folder.resolve("first"))) {
            Thread.sleep(20);
        }
        String err = processes.exits(3, processes.start("tune", toy));
        assertTrue(err.contains("in other processes"), err);
        assertEquals(List.of("pending", "measured"), states(toy));
        Files.createFile(folder.resolve("go"));
        processes.exits(0, one);
    }

    /** What has been handed out may still give a result. */
    @Test
    void tuneSaysOfTrialsThatRunElsewhereThatTheyHaveNoResultYet() throws Exception {
        Path toy = problem("touch first; while [ ! -e go ]; do sleep 0.1; done\n", 1);
        Process one = processes.start("tune", toy, "--task", "n=1");
        while (!Files.exists(folder.resolve("first"))) {
            Thread.sleep(20);
        }
        String err = processes.exits(3, processes.start("tune", toy, "--task", "n=1"));
        assertTrue(err.contains("No trial has given a result yet."), err);
        assertFalse(err.contains("No trial gave"), err);
        assertFalse(Files.readString(folder.resolve("out")).contains("check"), err);
        Files.createFile(folder.resolve("go"));
        processes.exits(0, one);
    }

    @Test
    void onATerminalThereIsABar() throws Exception {
        Path script = Path.of("/usr/bin/script");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(script));
        Path toy = problem("sleep 0.3\n", 3);
        var words = new java.util.ArrayList<>(CliProcesses.java());
        words.addAll(List.of("tune", toy.toString()));
        Process shown =
                new ProcessBuilder(
                                script.toString(),
                                "-qec",
                                org.attune.api.Format.quoted(words),
                                "/dev/null")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(new java.io.File("/dev/null"))
                        .start();
        String all = new String(shown.getInputStream().readAllBytes());
        assertEquals(0, shown.waitFor(), all);
        assertTrue(all.matches("(?s).*trials +\\d+% \\[=*>? *\\] +\\d/6.*"), all);
        assertTrue(all.contains("trial 1 (1 of 6)"), all);
    }

    @Test
    void onlyOneOfTwoProcessesRunsTheTrialOfADeadOne() throws Exception {
        Path toy = problem(WAITING, 3);
        Process killed = processes.start("tune", toy);
        processes.lines("pids", 1);
        killed.destroyForcibly().waitFor();
        Process one = processes.start("tune", toy);
        Process two = processes.start("tune", toy);
        processes.lines("pids", 3);
        assertEquals(List.of("pending", "pending"), states(toy));
        Files.createFile(folder.resolve("go"));
        processes.share(one, two);
        assertMeasured(6, toy);
    }

    @Test
    void aScriptWithAskAndTellGetsTheTrialsOfTheProcess() throws Exception {
        Path toy = problem("", 2);
        Files.writeString(
                folder.resolve("loop.sh"),
                """
                while line=$(attune ask toy.yaml --seed 4 --study script); do
                    eval "$line"
                    cost=$(sh toy.sh "$x" "$n" "$kind")
                    attune tell toy.yaml --study script --trial "$trial" --output "seconds=${cost#cost=}"
                done
                attune ask toy.yaml --study script
                """);
        String attune = "attune() { " + Format.quoted(CliProcesses.java()) + " \"$@\"; }\n";
        Files.writeString(
                folder.resolve("loop.sh"), attune + Files.readString(folder.resolve("loop.sh")));
        Process script =
                new ProcessBuilder("bash", "loop.sh")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        assertTrue(script.waitFor(170, TimeUnit.SECONDS));
        assertEquals(4, script.exitValue(), Files.readString(folder.resolve("log")));
        Cli.run("tune", toy, "--seed", "4").exits(0);
        assertEquals(trials(toy, "main"), trials(toy, "script"));
        assertEquals(4, trials(toy, "main").size());
    }

    @Test
    void whatInitAdvisesWorks() throws Exception {
        processes.exits(0, processes.start("init", "app"));
        assertTrue(Files.readString(folder.resolve("out")).contains("attune tune app.yaml"));
        processes.exits(2, processes.start("init", "app")); // an existing file is not overwritten
        processes.exits(0, processes.start("check", "app.yaml", "--run"));
        processes.exits(0, processes.start("tune", "app.yaml", "--tuner", "walk", "--trials", "2"));
    }

    /** Returns the toy problem with something that its program does first. */
    private Path problem(String first, int trials) throws IOException {
        Path toy = Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: " + trials));
        Files.writeString(folder.resolve("toy.sh"), first + Cli.PROGRAM);
        return toy;
    }

    private void goOn(Path toy) throws IOException {
        Files.createFile(folder.resolve("go"));
        Cli.run("tune", toy).exits(0);
        assertMeasured(6, toy);
    }

    /** It is in the middle of a request, to which no reply will ever come. */
    @Test
    void aStoppedComparisonEndsItsServer() throws Exception {
        Files.writeString(
                folder.resolve("server.sh"),
                "echo $$ >> pids\nsleep 600 &\necho $! >> pids\nwait\n");
        Process bench =
                processes.start(
                        "bench",
                        "run",
                        "--serve",
                        "sh server.sh",
                        "--tuners",
                        "random",
                        "--out",
                        "o.jsonl");
        List<String> pids = processes.lines("pids", 2);
        signal(bench, "TERM");
        processes.exits(143, bench);
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!running(pids).isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertEquals(List.of(), running(pids));
    }
}
