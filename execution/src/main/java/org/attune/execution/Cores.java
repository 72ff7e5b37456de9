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
                        ("%d evaluations at once, with %s ranks of %s threads each, want %s cores,"
                             + " but there are %s. Maybe lower --parallel: runs that share cores"
                             + " measure each other.")
                                .formatted(
                                        parallel,
                                        text(ranks),
                                        text(threads),
                                        text(wanted),
                                        text(there)));
    }

    /** Returns whether that is too much to go on with a warning. */
    static boolean isTooMuch(
            boolean strict, int parallel, double ranks, double threads, Machine machine) {
        double there = (double) machine.nodes() * machine.cores();
        return parallel * ranks * threads > (strict ? there : MOST * there);
    }

    private static String text(double v) {
        return v == Math.rint(v) ? Long.toString((long) v) : Double.toString(v);
    }
}
