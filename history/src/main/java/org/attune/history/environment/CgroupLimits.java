package org.attune.history.environment;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Limits of control groups, version 1 and 2, from the texts of their files. */
final class CgroupLimits {
    /** Version 1 writes no limit as the largest number of pages, in bytes: above this. */
    private static final long NO_LIMIT = 1L << 60;

    private CgroupLimits() {}

    /**
     * Returns the group of this process for a controller, from {@code /proc/self/cgroup}.
     *
     * @param controller of version 1, such as {@code memory}; the empty one is version 2
     */
    static Optional<String> path(String text, String controller) {
        return text.lines()
                .map(l -> l.split(":", 3))
                .filter(f ->
                        f.length == 3
                                && Stream.of(f[1].split(",", -1)).anyMatch(controller::equals))
                .map(f -> f[2].strip())
                .findFirst();
    }

    /** Reads {@code cpu.max}, such as {@code 150000 100000} or {@code max 100000}. */
    static OptionalDouble cores(String cpuMax) {
        String[] words = cpuMax.strip().split("\\s+");
        return words.length == 2 ? cores(words[0], words[1]) : OptionalDouble.empty();
    }

    /** Returns how many cores a quota and its period, in microseconds, come to. */
    static OptionalDouble cores(String quota, String period) {
        boolean limited =
                quota.strip().matches("[1-9]\\d{0,17}") && period.strip().matches("[1-9]\\d{0,17}");
        return limited
                ? OptionalDouble.of(
                        Double.parseDouble(quota.strip()) / Double.parseDouble(period.strip()))
                : OptionalDouble.empty();
    }

    /** Reads {@code memory.max} or {@code memory.limit_in_bytes}. */
    static OptionalLong bytes(String text) {
        return text.strip().matches("\\d{1,18}") && Long.parseLong(text.strip()) < NO_LIMIT
                ? OptionalLong.of(Long.parseLong(text.strip()))
                : OptionalLong.empty();
    }
}
