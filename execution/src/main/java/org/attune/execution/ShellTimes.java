package org.attune.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a shell's {@code times} writes. */
final class ShellTimes {
    private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+)[.,](\\d+)s");

    private ShellTimes() {}

    /**
     * Reads and deletes a file; returns the sum of its second line, user and system seconds of the
     * children, NaN where it is not there.
     */
    static double cpu(Path file) {
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            Files.deleteIfExists(file);
            if (lines.size() < 2) {
                return Double.NaN; // the shell was killed with its children
            }
            double sum = 0;
            Matcher m = TIME.matcher(lines.get(1));
            while (m.find()) {
                sum +=
                        60 * Double.parseDouble(m.group(1))
                                + Double.parseDouble(m.group(2) + "." + m.group(3));
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
