package org.attune.execution;

import org.attune.api.FailureCause;
import org.attune.execution.queue.JobUsage;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * What is known of a run besides its output, kept beside it.
 *
 * @param wall seconds from start to exit
 * @param cpu seconds of user and system time, NaN where the run did not end by itself
 * @param peak bytes, NaN where it was not measured
 * @param usage what the accounting of a scheduler says of it
 * @param cause why the run itself failed, whatever its output says
 * @param detail of the failure, else empty
 * @param ended whether it was ended because of what it printed on its way, which is no failure
 */
record RunRecord(
        double wall,
        double cpu,
        double peak,
        JobUsage usage,
        Optional<FailureCause> cause,
        String detail,
        boolean ended) {
    private static final JobUsage NONE = JobUsage.none("nobody asked the accounting when it ran");

    /** Of a run that went on to its own end, and that no accounting knows. */
    RunRecord(double wall, double cpu, double peak, Optional<FailureCause> cause, String detail) {
        this(wall, cpu, peak, cause, detail, false);
    }

    /** Of a run that no accounting knows. */
    RunRecord(
            double wall,
            double cpu,
            double peak,
            Optional<FailureCause> cause,
            String detail,
            boolean ended) {
        this(wall, cpu, peak, NONE, cause, detail, ended);
    }

    RunRecord with(JobUsage accounted) {
        return new RunRecord(wall, cpu, peak, accounted, cause, detail, ended);
    }

    double quantity(Source.Quantity quantity) {
        return switch (quantity) {
            case WALL -> wall;
            case CPU -> cpu;
            case PEAK_RSS -> peak;
            case ENERGY -> usage.energy();
            case MAX_RSS -> usage.maxRss();
        };
    }

    void write(Path file) {
        var properties = new Properties();
        properties.setProperty("wall", Double.toString(wall));
        properties.setProperty("cpu", Double.toString(cpu));
        properties.setProperty("peak_rss", Double.toString(peak));
        if (!usage.equals(NONE)) {
            properties.setProperty("energy", Double.toString(usage.energy()));
            properties.setProperty("max_rss", Double.toString(usage.maxRss()));
            properties.setProperty("unaccounted", usage.missing());
        }
        cause.ifPresent(c -> properties.setProperty("cause", c.text()));
        properties.setProperty("detail", detail);
        if (ended) {
            properties.setProperty("ended", "true");
        }
        KeptProperties.write(properties, file);
    }

    /**
     * Reads the record of a run.
     *
     * @throws java.io.UncheckedIOException with the path, if it cannot be read or is damaged
     */
    static RunRecord read(Path file) {
        Properties properties = KeptProperties.read(file);
        double wall = number(file, properties, "wall");
        if (!(wall >= 0 && wall < Double.POSITIVE_INFINITY)) {
            throw KeptProperties.damaged(file, "'wall' is no time in seconds");
        }
        Optional<FailureCause> cause;
        try {
            cause = Optional.ofNullable(properties.getProperty("cause")).map(FailureCause::of);
        } catch (IllegalArgumentException e) {
            throw KeptProperties.damaged(file, "'cause' is no cause of a failure");
        }
        return new RunRecord(
                wall,
                number(file, properties, "cpu"),
                number(file, properties, "peak_rss"),
                properties.containsKey("unaccounted")
                        ? new JobUsage(
                                number(file, properties, "energy"),
                                number(file, properties, "max_rss"),
                                properties.getProperty("unaccounted"))
                        : NONE,
                cause,
                properties.getProperty("detail", ""),
                properties.getProperty("ended", "").equals("true"));
    }

    private static double number(Path file, Properties properties, String key) {
        try {
            return Double.parseDouble(properties.getProperty(key, "NaN"));
        } catch (NumberFormatException e) {
            throw KeptProperties.damaged(file, "'%s' is no number".formatted(key));
        }
    }
}
