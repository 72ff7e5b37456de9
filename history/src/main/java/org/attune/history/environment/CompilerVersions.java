package org.attune.history.environment;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of compilers, from what {@code --version} prints. */
final class CompilerVersions {
    /** The compilers that are looked for where none is named. */
    static final List<String> KNOWN = List.of("gcc", "clang", "icx", "nvcc");

    /** In the order of their trust: nvcc's release, a word, then a number behind brackets. */
    private static final List<Pattern> PLACES =
            List.of(
                    Pattern.compile("\\brelease \\d+\\.\\d+, V(\\d+(\\.\\d+)+)"),
                    Pattern.compile("\\bversion (\\d+(\\.\\d+)+)"),
                    Pattern.compile("\\)[^\\n]*?\\s(\\d+(\\.\\d+)+)"),
                    Pattern.compile("\\s(\\d+(\\.\\d+)+)"));

    private CompilerVersions() {}

    /** Returns the version of the compiler that printed a text. */
    static Optional<Version> parse(String text) {
        for (Pattern place : PLACES) {
            Matcher m = place.matcher(text);
            if (m.find()) {
                return Version.parse(m.group(1));
            }
        }
        return Optional.empty();
    }
}
