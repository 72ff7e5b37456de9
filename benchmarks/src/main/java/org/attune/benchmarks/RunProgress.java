package org.attune.benchmarks;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Says a line of each finished run, and counts those in which the tuner failed. Thread-safe. */
final class RunProgress {
    private final int total;
    private final Consumer<String> lines;
    private final Set<String> noted = new HashSet<>();
    private int done;
    private int failed;

    RunProgress(int total, Consumer<String> lines) {
        this.total = total;
        this.lines = lines;
    }

    /** Returns the number of runs that ended because the tuner threw. */
    synchronized int failed() {
        return failed;
    }

    /** Says a note on a tuner with its options, once. */
    synchronized void note(StudyRun run, String text) {
        if (noted.add(run.choice().text() + text)) {
            lines.accept("note: %s: %s".formatted(run.choice().text(), text));
        }
    }

    /** Takes note of a finished run. */
    synchronized void report(StudyRun run, List<RunResult> results) {
        done++;
        RunResult first = results.getFirst();
        failed += first.failed().isPresent() && !first.isRefused() ? 1 : 0;
        String how = first.isRefused() ? "; the tuner refuses it: " : "; the tuner failed: ";
        lines.accept(
                "%d of %d: %s on %s, seed %d: %s%s"
                        .formatted(
                                done,
                                total,
                                run.words(),
                                run.selection(),
                                run.seed(),
                                values(results),
                                first.failed().map(how::concat).orElse("")));
    }

    private static String values(List<RunResult> results) {
        return results.stream()
                .map(r -> r.isRefused() ? Double.NaN : r.best().getLast())
                .map(v -> v.isNaN() ? "nothing" : sixDigits(v))
                .reduce((a, b) -> a + " " + b)
                .orElseThrow();
    }

    private static String sixDigits(double value) {
        return String.format(Locale.ROOT, "%.6g", value)
                .replaceFirst("(\\.\\d*?)0+(e|$)", "$1$2")
                .replaceFirst("\\.(e|$)", "$1");
    }
}
