package org.attune.execution;

import org.attune.api.FailureCause;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One run of a command as a family of child processes, from its start until none of them is left.
 */
final class ChildRun {
    /** Time between asking processes to end and killing them. */
    static final Duration GRACE = Duration.ofSeconds(1);

    /** So often, in seconds, it is looked whether the run is to be ended. */
    private static final double LOOK = 0.05;

    private static final int KILLED = 137; // 128 and SIGKILL

    /**
     * The shell waits for a line, by which it is told to start the program, then for the program,
     * and writes down the times of what it waited for. Without the line nobody is there any more.
     */
    private static final String WRAPPER =
            "read -r _ || exit 1; exec </dev/null; \"$@\"; s=$?; times >\"$0\"";

    private final List<String> command;
    private final Map<String, String> environment;
    private final SecretFilter secrets;
    private final Path workdir;
    private final Path folder;
    private final String label;
    private final double limit;
    private final boolean wantsPeak;
    private final EarlyEnd early;

    private double peak = Double.NaN;
    private boolean timedOut;
    private boolean ended; // before its time
    private boolean partial; // what it printed has not been read to its end

    /** Prepares a run. */
    ChildRun(RunRequest request) {
        this.command = request.command();
        this.environment = request.environment();
        this.secrets = request.secrets();
        this.workdir = request.workdir();
        this.folder = request.folder();
        this.label = request.label();
        this.limit = request.limit();
        this.wantsPeak = request.wantsPeak();
        this.early = request.early();
    }

    /** Returns the file in a trial's folder that says which processes it runs. */
    static Path familyFile(Path folder) {
        return folder.resolve("process");
    }

    /**
     * Runs the command.
     *
     * @param out reads its stdout
     * @throws InterruptedException if it was interrupted; all its processes have ended then
     * @throws UncheckedIOException if a log cannot be written or no process be started
     */
    Result run(LineFeed out) throws InterruptedException {
        ProcessFamily family = ProcessFamily.expected();
        family.record(
                familyFile(folder)); // before the start: a kill between the two must lose nobody
        long memoryKills = ProcessTable.memoryKills();
        Process process = start(family.mark());
        family = family.startedBy(process.pid());
        try (var keptOut = new KeptStream(folder, label + ".out");
                var keptErr = new KeptStream(folder, label + ".err")) {
            var reader = new StreamReader(process, process.getInputStream(), secrets, keptOut, out);
            var errorReader =
                    new StreamReader(
                            process,
                            process.getErrorStream(),
                            secrets,
                            keptErr,
                            new LineFeed(List.of()));
            double wall;
            try {
                family.record(familyFile(folder));
                reader.awaitHold();
                errorReader.awaitHold();
                long began = System.nanoTime();
                begin(process);
                await(process, family, began);
                wall = (System.nanoTime() - began) / 1e9;
                if (!timedOut && !ended) {
                    reader.await(
                            GRACE); // children that outlive the program may still hold its stdout
                    errorReader.await(GRACE);
                }
            } finally {
                family.end(GRACE);
                partial = !reader.finish() && out.isRead();
                errorReader.finish();
            }
            rethrow(reader.fault());
            rethrow(errorReader.fault());
            int exit = exitCode(process, timedOut || ended);
            boolean killed = exit == KILLED && ProcessTable.memoryKills() > memoryKills;
            RunRecord record = record(wall, exit, killed, keptOut.last(), keptErr.last());
            return new Result(record, RunEnd.lastLine(keptOut.last()));
        } finally {
            family.end(GRACE);
            SmallFiles.delete(familyFile(folder));
        }
    }

    /**
     * What became of the run.
     *
     * @param record measures and failure
     * @param lastLine of stdout, empty where it printed nothing
     */
    record Result(RunRecord record, String lastLine) {}

    private Process start(String mark) {
        var line = new ArrayList<String>();
        setsid().ifPresent(line::add);
        String wrapper = WRAPPER + (wantsPeak ? KernelPeak.script() : "") + "; exit $s";
        line.addAll(List.of("sh", "-c", wrapper, timesFile().toString()));
        line.addAll(command);
        ProcessBuilder builder = Utf8Words.process(line, environment).directory(workdir.toFile());
        builder.environment().put(ProcessFamily.VARIABLE, mark);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command + " in " + workdir, e);
        }
    }

    /**
     * Returns the exit code of a run. That of one that was ended from outside says nothing, and is
     * not known yet where Java's own thread, which waits for the process, has had no turn since.
     */
    static int exitCode(Process process, boolean endedFromOutside) {
        return endedFromOutside ? KILLED : process.exitValue();
    }

    /** Lets the shell start the program. */
    private static void begin(Process shell) {
        try (OutputStream line = shell.getOutputStream()) {
            line.write('\n');
        } catch (IOException gone) {
            // the shell has ended, and its exit code says how
        }
    }

    /** Returns util-linux's {@code setsid}, if it is there. */
    static Optional<String> setsid() {
        return Programs.onPath("setsid", System.getenv("PATH")).map(Path::toString);
    }

    private void await(Process process, ProcessFamily family, long began)
            throws InterruptedException {
        while (true) {
            double elapsed = (System.nanoTime() - began) / 1e9;
            double left = limit - elapsed;
            if (left <= 0) {
                timedOut = true;
                family.end(GRACE);
                return;
            }
            if (early.isWanted() && process.isAlive()) {
                ended = true;
                family.end(GRACE);
                return;
            }
            double wait = early == EarlyEnd.NEVER ? left : Math.min(left, LOOK);
            wait = wantsPeak ? Math.min(wait, samplingInterval(elapsed)) : wait;
            if (wait == Double.POSITIVE_INFINITY) {
                process.waitFor();
                return;
            }
            if (process.waitFor((long) (wait * 1e9) + 1, TimeUnit.NANOSECONDS)) {
                return;
            }
            if (wantsPeak) {
                peak = larger(peak, family.peakBytes());
            }
        }
    }

    /** Returns the larger of two numbers of bytes; 0 and NaN say that nothing was seen. */
    private static double larger(double peak, double seen) {
        return seen > 0 && !(peak >= seen) ? seen : peak;
    }

    private static double samplingInterval(double elapsed) {
        return elapsed < 0.05 ? 0.002 : elapsed < 2 ? 0.01 : 0.1;
    }

    private void rethrow(Throwable thrown) {
        switch (thrown) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default ->
                    throw new UncheckedIOException(
                            "cannot read the output of " + command, (IOException) thrown);
        }
    }

    private RunRecord record(double wall, int exit, boolean killed, String out, String err) {
        double cpu = ShellTimes.cpu(timesFile());
        peak = larger(peak, KernelPeak.bytes(timesFile()));
        RunEnd end =
                timedOut
                        ? RunEnd.timedOut(limit)
                        : ended ? RunEnd.WELL : RunEnd.of(exit, killed, out, err);
        if (end.cause().isEmpty() && partial) {
            end =
                    new RunEnd(
                            Optional.of(FailureCause.UNREADABLE_OUTPUT),
                            "A process that is not part of the run holds its stdout open. Maybe"
                                    + " start it with its output elsewhere: >/dev/null 2>&1.");
        }
        RunRecord record = new RunRecord(wall, cpu, peak, end.cause(), end.detail(), ended);
        record.write(folder.resolve(label + ".properties"));
        return record;
    }

    private Path timesFile() {
        return folder.resolve(label + ".times").toAbsolutePath();
    }
}
