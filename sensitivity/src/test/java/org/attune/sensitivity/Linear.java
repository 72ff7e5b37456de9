package org.attune.sensitivity;

import java.util.ArrayList;
import java.util.List;

/** The linear model y = b·x of normal inputs, whose conditional variances have a closed form. */
final class Linear {
    private Linear() {}

    /** Solves C[given][given] w = C[given][d] by Gaussian elimination. */
    static double[] weights(double[][] c, int[] given, int d) {
        int n = given.length;
        double[][] a = new double[n][n + 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = c[given[i]][given[j]];
            }
            a[i][n] = c[given[i]][d];
        }
        for (int p = 0; p < n; p++) {
            for (int i = p + 1; i < n; i++) {
                double f = a[i][p] / a[p][p];
                for (int j = p; j <= n; j++) {
                    a[i][j] -= f * a[p][j];
                }
            }
        }
        double[] w = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            w[i] = a[i][n];
            for (int j = i + 1; j < n; j++) {
                w[i] -= a[i][j] * w[j];
            }
            w[i] /= a[i][i];
        }
        return w;
    }

    /** Var E[b·x | x_u]: cov(y, x_u) C_uu⁻¹ cov(x_u, y). */
    static double explained(double[][] c, double[] b, int[] u) {
        int n = b.length;
        double[][] bordered = new double[n + 1][n + 1]; // y is input n
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                bordered[i][j] = c[i][j];
                bordered[n][i] += b[j] * c[i][j];
                bordered[n][n] += b[i] * b[j] * c[i][j];
            }
            bordered[i][n] = bordered[n][i];
        }
        double[] w = weights(bordered, u, n);
        double sum = 0;
        for (int i = 0; i < u.length; i++) {
            sum += w[i] * bordered[u[i]][n];
        }
        return sum;
    }

    /** Shapley effects by adding up all orders. */
    static double[] shapley(double[][] c, double[] b) {
        int n = b.length;
        double[] sums = new double[n];
        List<List<Integer>> orders = orders(n);
        for (List<Integer> order : orders) {
            double before = 0;
            for (int k = 0; k < n; k++) {
                double after =
                        explained(
                                c, b, order.subList(0, k + 1).stream().mapToInt(i -> i).toArray());
                sums[order.get(k)] += after - before;
                before = after;
            }
        }
        double all = 0;
        for (double s : sums) {
            all += s;
        }
        for (int i = 0; i < n; i++) {
            sums[i] /= all;
        }
        return sums;
    }

    private static List<List<Integer>> orders(int n) {
        if (n == 0) {
            return List.of(List.of());
        }
        var all = new ArrayList<List<Integer>>();
        for (List<Integer> shorter : orders(n - 1)) {
            for (int at = 0; at < n; at++) {
                var longer = new ArrayList<>(shorter);
                longer.add(at, n - 1);
                all.add(longer);
            }
        }
        return all;
    }
}
