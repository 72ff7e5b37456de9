package org.attune.execution;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a pattern in lines of a longer text, without copying them, in a bounded number of steps.
 *
 * <p>{@code java.util.regex} tries the ways in which a line could match one after the other, and
 * some patterns have more ways than anybody can wait for. A step is a look at one character. All
 * lines together have {@value #STEPS} steps, and {@value #STEPS_EACH} more for each of their
 * characters, so that reading takes a time linear in its length, and what is refused is refused on
 * every machine, however busy it is.
 */
final class LineMatcher {
    private static final long STEPS = 1L << 27; // about a second at most
    private static final int STEPS_EACH = 64;

    private static final int LONGEST_REST = 40;
    private static final Pattern REST = Pattern.compile("[.,]?\\d+([eE][+-]?\\d+)?|[eE][+-]?\\d+");

    private final Counted counted = new Counted();
    private final Matcher matcher;

    LineMatcher(Pattern pattern) {
        matcher = pattern.matcher(counted);
    }

    Pattern pattern() {
        return matcher.pattern();
    }

    /** Goes on with a line: the characters from..to-1 of a text that may hold more lines. */
    @SuppressWarnings("ReferenceEquality") // another text, not another content
    void on(String text, int from, int to) {
        if (text != counted.text) {
            counted.text = text;
            matcher.reset();
        }
        counted.left += (long) STEPS_EACH * (to - from);
        matcher.region(from, to);
    }

    /**
     * Finds the next match in the line.
     *
     * @throws UnreadableException if that takes too many steps, or the line is too long for the
     *     pattern; nothing can be found any more then
     */
    boolean find() throws UnreadableException {
        try {
            return matcher.find();
        } catch (StackOverflowError nested) { // java.util.regex recurses on groups such as (a|b)*
            throw new UnreadableException("a line is too long for '%s'".formatted(pattern()));
        } catch (OutOfSteps e) {
            throw new UnreadableException(
                    "'%s' can match in too many ways to try them all. Maybe use fewer of '.*' and '+', or write the text before the number out"
                            .formatted(pattern()));
        }
    }

    /** Returns what the last match has found. */
    String match() {
        return matcher.group();
    }

    /** Returns the group of the last match, empty where it has no part in it. */
    String group() {
        return group(1);
    }

    /** Returns a group of the last match, by its number, empty where it has no part in it. */
    String group(int number) {
        String group = matcher.group(number);
        return group == null ? "" : group;
    }

    /**
     * Returns the number of which the last match has only the beginning, at the end of the match:
     * {@code 1.5} of {@code 1.5e-05}, {@code 0} of {@code 0,2}. Empty where there is none.
     */
    Optional<String> wholeNumber() {
        int end = matcher.end();
        if (matcher.groupCount() == 0 || matcher.end(1) != end || matcher.start(1) == end) {
            return Optional.empty();
        }
        int most = Math.min(matcher.regionEnd(), end + LONGEST_REST);
        Matcher rest = REST.matcher(counted.text.substring(end, most));
        return rest.lookingAt() && Character.isDigit(counted.text.charAt(end - 1))
                ? Optional.of(group() + rest.group())
                : Optional.empty();
    }

    private static final class OutOfSteps extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfSteps() {
            super(null, null, false, false);
        }
    }

    /** A text that counts how often somebody looks at it. */
    private static final class Counted implements CharSequence {
        private String text = "";
        private long left = STEPS;

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new OutOfSteps();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
