package org.attune.execution;

import org.attune.api.Format;
import org.attune.api.Machine;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Compares the cores that evaluations want with those that there are.
 *
 * @param parallel evaluations at once
 * @param site on this computer
 * @param notes hears of runs that can hardly take place
 */
record Cores(
        CommandSettings settings,
        Machine machine,
        int parallel,
        RunSite site,
        Consumer<String> notes) {
    /** Beyond this, runs disturb each other so much that their times mean nothing. */
    private static final int MOST = 4;

    /**
     * Refuses far too many ranks or threads, where these are the same for all trials.
     *
     * @throws IllegalArgumentException that says why
     */
    void requireConstant(TuningProblem problem) {
        var known = new HashMap<>(problem.constants());
        known.putIfAbsent("nodes", (long) machine.nodes());
        known.putIfAbsent("cores", (long) machine.cores());
        try {
            if (known.keySet().containsAll(settings.ranks().names())
                    && known.keySet().containsAll(settings.threads().names())) {
                refusal(known)
                        .ifPresent(why -> {
                            throw Fields.wrong("evaluation.ranks", why);
                        });
            }
        } catch (ArithmeticException e) {
            throw Fields.wrong("evaluation.ranks", e.getMessage());
        }
    }

    /**
     * Returns why a trial cannot run with these values, and gives a note where it can hardly.
     *
     * @throws ArithmeticException if ranks or threads are not positive
     */
    Optional<String> refusal(Map<String, Object> values) {
        double ranks = number(settings.ranks(), values);
        double threads = number(settings.threads(), values);
        Optional<String> words = oversubscription(parallel, ranks, threads, machine);
        double most = (settings.strictCores() ? 1 : MOST) * there(machine);
        if (parallel * ranks * threads > most) {
            return words;
        }
        words.ifPresent(notes);
        if (site instanceof PinnedRuns pins && words.isEmpty()) {
            return pins.shortage(ranks * threads, settings.strictCores(), notes);
        }
        return Optional.empty();
    }

    private static double number(Expression expression, Map<String, Object> values) {
        Object value = expression.value(values);
        if (value instanceof Number n && n.doubleValue() > 0) {
            return n.doubleValue();
        }
        throw new ArithmeticException(
                "The number of ranks or threads '%s' is %s, not positive."
                        .formatted(expression.text(), Format.exact(value)));
    }

    /** Returns what to say where more cores are wanted than there are, empty where they suffice. */
    static Optional<String> oversubscription(
            int parallel, double ranks, double threads, Machine machine) {
        double wanted = parallel * ranks * threads;
        double there = there(machine);
        return wanted <= there
                ? Optional.empty()
                : Optional.of(
                        ("%s at once, with %s of %s each, would take %s,"
                                        + " but %s. Maybe lower --parallel: runs that share cores"
                                        + " measure each other.")
                                .formatted(
                                        count(parallel, "evaluation"),
                                        count(ranks, "rank"),
                                        count(threads, "thread"),
                                        count(wanted, "core"),
                                        there == 1
                                                ? "there is 1"
                                                : "there are " + Format.exact(there)));
    }

    private static double there(Machine machine) {
        return (double) machine.nodes() * machine.cores();
    }

    private static String count(double number, String thing) {
        return Format.exact(number) + " " + thing + (number == 1 ? "" : "s");
    }
}
