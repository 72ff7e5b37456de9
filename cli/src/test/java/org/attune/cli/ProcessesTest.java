package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The command as processes of its own: interrupted, killed, two at once, and driven by a shell
 * script.
 */
@Timeout(180)
class ProcessesTest {
    private static final String SLOW =
            """
            echo $$ >> pids
            while [ ! -e go ]; do sleep 0.1; done
            """;

    @TempDir Path folder;

    @Test
    void interruptStopsTheChildrenKeepsEverythingAndSaysHowToGoOn() throws Exception {
        Path toy = blocking(3);
        Process tune = start("tune", toy);
        awaitLines(folder.resolve("pids"), 1);
        long child = Long.parseLong(Files.readAllLines(folder.resolve("pids")).getFirst());
        assertTrue(runs(child));
        signal(tune, "INT");
        assertTrue(tune.waitFor(60, TimeUnit.SECONDS));
        String err = Files.readString(folder.resolve("err"));
        assertEquals(130, tune.exitValue(), err);
        assertTrue(err.contains("Go on with: attune tune " + toy), err);
        assertFalse(runs(child));
        assertEquals(List.of("pending"), states(toy));
        goOn(toy);
    }

    @Test
    void whatWasAcknowledgedSurvivesAKill() throws Exception {
        Path toy = blocking(3);
        Process tune = start("tune", toy);
        awaitLines(folder.resolve("pids"), 1);
        tune.destroyForcibly().waitFor();
        assertEquals(List.of("pending"), states(toy));
        Cli reissued = Cli.run("ask", toy, "--reissue").exits(0);
        assertEquals("trial=1 n=1 x=10 kind=a\n", reissued.out());
        goOn(toy);
    }

    @Test
    void twoProcessesShareTheBudgetOfOneStudy() throws Exception {
        Path toy = Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: 10"));
        Process one = start("tune", toy);
        Process two = start("tune", toy);
        assertTrue(one.waitFor(120, TimeUnit.SECONDS));
        assertTrue(two.waitFor(120, TimeUnit.SECONDS));
        assertEquals(0, one.exitValue(), Files.readString(folder.resolve("err")));
        assertEquals(0, two.exitValue(), Files.readString(folder.resolve("err")));
        List<String> states = states(toy);
        assertEquals(20, states.size());
        assertEquals(List.of("measured"), states.stream().distinct().toList());
    }

    @Test
    void aScriptWithAskAndTellGetsTheTrialsOfTheProcess() throws Exception {
        Path toy = Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: 3"));
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
        String attune = "attune() { " + Format.quoted(java()) + " \"$@\"; }\n";
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
        assertEquals(6, trials(toy, "main").size());
    }

    @Test
    void whatInitAdvisesWorks() throws Exception {
        assertEquals(0, start("init", "app").waitFor(), Files.readString(folder.resolve("err")));
        assertTrue(Files.readString(folder.resolve("out")).contains("attune tune app.yaml"));
        assertEquals(2, start("init", "app").waitFor(), "an existing file is not overwritten");
        assertEquals(0, start("check", "app.yaml", "--run").waitFor());
        assertEquals(0, start("tune", "app.yaml", "--tuner", "walk", "--trials", "2").waitFor());
    }

    /** Returns a problem whose program says that it runs and waits until it may go on. */
    private Path blocking(int trials) throws IOException {
        Path toy = Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: " + trials));
        Files.writeString(folder.resolve("toy.sh"), SLOW + Cli.PROGRAM);
        return toy;
    }

    private void goOn(Path toy) throws IOException {
        Files.createFile(folder.resolve("go"));
        Cli.run("tune", toy).exits(0);
        List<String> states = states(toy);
        assertEquals(6, states.size());
        assertEquals(List.of("measured"), states.stream().distinct().toList());
    }

    private static List<String> states(Path toy) {
        return trials(toy, "main").stream().map(t -> t.get("state").toString()).toList();
    }

    private static List<Map<?, ?>> trials(Path toy, String study) {
        var trials = new ArrayList<Map<?, ?>>();
        Map<String, Object> json =
                Cli.run("history", "list", toy, "--study", study, "--json").exits(0).json();
        ((List<?>) json.get("trials")).forEach(t -> trials.add((Map<?, ?>) t));
        return trials;
    }

    private Process start(Object... args) throws IOException {
        var words = new ArrayList<>(java());
        List.of(args).forEach(a -> words.add(a.toString()));
        return new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("err").toFile()))
                .start();
    }

    private static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.attune.cli.Attune");
    }

    private static void signal(Process process, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    /** Returns whether a process has not ended; one that nobody has waited for (state Z) has. */
    private static boolean runs(long pid) throws IOException {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            return !Files.readString(stat).replaceFirst(".*\\) ", "").startsWith("Z");
        } catch (java.nio.file.NoSuchFileException gone) {
            return false;
        }
    }

    private static void awaitLines(Path file, int count) throws Exception {
        while (!Files.exists(file) || Files.readAllLines(file).size() < count) {
            Thread.sleep(50);
        }
    }
}
