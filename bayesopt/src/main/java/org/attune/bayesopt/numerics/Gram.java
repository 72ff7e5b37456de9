package org.attune.bayesopt.numerics;

/** Products of a tall matrix with itself. */
public final class Gram {
    private Gram() {}

    /**
     * Returns Σ_i w_i r_i r_iᵀ.
     *
     * @param rows N rows r_i of m
     * @param weights N
     * @return m x m, row-major and symmetric
     */
    public static double[] weighted(double[][] rows, double[] weights, int m) {
        double[][] sum = new double[m][m];
        for (int k = 0; k < rows.length; k += RowPanel.DEPTH) {
            int end = Math.min(k + RowPanel.DEPTH, rows.length);
            for (int i = 0; i < m; i += RowPanel.DEPTH) {
                int to = Math.min(i + RowPanel.DEPTH, m);
                RowPanel.add(sum, i, to, rows, k, end, 0, to, (r, p) -> weights[p] * rows[p][r]);
            }
        }
        double[] product = new double[m * m];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j <= i; j++) {
                product[i * m + j] = sum[i][j];
                product[j * m + i] = sum[i][j];
            }
        }
        return product;
    }
}
