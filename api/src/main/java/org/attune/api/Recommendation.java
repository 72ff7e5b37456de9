package org.attune.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * For which studies a tuner declares that it should be taken unasked, and by what measurement. Of
 * the tuners that can tune a study, {@code tuner: auto} takes the one whose recommendation holds
 * and has won the largest share of runs.
 *
 * @param where conditions, all of which hold; empty for every study
 * @param reason why it is taken there, a clause that follows "as" in a sentence
 * @param wins share of the pairs of runs that the tuner has won against {@code gp-lcm} where the
 *     conditions hold, ties by half; 0 to 1, and 0.5 of {@code gp-lcm} itself
 * @param measured where that figure stands with the command that prints it
 */
public record Recommendation(List<Condition> where, String reason, double wins, String measured) {
    /**
     * A range of a fact.
     *
     * @param fact that is counted
     * @param least smallest count, inclusive
     * @param most largest count, inclusive
     */
    public record Condition(StudyFact fact, int least, int most) {
        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if no count is in it
         */
        public Condition {
            Objects.requireNonNull(fact, "fact");
            if (least < 0 || most < least) {
                throw new IllegalArgumentException(
                        "%d to %d is no range of counts of %s.".formatted(least, most, fact));
            }
        }

        private boolean holds(Map<StudyFact, Integer> facts) {
            return facts.get(fact) >= least && facts.get(fact) <= most;
        }

        private String words() {
            if (least == most) {
                return fact.counted(least);
            }
            return most == Integer.MAX_VALUE
                    ? fact.counted(least) + " or more"
                    : least == 0
                            ? "at most " + fact.counted(most)
                            : "%d to %s".formatted(least, fact.counted(most));
        }
    }

    /**
     * Checks the figure, and copies the conditions.
     *
     * @throws IllegalArgumentException if the share is none, or nothing is said of why or where
     */
    public Recommendation {
        where = List.copyOf(where);
        if (!(wins >= 0 && wins <= 1)) {
            throw new IllegalArgumentException(
                    "The share of pairs that a tuner wins is between 0 and 1, not %s."
                            .formatted(wins));
        }
        if (reason.isBlank() || measured.isBlank()) {
            throw new IllegalArgumentException(
                    "A recommendation needs its reason and where it was measured, not '%s' and '%s'."
                            .formatted(reason, measured));
        }
    }

    /** Returns a recommendation for every study, to which conditions can be added. */
    public static Recommendation always(String reason, double wins, String measured) {
        return new Recommendation(List.of(), reason, wins, measured);
    }

    /** Returns the same where there are at least so many of a fact, besides its conditions. */
    public Recommendation atLeast(StudyFact fact, int least) {
        return with(new Condition(fact, least, Integer.MAX_VALUE));
    }

    /** Returns the same where there are at most so many of a fact, besides its conditions. */
    public Recommendation atMost(StudyFact fact, int most) {
        return with(new Condition(fact, 0, most));
    }

    /** Returns the same where there is just this number of a fact, besides its conditions. */
    public Recommendation exactly(StudyFact fact, int number) {
        return with(new Condition(fact, number, number));
    }

    private Recommendation with(Condition more) {
        var all = new ArrayList<>(where);
        all.add(more);
        return new Recommendation(all, reason, wins, measured);
    }

    /**
     * Returns the order in which rules are tried: by the share of runs won, then the more
     * conditions the earlier, then by the tuner's name.
     */
    public static <T> Comparator<T> bestFirst(
            Function<T, Recommendation> rule, Function<T, String> tuner) {
        return Comparator.comparingDouble((T t) -> -rule.apply(t).wins())
                .thenComparing(t -> -rule.apply(t).where().size())
                .thenComparing(tuner);
    }

    /** Returns whether all conditions hold. */
    boolean holds(Map<StudyFact, Integer> facts) {
        return where.stream().allMatch(c -> c.holds(facts));
    }

    /** Returns the conditions for a table, such as {@code 20 categories or more, 1 task}. */
    public String conditions() {
        return where.isEmpty()
                ? "always"
                : String.join(", ", where.stream().map(Condition::words).toList());
    }
}
