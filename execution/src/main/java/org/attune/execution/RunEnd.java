package org.attune.execution;

import org.attune.api.FailureCause;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a run failed, by how it ended.
 *
 * @param cause empty where it did not
 * @param detail for a human
 */
record RunEnd(Optional<FailureCause> cause, String detail) {
    private static final List<String> SIGNS_OF_NO_MEMORY =
            List.of("OutOfMemoryError", "std::bad_alloc", "Cannot allocate memory", "MemoryError");

    static final RunEnd WELL = new RunEnd(Optional.empty(), "");

    /** Returns the end of a run that took too long. */
    static RunEnd timedOut(double limit) {
        return new RunEnd(
                Optional.of(FailureCause.TIMEOUT),
                String.format(Locale.ROOT, "It was ended after %.3g s.", limit));
    }

    /**
     * Returns the end of a run by its exit code.
     *
     * @param killed whether it is known that it was killed for its memory
     * @param out the last that it printed
     * @param err the last that it complained of
     */
    static RunEnd of(int exit, boolean killed, String out, String err) {
        if (exit == 0) {
            return WELL;
        }
        Optional<String> noMemory = signOfNoMemory(err).or(() -> signOfNoMemory(out));
        FailureCause cause =
                killed || noMemory.isPresent()
                        ? FailureCause.OUT_OF_MEMORY
                        : exit == 126 || exit == 127 ? FailureCause.BUILD : FailureCause.CRASH;
        String last = lastLine(err).isEmpty() ? lastLine(out) : lastLine(err);
        return new RunEnd(
                Optional.of(cause),
                Signals.describe(exit) + (last.isEmpty() ? "." : ": " + noMemory.orElse(last)));
    }

    private static Optional<String> signOfNoMemory(String text) {
        return text.lines()
                .filter(l -> SIGNS_OF_NO_MEMORY.stream().anyMatch(l::contains))
                .map(l -> Collector.quoted(l.strip()))
                .reduce((first, second) -> second);
    }

    /**
     * Returns the last line that says something: one that is not indented, as the frames of Java's
     * stack traces are, if there is one; empty where nothing was printed.
     */
    static String lastLine(String text) {
        List<String> lines = text.lines().filter(l -> !l.isBlank()).toList();
        return lines.stream()
                .filter(l -> !Character.isWhitespace(l.charAt(0)))
                .reduce((first, second) -> second)
                .or(() -> lines.stream().reduce((first, second) -> second))
                .map(String::strip)
                .map(Collector::quoted)
                .orElse("");
    }
}
