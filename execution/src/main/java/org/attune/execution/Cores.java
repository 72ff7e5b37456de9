package org.attune.execution;

import org.attune.api.Machine;

import java.util.Optional;

/** Compares the cores that evaluations want with those that there are. */
final class Cores {
    /** Beyond this, runs disturb each other so much that their times mean nothing. */
    private static final int MOST = 4;

    private Cores() {}

    /** Returns what to say where more cores are wanted than there are, empty where they suffice. */
    static Optional<String> oversubscription(
            int parallel, double ranks, double threads, Machine machine) {
        double wanted = parallel * ranks * threads;
        double there = (double) machine.nodes() * machine.cores();
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
                                        there == 1 ? "there is 1" : "there are " + text(there)));
    }

    /** Returns whether that is too much to go on with a warning. */
    static boolean isTooMuch(
            boolean strict, int parallel, double ranks, double threads, Machine machine) {
        double there = (double) machine.nodes() * machine.cores();
        return parallel * ranks * threads > (strict ? there : MOST * there);
    }

    private static String count(double number, String thing) {
        return text(number) + " " + thing + (number == 1 ? "" : "s");
    }

    private static String text(double v) {
        return v == Math.rint(v) ? Long.toString((long) v) : Double.toString(v);
    }
}
