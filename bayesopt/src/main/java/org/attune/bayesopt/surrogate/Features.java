package org.attune.bayesopt.surrogate;

import java.util.List;

/**
 * Functions φ_1, …, φ_F of places by which functions are drawn from a prior: with independent
 * standard normal weights w, Σ_i w_i φ_i is a draw from a Gaussian process whose covariance
 * φ(a)·φ(b) is k(a, b), on average over what the features were drawn from. Immutable.
 */
public interface Features {
    /** Returns F. */
    int size();

    /**
     * Writes the features of a place.
     *
     * @param place as kernels see it
     * @param out receives F numbers
     * @param from where they begin
     */
    void write(double[] place, double[] out, int from);

    /** Writes the features of a place, as {@link Features#write}. */
    @FunctionalInterface
    interface Writer {
        /** Writes the features of a place from an index on. */
        void write(double[] place, double[] out, int from);
    }

    /** Returns so many features that are written in this way. */
    static Features of(int size, Writer writer) {
        return new Features() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public void write(double[] place, double[] out, int from) {
                writer.write(place, out, from);
            }
        };
    }

    /** Returns the features of a sum of kernels. */
    static Features joined(List<Features> parts) {
        int size = parts.stream().mapToInt(Features::size).sum();
        return of(
                size,
                (place, out, from) -> {
                    int at = from;
                    for (Features part : parts) {
                        part.write(place, out, at);
                        at += part.size();
                    }
                });
    }
}
