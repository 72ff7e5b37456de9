package org.attune.api.expression;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a mistyped name was probably meant to be. */
public final class NearestName {
    private NearestName() {}

    /**
     * Returns {@code " Maybe you meant 'x'."} for the known name with the smallest edit distance,
     * if that is at most a third of the name's length (at least 1), else the empty string. A name
     * that differs in upper and lower case alone is the nearest.
     */
    public static String hint(String name, Collection<String> known) {
        return of(name, known).map(" Maybe you meant '%s'."::formatted).orElse("");
    }

    /** Returns that name; empty where none is as near. */
    public static Optional<String> of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(k -> distance(name, k)))
                .filter(k ->
                        distance(name, k) <= Math.max(1, name.length() / 3) && name.length() > 1);
    }

    /** Counts insertions, deletions, replacements, and swaps of neighbours. */
    private static int distance(String a, String b) {
        if (a.equalsIgnoreCase(b)) {
            return 0;
        }
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
