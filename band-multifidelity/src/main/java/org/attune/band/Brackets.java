package org.attune.band;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * How many configurations a bandit starts at which budget, and how many of them go on.
 *
 * <pre>
 *   s_max = max { s : b_min η^s ≤ b_max },   B(s) = b_max / η^s
 *   GPTuneBand:  N(s) = ⌊(s_max + 1) / (s + 1)⌋ η^s,     rung i of bracket s keeps ⌊N(s) / η^i⌋
 *   Hyperband:   n(s) = ⌈(s_max + 1) η^s / (s + 1)⌉,     rung i of bracket s keeps ⌊n(s) / η^i⌋
 * </pre>
 *
 * <p>s_max is found by multiplying, not by logarithms: those of 125 and 5 in floating point have a
 * quotient just below 3, which loses a bracket.
 *
 * <p>Sources: X. Zhu, Y. Liu, P. Ghysels, D. Bindel and X. S. Li, "GPTuneBand: multi-task and
 * multi-fidelity autotuning for large-scale high performance computing applications", PP 2022; L.
 * Li, K. Jamieson, G. DeSalvo, A. Rostamizadeh and A. Talwalkar, "Hyperband", JMLR 18 (2018).
 *
 * @param most s_max, the bracket that starts at the least budget
 * @param eta η, of which one goes on
 * @param rule how many configurations a bracket starts with
 */
public record Brackets(int most, int eta, Rule rule) {
    /** Beyond so many configurations at a start no budget reaches. */
    private static final long LARGEST = 1_000_000_000L;

    /** How many configurations a bracket starts with. */
    public enum Rule {
        /** N(s) of GPTuneBand. */
        GPTUNE_BAND,
        /** n(s) of Hyperband. */
        HYPERBAND
    }

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if s_max is negative, η below 2, or the start of the largest
     *     bracket beyond a billion configurations
     */
    public Brackets {
        if (most < 0 || eta < 2) {
            throw new IllegalArgumentException(
                    "Brackets need s_max >= 0 and eta >= 2, not %d and %d.".formatted(most, eta));
        }
        if (Math.pow(eta, most) * (most + 1) > LARGEST) {
            throw new IllegalArgumentException(
                    "%d brackets with eta = %d start with more than %d configurations."
                            .formatted(most + 1, eta, LARGEST));
        }
    }

    /**
     * Returns s_max.
     *
     * @param least b_min
     * @param full b_max
     * @throws IllegalArgumentException unless {@code 0 < b_min <= b_max} and η is 2 or more
     */
    public static int largest(double least, double full, int eta) {
        if (!(least > 0 && least <= full && Double.isFinite(full)) || eta < 2) {
            throw new IllegalArgumentException(
                    "Budgets from %s to %s with eta = %d: needed are 0 < least <= full and eta >= 2."
                            .formatted(least, full, eta));
        }
        BigDecimal limit = BigDecimal.valueOf(full); // 0.1 is a tenth, not its binary neighbour
        BigDecimal next = BigDecimal.valueOf(least).multiply(BigDecimal.valueOf(eta));
        int s = 0;
        while (next.compareTo(limit) <= 0) {
            next = next.multiply(BigDecimal.valueOf(eta));
            s++;
        }
        return s;
    }

    /** Returns the number of brackets, s_max + 1. */
    public int count() {
        return most + 1;
    }

    /** Returns B(s) = b_max / η^s of one of these brackets. */
    public double budget(double full, int s) {
        return budget(full, eta, require(s));
    }

    /**
     * Returns b_max / η^s, rounded once.
     *
     * @param s 0 or more
     */
    static double budget(double full, int eta, int s) {
        return BigDecimal.valueOf(full)
                .divide(BigDecimal.valueOf(eta).pow(s), MathContext.DECIMAL64)
                .doubleValue();
    }

    /**
     * Returns how many configurations bracket s starts with.
     *
     * @throws IllegalArgumentException if there is no such bracket
     */
    public int starts(int s) {
        long power = power(require(s));
        return Math.toIntExact(
                switch (rule) {
                    case GPTUNE_BAND -> (most + 1) / (s + 1) * power;
                    case HYPERBAND -> Math.ceilDiv((most + 1) * power, s + 1);
                });
    }

    /**
     * Returns how many configurations bracket s has at its budgets B(s), B(s - 1), …, B(0), as long
     * as any are left.
     */
    public List<Integer> rungs(int s) {
        var rungs = new ArrayList<Integer>();
        long left = starts(s);
        for (int i = 0; i <= s && left > 0; i++) {
            rungs.add((int) left);
            left /= eta;
        }
        return List.copyOf(rungs);
    }

    private int require(int s) {
        if (s < 0 || s > most) {
            throw new IllegalArgumentException(
                    "There is no bracket %d; there are 0 to %d.".formatted(s, most));
        }
        return s;
    }

    private long power(int s) {
        long power = 1;
        for (int i = 0; i < s; i++) {
            power *= eta;
        }
        return power;
    }
}
