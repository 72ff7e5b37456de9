package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The command as processes of its own, which share a folder and its files out and err. */
record CliProcesses(Path folder) {

    /** Returns the words that start the command. */
    static List<String> java(String... options) {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("-XX:TieredStopAtLevel=1");
        words.add("-XX:-UsePerfData");
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.add("org.attune.cli.Attune");
        return words;
    }

    /** Starts the command. */
    Process start(Object... args) throws IOException {
        return start(java(), args);
    }

    /** Starts the command by these words. */
    Process start(List<String> command, Object... args) throws IOException {
        // where the tests run in the background of a shell, they and their children ignore Ctrl-C
        var words = new ArrayList<>(List.of("env", "--default-signal=INT"));
        words.addAll(command);
        List.of(args).forEach(a -> words.add(a.toString()));
        return new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(Redirect.appendTo(folder.resolve("err").toFile()))
                .start();
    }

    /** Waits for the end of a process and checks its exit code. Returns stderr of all so far. */
    String exits(int code, Process process) throws Exception {
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it hangs");
        String err = Files.readString(folder.resolve("err"));
        assertEquals(code, process.exitValue(), err);
        return err;
    }

    /**
     * Waits for the ends of two processes that share a study: the last one finds it done, the other
     * one may leave it to that.
     */
    void share(Process one, Process two) throws Exception {
        assertTrue(one.waitFor(120, TimeUnit.SECONDS) && two.waitFor(120, TimeUnit.SECONDS));
        List<Integer> codes = Stream.of(one.exitValue(), two.exitValue()).sorted().toList();
        String err = Files.readString(folder.resolve("err"));
        assertTrue(codes.equals(List.of(0, 0)) || codes.equals(List.of(0, 3)), codes + err);
    }

    /** Waits until a file of the folder has so many lines, and returns them. */
    List<String> lines(String name, int count) throws Exception {
        Path file = folder.resolve(name);
        while (!Files.exists(file) || Files.readAllLines(file).size() < count) {
            Thread.sleep(20);
        }
        return Files.readAllLines(file);
    }

    /** Returns those of these processes that have not ended. */
    static List<String> running(List<String> pids) throws IOException {
        var running = new ArrayList<String>();
        for (String pid : pids) {
            if (runs(pid)) {
                running.add(pid);
            }
        }
        return running;
    }

    /** Returns whether a process has not ended; one that nobody has waited for (state Z) has. */
    private static boolean runs(String pid) throws IOException {
        try {
            String stat = Files.readString(Path.of("/proc", pid, "stat"));
            return !stat.replaceFirst(".*\\) ", "").startsWith("Z");
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    static void signal(Process process, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    static List<String> states(Path toy) {
        return trials(toy, "main").stream().map(t -> t.get("state").toString()).toList();
    }

    /** Checks that all trials have been measured. */
    static void assertMeasured(int count, Path toy) {
        List<String> states = states(toy);
        assertEquals(count, states.size());
        assertEquals(List.of("measured"), states.stream().distinct().toList());
    }

    static List<Map<?, ?>> trials(Path toy, String study) {
        var trials = new ArrayList<Map<?, ?>>();
        Map<String, Object> json =
                Cli.run("history", "list", toy, "--study", study, "--json").exits(0).json();
        ((List<?>) json.get("trials")).forEach(t -> trials.add((Map<?, ?>) t));
        return trials;
    }
}
