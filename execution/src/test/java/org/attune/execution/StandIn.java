package org.attune.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Stand-ins for schedulers, as shell scripts, so that tests run where there is none. */
record StandIn(Path folder) {
    private static final List<String> SLURM =
            List.of("sbatch", "squeue", "scontrol", "scancel", "sacct", "srun");

    /** Writes the commands of a Slurm into the folder. */
    static StandIn slurm(Path folder) throws IOException {
        for (String command : SLURM) {
            write(folder, command, "slurm.sh");
        }
        return new StandIn(folder);
    }

    /** Writes the command of another scheduler. */
    static StandIn queue(Path folder) throws IOException {
        write(folder, "queue.sh", "queue.sh");
        return new StandIn(folder);
    }

    private static void write(Path folder, String name, String resource) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name);
        try (var in = StandIn.class.getResourceAsStream("queue/stand-in/" + resource)) {
            Files.copy(in, file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** Returns a section {@code slurm} with further keys and values. */
    Map<String, Object> section(Object... more) {
        var section = new LinkedHashMap<String, Object>();
        section.put("bin", folder.toString());
        section.put("poll", 0.2);
        section.put("file_delay", 1);
        for (int i = 0; i < more.length; i += 2) {
            section.put((String) more[i], more[i + 1]);
        }
        return section;
    }

    /** Returns a section {@code queue}. */
    Map<String, Object> commands() {
        String program = folder.resolve("queue.sh").toString();
        return Map.of(
                "submit",
                List.of(program, folder.toString(), "submit", "{script}"),
                "id",
                "<([0-9]+)>",
                "poll_command",
                List.of(program, folder.toString(), "poll", "{job}"),
                "alive",
                "RUN",
                "cancel",
                List.of(program, folder.toString(), "cancel", "{job}"),
                "poll",
                0.2,
                "file_delay",
                1);
    }

    /** Makes a file that changes what the commands do. */
    void set(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Waits until nothing of it runs any more: what a cancelled job leaves is written late. */
    void awaitEnd() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(240);
        while (runs()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("something of " + folder + " still runs");
            }
            Thread.sleep(20);
        }
    }

    private boolean runs() {
        return ProcessHandle.allProcesses()
                .anyMatch(p -> p.info().commandLine().orElse("").contains(folder.toString()));
    }

    /** Returns the calls of a command so far. */
    List<String> calls(String command) throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls)
                ? Files.readAllLines(calls).stream().filter(c -> c.startsWith(command)).toList()
                : List.of();
    }
}
