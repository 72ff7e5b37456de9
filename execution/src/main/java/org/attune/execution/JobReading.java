package org.attune.execution;

import org.attune.api.FailureCause;
import org.attune.execution.queue.JobEnd;
import org.attune.execution.queue.JobFiles;
import org.attune.execution.queue.JobState;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a run has left that took place elsewhere: its result, by the files that it wrote. */
final class JobReading {
    private static final int ENDED_BY_TIMEOUT = 124; // coreutils' timeout
    private static final int KILLED = 137;

    private JobReading() {}

    /**
     * Reads what a run has written.
     *
     * @param end what became of its job
     * @param job the name of that for a human
     * @param out reads its stdout
     */
    static ChildRun.Result of(
            RunRequest request, JobFiles files, JobEnd end, String job, LineFeed out) {
        if (end.end().isEmpty()) {
            return result(request, failed(end.state(), job), "");
        }
        JobFiles.End written = end.end().get();
        int restarts = written.restarts();
        String lastOut = keep(request, files.out(restarts), ".out", out);
        String lastErr = keep(request, files.err(restarts), ".err", new LineFeed(List.of()));
        Path times = files.timesFile(restarts);
        double cpu = ShellTimes.cpu(times);
        double peak = KernelPeak.bytes(times);
        boolean timedOut =
                (written.exit() == ENDED_BY_TIMEOUT || written.exit() == KILLED)
                        && written.wall() >= request.limit();
        boolean noMemory =
                written.exit() == KILLED && end.state().verdict() == JobState.Verdict.OUT_OF_MEMORY;
        RunEnd how =
                timedOut
                        ? RunEnd.timedOut(request.limit())
                        : RunEnd.of(written.exit(), noMemory, lastOut, lastErr);
        return result(
                request,
                new RunRecord(
                        written.wall(),
                        cpu,
                        peak > 0 ? peak : Double.NaN,
                        how.cause(),
                        how.detail()),
                RunEnd.lastLine(lastOut));
    }

    /** Keeps what the run wrote, hands it over, and returns its end. */
    private static String keep(RunRequest request, Path file, String suffix, LineFeed feed) {
        try (var in = request.secrets().filtered(Files.newInputStream(file));
                var kept = new KeptStream(request.folder(), request.label() + suffix)) {
            KeptStream.pump(in, feed, kept);
            return kept.last();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static ChildRun.Result result(RunRequest request, RunRecord record, String lastLine) {
        record.write(request.folder().resolve(request.label() + ".properties"));
        return new ChildRun.Result(record, lastLine);
    }

    /** Returns the result of a run that never began. */
    static ChildRun.Result failed(RunRequest request, FailureCause cause, String detail) {
        return result(request, failed(cause, detail), "");
    }

    private static RunRecord failed(FailureCause cause, String detail) {
        return new RunRecord(0, Double.NaN, Double.NaN, Optional.of(cause), detail);
    }

    /** Returns what a job says that has ended before its run wrote down how. */
    private static RunRecord failed(JobState state, String name) {
        String job = "%s ended as %s".formatted(name, state.words());
        return switch (state.verdict()) {
            case TIMED_OUT -> failed(FailureCause.TIMEOUT, job + ".");
            case OUT_OF_MEMORY -> failed(FailureCause.OUT_OF_MEMORY, job + ".");
            case FAILED ->
                    failed(
                            state.exit() == 126 || state.exit() == 127
                                    ? FailureCause.BUILD
                                    : FailureCause.CRASH,
                            "%s, %s, before its run had ended."
                                    .formatted(
                                            job,
                                            state.signal() > 0
                                                    ? Signals.describe(128 + state.signal())
                                                    : Signals.describe(state.exit())));
            case COMPLETED ->
                    failed(
                            FailureCause.BUILD,
                            job
                                    + ", but wrote nothing. Maybe its node does not see the folder"
                                    + " of the problem file.");
            default -> failed(FailureCause.CANCELLED, job + ".");
        };
    }
}
