package org.attune.bayesopt.numerics;

/**
 * P A = L U with partial pivoting, for the matrices of order 2m (m pairs, so about 20) of {@link
 * QuadraticModel}.
 */
final class SmallLu {
    private final double[] a;
    private final int[] pivot;
    private int n;

    SmallLu(int largest) {
        a = new double[largest * largest];
        pivot = new int[largest];
    }

    /** Factorises a copy of the n x n matrix; false if it is singular or not finite. */
    boolean factor(double[] matrix, int order) {
        n = order;
        System.arraycopy(matrix, 0, a, 0, n * n);
        for (int k = 0; k < n; k++) {
            int p = k;
            for (int i = k + 1; i < n; i++) {
                p = Math.abs(a[i * n + k]) > Math.abs(a[p * n + k]) ? i : p;
            }
            double largest = Math.abs(a[p * n + k]);
            if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
                return false;
            }
            pivot[k] = p;
            for (int j = 0; p != k && j < n; j++) {
                double swap = a[k * n + j];
                a[k * n + j] = a[p * n + j];
                a[p * n + j] = swap;
            }
            for (int i = k + 1; i < n; i++) {
                double factor = a[i * n + k] / a[k * n + k];
                a[i * n + k] = factor;
                for (int j = k + 1; j < n; j++) {
                    a[i * n + j] -= factor * a[k * n + j];
                }
            }
        }
        return true;
    }

    /** Replaces b, length n, by A⁻¹ b. */
    void solve(double[] b) {
        for (int k = 0; k < n; k++) {
            double swap = b[k];
            b[k] = b[pivot[k]];
            b[pivot[k]] = swap;
        }
        for (int i = 0; i < n; i++) {
            double left = b[i];
            for (int k = 0; k < i; k++) {
                left -= a[i * n + k] * b[k];
            }
            b[i] = left;
        }
        for (int i = n - 1; i >= 0; i--) {
            double left = b[i];
            for (int k = i + 1; k < n; k++) {
                left -= a[i * n + k] * b[k];
            }
            b[i] = left / a[i * n + i];
        }
    }
}
