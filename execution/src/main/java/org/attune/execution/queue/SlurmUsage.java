package org.attune.execution.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** The lines that sacct prints of one job, or of one step. */
final class SlurmUsage {
    /** Fields of a line, in their order. */
    static final String FORMAT = "JobID,State,MaxRSS,ConsumedEnergyRaw";

    private static final int FIELDS = 4;
    private static final String SUFFIXES = "KMGTPE"; // powers of 1024
    private static final double NO_VALUE = 0x1p62; // Slurm's marks of nothing are 2^64 - 1 and - 2

    private SlurmUsage() {}

    /**
     * Returns what the lines say of a job.
     *
     * <p>Counters of energy are those of nodes, so that steps that run at the same time have read
     * the same joules: the step {@code extern}, which lasts as long as the job on all of its nodes,
     * has them all where Slurm makes one ({@code PrologFlags=contain}); else it is the step that
     * has the most. The line of the job is their sum, and is read only where there is no other. 0
     * joules or bytes mean that nothing was measured.
     *
     * @param text of {@code sacct -P -n --noconvert}
     * @param job whose lines they are
     * @param isLast whether nobody asks again, so that a job without any step counts, too
     * @return empty where the accounting does not know the job yet, or not the end of all its
     *     steps; that of a job may be known before its first step is (after slurmdbd was away)
     */
    static Optional<JobUsage> of(String text, String job, boolean isLast) {
        List<String[]> lines =
                text.lines()
                        .map(l -> l.strip().split("\\|", -1))
                        .filter(f -> f.length == FIELDS)
                        .toList();
        boolean ended =
                lines.stream().anyMatch(f -> isLast || f[0].contains("."))
                        && lines.stream()
                                .allMatch(f -> SlurmState.of(f[1], "", "", 0).verdict().isEnd());
        if (!ended) {
            return Optional.empty();
        }
        OptionalDouble rss = lines.stream().flatMapToDouble(f -> bytes(f[2])).max();
        OptionalDouble energy = energy(lines);
        var missing = new ArrayList<String>();
        if (energy.isEmpty()) {
            missing.add("no energy");
        }
        if (rss.isEmpty()) {
            missing.add("no MaxRSS");
        }
        return Optional.of(
                new JobUsage(
                        energy.orElse(Double.NaN),
                        rss.orElse(Double.NaN),
                        missing.isEmpty()
                                ? ""
                                : ("the accounting has %s of job %s. Maybe it was over before Slurm"
                                                + " looked (JobAcctGatherFrequency)")
                                        .formatted(String.join(" and ", missing), job)));
    }

    private static OptionalDouble energy(List<String[]> lines) {
        OptionalDouble whole =
                lines.stream()
                        .filter(f -> f[0].endsWith(".extern"))
                        .flatMapToDouble(f -> joules(f[3]))
                        .max();
        OptionalDouble step =
                lines.stream()
                        .filter(f -> f[0].contains("."))
                        .flatMapToDouble(f -> joules(f[3]))
                        .max();
        return whole.isPresent()
                ? whole
                : step.isPresent() ? step : lines.stream().flatMapToDouble(f -> joules(f[3])).max();
    }

    private static DoubleStream joules(String text) {
        return text.matches("\\d{1,20}") ? value(Double.parseDouble(text)) : DoubleStream.empty();
    }

    /** Reads such as {@code 309424K}, {@code 1.50G} or {@code 12652544}. */
    static DoubleStream bytes(String text) {
        if (!text.matches("\\d{1,20}(\\.\\d{1,9})?[KMGTPE]?")) {
            return DoubleStream.empty();
        }
        int suffix = SUFFIXES.indexOf(text.charAt(text.length() - 1));
        String number = suffix < 0 ? text : text.substring(0, text.length() - 1);
        return value(Double.parseDouble(number) * Math.pow(1024, suffix + 1));
    }

    private static DoubleStream value(double given) {
        return given > 0 && given < NO_VALUE ? DoubleStream.of(given) : DoubleStream.empty();
    }
}
