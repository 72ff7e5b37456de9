package org.attune.api;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A typed setting of a tuner.
 *
 * @param name lower case, words joined by hyphens
 * @param defaultValue used where nothing is given
 * @param values what is allowed, for a human: {@code 1..1000} or {@code rbf, matern52}
 * @param meaning one line for a human
 * @param parser from text to value; throws {@link IllegalArgumentException} for what is not allowed
 * @param need what has to hold for the option to have an effect; empty if it always has one
 * @param <T> type of the value
 */
public record Option<T>(
        String name,
        T defaultValue,
        String values,
        String meaning,
        Function<String, T> parser,
        Optional<Need> need) {
    /**
     * A condition on other options of the same tuner.
     *
     * @param words what they have to be, for a human: {@code search=pso or genetic}
     * @param met whether they are, given or by default
     */
    public record Need(String words, Predicate<Settings> met) {}

    /** Rejects missing parts. */
    public Option {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(defaultValue, "defaultValue");
        Objects.requireNonNull(parser, "parser");
        Objects.requireNonNull(need, "need");
    }

    /** An option that always has an effect. */
    public Option(
            String name,
            T defaultValue,
            String values,
            String meaning,
            Function<String, T> parser) {
        this(name, defaultValue, values, meaning, parser, Optional.empty());
    }

    /** Returns an option whose values are the integers from lower to upper. */
    public static Option<Integer> integer(
            String name, int defaultValue, int lower, int upper, String meaning) {
        return new Option<>(
                name,
                defaultValue,
                lower + ".." + upper,
                meaning,
                text -> {
                    int value = Integer.parseInt(text.strip());
                    return required(value >= lower && value <= upper, value);
                });
    }

    /** Returns an option whose values are the real numbers from lower to upper. */
    public static Option<Double> real(
            String name, double defaultValue, double lower, double upper, String meaning) {
        return new Option<>(
                name,
                defaultValue,
                lower + ".." + upper,
                meaning,
                text -> {
                    double value = Double.parseDouble(text.strip());
                    return required(value >= lower && value <= upper, value);
                });
    }

    /** Returns an option whose values are true and false. */
    public static Option<Boolean> flag(String name, boolean defaultValue, String meaning) {
        return new Option<>(
                name,
                defaultValue,
                "true, false",
                meaning,
                text -> {
                    String lower = text.strip().toLowerCase(Locale.ROOT);
                    required(List.of("true", "false").contains(lower), text);
                    return Boolean.valueOf(lower);
                });
    }

    /** Returns an option whose values are the given words, the first of them the default. */
    public static Option<String> choice(String name, List<String> words, String meaning) {
        return new Option<>(
                name,
                words.getFirst(),
                String.join(", ", words),
                meaning,
                text -> required(words.contains(text.strip()), text.strip()));
    }

    /** Returns the same option as one that has an effect only if another is one of these words. */
    public Option<T> when(Option<String> other, String... words) {
        return when(
                other.name() + "=" + eitherOf(List.of(words)),
                s -> List.of(words).contains(s.get(other)));
    }

    /**
     * Returns the same option as one that has an effect only under a condition on others: for such
     * as {@link #when(Option, String...)} cannot say, because a profile changes their defaults.
     *
     * @param words as of a {@link Need}
     * @param met likewise
     */
    public Option<T> when(String words, Predicate<Settings> met) {
        return new Option<>(
                name, defaultValue, values, meaning, parser, Optional.of(new Need(words, met)));
    }

    /** Returns these words as {@code a, b or c}. */
    private static String eitherOf(List<String> words) {
        int last = words.size() - 1;
        return last == 0
                ? words.getFirst()
                : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    /**
     * Returns the value of this text.
     *
     * @throws IllegalArgumentException if it is not allowed; the message names option, text and
     *     values
     */
    public T parse(String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Option '%s' cannot be '%s'. Allowed: %s.".formatted(name, text, values), e);
        }
    }

    private static <T> T required(boolean allowed, T value) {
        if (!allowed) {
            throw new IllegalArgumentException(String.valueOf(value));
        }
        return value;
    }
}
