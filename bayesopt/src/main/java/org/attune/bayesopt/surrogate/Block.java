package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Hyperparameters that belong together, in the scale on which they are searched: what is believed
 * of each, and between which values it is sought. One whose bounds are equal is not learned.
 *
 * @param priors of each; their means are where a search starts
 * @param lower smallest values, as many
 * @param upper largest values, as many
 */
public record Block(List<Prior> priors, double[] lower, double[] upper) {
    /** No hyperparameters. */
    public static final Block NONE = new Block(List.of(), new double[0], new double[0]);

    /**
     * Copies all.
     *
     * @throws IllegalArgumentException if there are not as many bounds as priors
     */
    public Block {
        priors = List.copyOf(priors);
        lower = lower.clone();
        upper = upper.clone();
        if (lower.length != priors.size() || upper.length != priors.size()) {
            throw new IllegalArgumentException(
                    "%d hyperparameters have %d lower and %d upper bounds."
                            .formatted(priors.size(), lower.length, upper.length));
        }
    }

    /** Returns {@code count} hyperparameters of which the same is believed. */
    public static Block of(int count, Prior prior, double lower, double upper) {
        double[] least = new double[count];
        double[] most = new double[count];
        Arrays.fill(least, lower);
        Arrays.fill(most, upper);
        return new Block(Collections.nCopies(count, prior), least, most);
    }

    /** Returns logarithms of {@code count} hyperparameters with these bounds. */
    static Block logarithms(int count, Prior prior, double[] bounds) {
        return of(count, prior, Math.log(bounds[0]), Math.log(bounds[1]));
    }

    /** Returns these followed by others. */
    public Block then(Block next) {
        return new Block(
                Stream.concat(priors.stream(), next.priors.stream()).toList(),
                DoubleStream.concat(Arrays.stream(lower), Arrays.stream(next.lower)).toArray(),
                DoubleStream.concat(Arrays.stream(upper), Arrays.stream(next.upper)).toArray());
    }

    /** Returns the same hyperparameters {@code count} times in a row. */
    public Block times(int count) {
        return Collections.nCopies(count, this).stream().reduce(NONE, Block::then);
    }

    /** Returns how many they are. */
    public int size() {
        return priors.size();
    }
}
