package org.attune.api.expression;

import java.util.Collection;
import java.util.Comparator;

/** Finds what a mistyped name was probably meant to be. */
public final class NearestName {
    private NearestName() {}

    /**
     * Returns {@code " Maybe you meant 'x'."} for the known name with the smallest edit distance,
     * if that is at most a third of the name's length (at least 1), else the empty string.
     */
    public static String hint(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(k -> distance(name, k)))
                .filter(k ->
                        distance(name, k) <= Math.max(1, name.length() / 3) && name.length() > 1)
                .map(" Maybe you meant '%s'."::formatted)
                .orElse("");
    }

    /** Levenshtein's distance: insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
