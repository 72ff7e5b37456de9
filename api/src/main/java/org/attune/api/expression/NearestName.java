package org.attune.api.expression;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Finds what a mistyped name was probably meant to be. */
public final class NearestName {
    private static final int SHORTEST_PREFIX = 3; // shorter ones begin too many names
    private static final int MOST = 3; // that are equally near, in a hint

    /** Words that mean the same in a name. */
    private static final List<Set<String>> SAME =
            List.of(
                    Set.of("lower", "min", "minimum", "low", "from"),
                    Set.of("upper", "max", "maximum", "high", "to"),
                    Set.of("values", "categories", "choices", "choice", "levels"),
                    Set.of("goal", "minimize", "maximize", "minimise", "maximise", "direction"),
                    Set.of("trials", "budget", "evaluations", "samples"),
                    Set.of("command", "cmd", "program"),
                    Set.of("workdir", "cwd", "dir", "directory"));

    private NearestName() {}

    /**
     * Returns {@code " Maybe you meant 'x'."} for the known name with the smallest edit distance,
     * if that is at most a third of the name's length (at least 1); of two or three that are
     * equally near all, of more none. A name that differs in upper and lower case alone is the
     * nearest. Where none is as near, it is the only known name that begins with the name, or has
     * all of its words, or one for each of them that means the same ({@code min}: {@code
     * lower_bound}). Without any, returns the empty string.
     */
    public static String hint(String name, Collection<String> known) {
        List<String> nearest = nearest(name, known);
        Optional<String> meant =
                nearest.size() > 1 && nearest.size() <= MOST
                        ? Optional.of(String.join("' or '", nearest))
                        : of(name, known);
        return meant.map(" Maybe you meant '%s'."::formatted).orElse("");
    }

    /** Returns the one name that was probably meant; empty where there is none, or several. */
    public static Optional<String> of(String name, Collection<String> known) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<String> nearest = nearest(name, known);
        return Optional.of(nearest)
                .filter(n -> n.size() == 1)
                .map(List::getFirst)
                .or(() -> only(known, k -> begins(lower, k)))
                .or(() -> only(known, k -> hasWords(lower, k, String::equals)))
                .or(() -> only(known, k -> hasWords(lower, k, NearestName::meansTheSame)));
    }

    /** Returns the known names of the smallest distance, none where that is too large. */
    private static List<String> nearest(String name, Collection<String> known) {
        int smallest = known.stream().mapToInt(k -> distance(name, k)).min().orElse(0);
        return name.length() > 1 && smallest <= Math.max(1, name.length() / 3)
                ? known.stream().filter(k -> distance(name, k) == smallest).distinct().toList()
                : List.of();
    }

    private static Optional<String> only(Collection<String> known, Predicate<String> fits) {
        List<String> found = known.stream().filter(fits).distinct().toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** Returns whether a known name begins with a name, which may be in the plural. */
    private static boolean begins(String name, String known) {
        String singular = name.endsWith("s") ? name.substring(0, name.length() - 1) : name;
        return singular.length() >= SHORTEST_PREFIX
                && known.toLowerCase(Locale.ROOT).startsWith(singular);
    }

    private static boolean hasWords(
            String name, String known, BiPredicate<String, String> areSame) {
        List<String> words = words(known.toLowerCase(Locale.ROOT));
        return name.length() >= SHORTEST_PREFIX
                && words(name).stream()
                        .allMatch(w -> words.stream().anyMatch(k -> areSame.test(w, k)));
    }

    private static List<String> words(String name) {
        return List.of(name.split("[^\\p{L}\\p{N}]+"));
    }

    private static boolean meansTheSame(String word, String other) {
        return word.equals(other)
                || SAME.stream().anyMatch(s -> s.contains(word) && s.contains(other));
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
