package org.attune.execution;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hands words to programs as UTF-8 in every locale.
 *
 * <p>Java encodes arguments and variables in the character set of the locale, and puts a {@code ?}
 * for each letter that it lacks: in the C locale, which cron, containers and batch systems have,
 * for all but ASCII. Where there are such letters, a shell gets the words in ASCII, with an octal
 * escape for each other byte, and becomes the program. File names go through Java itself and cannot
 * be handed over like this.
 */
final class Utf8Words {
    private static final boolean NATIVE =
            System.getProperty("sun.jnu.encoding", "").equalsIgnoreCase("UTF-8");

    /** The first argument of this script is a line for a shell, as {@code printf %b} reads it. */
    private static final List<String> SHELL = List.of("sh", "-c", "eval \"$(printf %b \"$0\")\"");

    private Utf8Words() {}

    /**
     * Returns what starts a program.
     *
     * @param command program and arguments
     * @param environment added to the inherited one
     */
    static ProcessBuilder process(List<String> command, Map<String, String> environment) {
        boolean plain =
                NATIVE
                        || Stream.concat(
                                        command.stream(),
                                        environment.entrySet().stream()
                                                .flatMap(e -> Stream.of(e.getKey(), e.getValue())))
                                .allMatch(Utf8Words::isAscii);
        var builder = new ProcessBuilder(plain ? command : encoded(command, environment));
        if (plain) {
            builder.environment().putAll(environment);
        }
        return builder;
    }

    /**
     * Returns what to say of a text that is a file name, or part of one, and has letters that the
     * locale lacks; empty where it has none.
     */
    static Optional<String> unusableInPaths(String text) {
        return NATIVE || isAscii(text)
                ? Optional.empty()
                : Optional.of(
                        "'%s' is part of a file name and has letters that this locale lacks, whose character set is %s. Maybe set LC_ALL=C.UTF-8"
                                .formatted(text, System.getProperty("sun.jnu.encoding")));
    }

    private static List<String> encoded(List<String> command, Map<String, String> environment) {
        var words = new ArrayList<String>();
        if (!environment.isEmpty()) {
            words.add("env"); // a shell does not take all names
            environment.forEach((name, value) -> words.add(name + "=" + value));
        }
        words.addAll(command);
        var line = new StringBuilder("exec");
        for (String word : words) {
            line.append(" '").append(word.replace("'", "'\\''")).append('\'');
        }
        var encoded = new ArrayList<>(SHELL);
        encoded.add(escaped(line.toString()));
        return encoded;
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b == '\\') {
                escaped.append("\\\\");
            } else if (b < 0) {
                escaped.append("\\0%03o".formatted(b & 0xFF));
            } else {
                escaped.append((char) b);
            }
        }
        return escaped.toString();
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }
}
