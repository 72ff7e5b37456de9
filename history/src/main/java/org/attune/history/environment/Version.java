package org.attune.history.environment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of a program: 4.10.0 is above 4.9, and equal to 4.10. What stands behind the numbers,
 * such as {@code rc1}, is not compared.
 *
 * @param parts its numbers, at least one
 */
public record Version(List<Integer> parts) implements Comparable<Version> {
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})*");

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if it is empty or has a negative number
     */
    public Version {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || parts.stream().anyMatch(p -> p < 0)) {
            throw new IllegalArgumentException("%s is no version.".formatted(parts));
        }
    }

    /** Returns the version that a text begins with, after a {@code v} perhaps. */
    public static Optional<Version> parse(String text) {
        Matcher m = NUMBERS.matcher(text.strip().replaceFirst("^[vV](?=\\d)", ""));
        if (!m.lookingAt()) {
            return Optional.empty();
        }
        var parts = new ArrayList<Integer>();
        for (String part : m.group().split("\\.")) {
            parts.add(Integer.parseInt(part));
        }
        return Optional.of(new Version(parts));
    }

    /** Returns the version of data: a list of numbers, a number, or a text. */
    public static Optional<Version> of(Object data) {
        if (data instanceof List<?> list) {
            var parts = new ArrayList<String>();
            list.forEach(p -> parts.add(String.valueOf(p)));
            boolean numbers =
                    !parts.isEmpty() && parts.stream().allMatch(p -> p.matches("\\d{1,9}"));
            return numbers ? parse(String.join(".", parts)) : Optional.empty();
        }
        return data instanceof Number || data instanceof String
                ? parse(data.toString())
                : Optional.empty();
    }

    /**
     * Returns the version of an entry of a software configuration, whatever year it is of; empty
     * where it has none in numbers.
     */
    public static Optional<Version> ofEntry(Object entry) {
        if (entry instanceof Map<?, ?> map) {
            return List.of(
                            "version_split",
                            "version_str",
                            "version",
                            "version_number",
                            "version_text")
                    .stream()
                    .filter(k -> map.get(k) != null)
                    .findFirst()
                    .flatMap(k -> of(map.get(k)));
        }
        return of(entry);
    }

    /** Returns the entry of a software configuration. */
    Map<String, Object> entry() {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("version_split", parts.stream().map(Integer::longValue).toList());
        return entry;
    }

    /** Returns the entry of a version given as text, which is kept where it has no numbers. */
    static Map<String, Object> entry(String text) {
        return parse(text)
                .map(Version::entry)
                .orElseGet(() -> {
                    var entry = new LinkedHashMap<String, Object>();
                    entry.put("version_text", text);
                    return entry;
                });
    }

    @Override
    public int compareTo(Version other) {
        for (int i = 0; i < Math.max(parts.size(), other.parts.size()); i++) {
            int difference = Integer.compare(part(i), other.part(i));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private int part(int index) {
        return index < parts.size() ? parts.get(index) : 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Version v && compareTo(v) == 0;
    }

    @Override
    public int hashCode() {
        int end = parts.size();
        while (end > 1 && parts.get(end - 1) == 0) {
            end--;
        }
        return parts.subList(0, end).hashCode();
    }

    @Override
    public String toString() {
        return String.join(".", parts.stream().map(String::valueOf).toList());
    }
}
