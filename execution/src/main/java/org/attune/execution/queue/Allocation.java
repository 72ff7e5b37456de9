package org.attune.execution.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long the allocation lasts in which this process is. */
public final class Allocation {
    private static final Pattern END = Pattern.compile("(?:^|\\s)EndTime=(\\S+)");

    private static final double CALL_LIMIT = 20; // seconds

    private Allocation() {}

    /**
     * Returns what is left of the job of Slurm in which this is, by its variables, or by scontrol
     * where they do not say it, as before Slurm 22.05; empty where this is in none, or it has no
     * limit.
     *
     * @throws InterruptedException if the thread was interrupted
     */
    public static Optional<Duration> left(Map<String, String> variables)
            throws InterruptedException {
        String job = variables.getOrDefault("SLURM_JOB_ID", "").strip();
        if (job.isEmpty()) {
            return Optional.empty();
        }
        String end = variables.getOrDefault("SLURM_JOB_END_TIME", "").strip();
        Optional<Instant> instant =
                end.matches("\\d{1,12}")
                        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(end)))
                        : asked(job);
        return instant.map(i -> Duration.between(Instant.now(), i));
    }

    private static Optional<Instant> asked(String job) throws InterruptedException {
        try {
            ClientCall call =
                    ClientCall.of(
                            List.of("scontrol", "--oneliner", "show", "job", job),
                            Map.of(),
                            CALL_LIMIT);
            return end(call.out());
        } catch (QueueException silent) {
            return Optional.empty();
        }
    }

    /** Reads {@code EndTime} of {@code scontrol show job}, which is in local time. */
    static Optional<Instant> end(String text) {
        Matcher m = END.matcher(text);
        try {
            return m.find()
                    ? Optional.of(
                            LocalDateTime.parse(m.group(1))
                                    .atZone(ZoneId.systemDefault())
                                    .toInstant())
                    : Optional.empty();
        } catch (DateTimeParseException unknown) {
            return Optional.empty(); // "Unknown"
        }
    }
}
