package org.attune.bayesopt.regimes;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which regime each of n observations is in. Regimes are numbered from 0, by the size that they had
 * when they were found.
 */
public final class Partition {
    private final int[] labels;
    private final int[] sizes;

    private Partition(int[] labels, int[] sizes) {
        this.labels = labels;
        this.sizes = sizes;
    }

    /**
     * Makes a partition, the largest regime first, of equal ones that of the first observation.
     *
     * @param labels n of them, any integers; equal ones are one regime
     * @throws IllegalArgumentException if there is none
     */
    public static Partition of(int[] labels) {
        if (labels.length == 0) {
            throw new IllegalArgumentException("There are 0 labels, and a partition needs one.");
        }
        int[] distinct = Arrays.stream(labels).distinct().toArray();
        int[] counts =
                Arrays.stream(distinct)
                        .map(l -> (int) Arrays.stream(labels).filter(m -> m == l).count())
                        .toArray();
        int[] order =
                IntStream.range(0, distinct.length)
                        .boxed()
                        .sorted((a, b) -> counts[b] - counts[a]) // stable
                        .mapToInt(i -> i)
                        .toArray();
        int[] numbered = new int[labels.length];
        for (int k = 0; k < order.length; k++) {
            for (int i = 0; i < labels.length; i++) {
                if (labels[i] == distinct[order[k]]) {
                    numbered[i] = k;
                }
            }
        }
        return new Partition(numbered, Arrays.stream(order).map(i -> counts[i]).toArray());
    }

    /**
     * Returns the partition into the same regimes, with the same numbers, of these and perhaps more
     * observations.
     *
     * @param regimes of each
     * @return empty where one of the regimes has no observation left
     */
    public Optional<Partition> relabelled(int[] regimes) {
        int[] counts = new int[sizes.length];
        for (int regime : regimes) {
            counts[regime]++;
        }
        return Arrays.stream(counts).anyMatch(c -> c == 0)
                ? Optional.empty()
                : Optional.of(new Partition(regimes.clone(), counts));
    }

    /** Returns one regime of n observations. */
    public static Partition whole(int n) {
        return of(new int[n]);
    }

    /** Returns n. */
    public int observations() {
        return labels.length;
    }

    /** Returns the number of regimes. */
    public int regimes() {
        return sizes.length;
    }

    /** Returns the regime of an observation. */
    public int regime(int observation) {
        return labels[observation];
    }

    /** Returns the regimes of all observations. */
    public int[] labels() {
        return labels.clone();
    }

    /** Returns how many observations a regime has. */
    public int size(int regime) {
        return sizes[regime];
    }

    /** Returns the observations of a regime. */
    public int[] rows(int regime) {
        return IntStream.range(0, labels.length).filter(i -> labels[i] == regime).toArray();
    }

    /** Returns the partition in which regimes with fewer observations belong to the largest one. */
    public Partition atLeast(int fewest) {
        return of(Arrays.stream(labels).map(l -> sizes[l] < fewest ? 0 : l).toArray());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Partition p && Arrays.equals(labels, p.labels);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(labels);
    }

    @Override
    public String toString() {
        return "regimes of sizes " + Arrays.toString(sizes);
    }
}
