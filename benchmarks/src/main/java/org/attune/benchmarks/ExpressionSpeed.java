package org.attune.benchmarks;

import org.attune.api.expression.Expression;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Prints how many times per CPU second an expression is evaluated: {@code ExpressionSpeed
 * [EXPRESSION]}, over the names mb, nb, p, bunit, m, n, nodes and lg2npernode.
 */
public final class ExpressionSpeed {
    private static final String DEFAULT = "mb*bunit*p<=m";
    private static final List<String> NAMES =
            List.of("mb", "nb", "p", "bunit", "m", "n", "nodes", "lg2npernode");
    private static final int ROUNDS = 9;
    private static final int ROUND_SIZE = 5_000_000;

    private ExpressionSpeed() {}

    /** Prints every round, then the median. */
    public static void main(String[] args) {
        Expression expression = Expression.parse(args.length > 0 ? args[0] : DEFAULT);
        Expression.Bound bound = expression.bind(NAMES);
        double[] rates = new double[ROUNDS];
        int held = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Object[] slots = {1L, 4L, 16L, 8L, 1000L, 2000L, 8L, 2L};
            var threads = ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < ROUND_SIZE; i++) {
                slots[0] =
                        (long) (i & 15); // small longs are cached: boxing is not what is measured
                held += bound.test(slots) ? 1 : 0;
            }
            double seconds = (threads.getCurrentThreadCpuTime() - before) * 1e-9;
            rates[round] = ROUND_SIZE / seconds;
            System.out.printf(Locale.ROOT, "round %d: %.1f M/s%n", round + 1, rates[round] / 1e6);
        }
        java.util.Arrays.sort(rates);
        System.out.printf(
                Locale.ROOT,
                "%s: median %.1f M evaluations per CPU second (held %.0f %% of the time)%n",
                expression.text(),
                rates[ROUNDS / 2] / 1e6,
                100.0 * held / ROUNDS / ROUND_SIZE);
    }
}
