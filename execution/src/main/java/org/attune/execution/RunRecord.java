package org.attune.execution;

import org.attune.api.FailureCause;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * What is known of a run besides its output, kept beside it.
 *
 * @param wall seconds from start to exit
 * @param cpu seconds of user and system time, NaN where the run did not end by itself
 * @param peak bytes, NaN where it was not measured
 * @param cause why the run itself failed, whatever its output says
 * @param detail of the failure, else empty
 */
record RunRecord(
        double wall, double cpu, double peak, Optional<FailureCause> cause, String detail) {

    double quantity(Source.Quantity quantity) {
        return switch (quantity) {
            case WALL -> wall;
            case CPU -> cpu;
            case PEAK_RSS -> peak;
        };
    }

    void write(Path file) {
        var properties = new Properties();
        properties.setProperty("wall", Double.toString(wall));
        properties.setProperty("cpu", Double.toString(cpu));
        properties.setProperty("peak_rss", Double.toString(peak));
        cause.ifPresent(c -> properties.setProperty("cause", c.text()));
        properties.setProperty("detail", detail);
        try (var out = new java.io.FileOutputStream(file.toFile())) {
            properties.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static RunRecord read(Path file) {
        var properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        return new RunRecord(
                Double.parseDouble(properties.getProperty("wall", "0")),
                Double.parseDouble(properties.getProperty("cpu", "NaN")),
                Double.parseDouble(properties.getProperty("peak_rss", "NaN")),
                Optional.ofNullable(properties.getProperty("cause")).map(FailureCause::of),
                properties.getProperty("detail", ""));
    }
}
