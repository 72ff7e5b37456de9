package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * How far two orders of n items are apart, between 0 and 1. Each is the squared distance of
 * embeddings in a Euclidean space, so that any {@link RadialKernel} of it is positive semidefinite:
 * with a Gaussian one of the first, exp(-λ d), the kernel of Mallows.
 *
 * <p>Orders are given by the coordinates of their items' axes, whose order is that of positions:
 * see {@link org.attune.api.Permutation}. An inactive one has equal coordinates; no pair of its
 * items stands in any order.
 *
 * <p>Source: Y. Jiao and J.-P. Vert, "The Kendall and Mallows kernels for permutations", IEEE
 * Trans. Pattern Anal. Mach. Intell. 40 (2018), doi:10.1109/TPAMI.2017.2719680.
 */
public enum OrderMetric {
    /** Kendall's: the share of the n(n-1)/2 pairs of items that stand in another order. */
    KENDALL {
        @Override
        int size(int n) {
            return n * (n - 1) / 2;
        }

        @Override
        double squaredDistance(double[] a, double[] b, int from, int n) {
            int sum = 0;
            for (int i = from + 1; i < from + n; i++) {
                for (int j = from; j < i; j++) {
                    int difference = sign(a[i] - a[j]) - sign(b[i] - b[j]);
                    sum += difference * difference;
                }
            }
            return sum / (2.0 * n * (n - 1));
        }

        @Override
        void embed(double[] a, int from, int n, double[] out) {
            double length = 1 / Math.sqrt(2.0 * n * (n - 1));
            int p = 0;
            for (int i = from + 1; i < from + n; i++) {
                for (int j = from; j < i; j++) {
                    out[p++] = length * sign(a[i] - a[j]);
                }
            }
        }
    },

    /** Spearman's: the sum of squared differences of positions, over the largest, n(n²-1)/3. */
    SPEARMAN {
        @Override
        int size(int n) {
            return n;
        }

        @Override
        double squaredDistance(double[] a, double[] b, int from, int n) {
            double sum = 0;
            for (int i = from; i < from + n; i++) {
                sum += (a[i] - b[i]) * (a[i] - b[i]);
            }
            return 3 * sum * n / ((double) n * n - 1);
        }

        @Override
        void embed(double[] a, int from, int n, double[] out) {
            double factor = Math.sqrt(3.0 * n / ((double) n * n - 1));
            for (int i = 0; i < n; i++) {
                out[i] = factor * a[from + i];
            }
        }
    },

    /** Hamming's: the share of the items that stand at another position. */
    HAMMING {
        @Override
        int size(int n) {
            return n * n;
        }

        @Override
        double squaredDistance(double[] a, double[] b, int from, int n) {
            int sum = 0;
            for (int i = from; i < from + n; i++) {
                sum += position(a[i], n) == position(b[i], n) ? 0 : 1;
            }
            return (double) sum / n;
        }

        @Override
        void embed(double[] a, int from, int n, double[] out) {
            Arrays.fill(out, 0);
            for (int i = 0; i < n; i++) {
                out[i * n + position(a[from + i], n)] = 1 / Math.sqrt(2.0 * n);
            }
        }
    },

    /** Of neighbours: the share of the n - 1 pairs in a row that are no such pair in the other. */
    ADJACENCY {
        @Override
        int size(int n) {
            return n * n;
        }

        @Override
        double squaredDistance(double[] a, double[] b, int from, int n) {
            int[] first = itemsByPosition(a, from, n);
            int[] second = itemsByPosition(b, from, n);
            int[] next = new int[n]; // of each item in b, none of the last one
            Arrays.fill(next, -1);
            int apart = 0;
            for (int p = 1; p < n; p++) {
                next[second[p - 1]] = second[p];
            }
            for (int p = 1; p < n; p++) {
                apart += next[first[p - 1]] == first[p] ? 0 : 1;
            }
            return apart / (n - 1.0);
        }

        @Override
        void embed(double[] a, int from, int n, double[] out) {
            Arrays.fill(out, 0);
            int[] items = itemsByPosition(a, from, n);
            for (int p = 1; p < n; p++) {
                out[items[p - 1] * n + items[p]] = 1 / Math.sqrt(2.0 * (n - 1));
            }
        }
    };

    /** Returns the dimension of the embedding of orders of n items. */
    abstract int size(int n);

    /**
     * Returns the squared distance of two orders.
     *
     * @param a coordinates, of which n from {@code from} on are those of the items
     * @param b likewise
     */
    abstract double squaredDistance(double[] a, double[] b, int from, int n);

    /**
     * Writes the embedding of an order.
     *
     * @param out receives {@link #size} numbers
     */
    abstract void embed(double[] a, int from, int n, double[] out);

    private static int sign(double x) {
        return x > 0 ? 1 : x < 0 ? -1 : 0;
    }

    /** Returns the items in their order; those of equal coordinates as they are listed. */
    private static int[] itemsByPosition(double[] a, int from, int n) {
        int[] items = new int[n];
        Arrays.fill(items, -1);
        for (int i = 0; i < n; i++) {
            int position = position(a[from + i], n);
            if (items[position] >= 0) {
                return sorted(a, from, n); // not canonical
            }
            items[position] = i;
        }
        return items;
    }

    private static int[] sorted(double[] a, int from, int n) {
        return IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> a[from + i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int position(double coordinate, int n) {
        return Math.clamp((int) (coordinate * n), 0, n - 1);
    }
}
