package org.attune.benchmarks.jmh;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.LinearAlgebra;

/** Well-conditioned matrices, and the backends to put them into. */
final class Matrices {
    private Matrices() {}

    /** Symmetric, n x n: uniform entries, n more on the diagonal. */
    static double[] positiveDefinite(int n) {
        var random = new Generator(n);
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double entry = random.doubles(1).findFirst().orElseThrow();
                a[i * n + j] = i == j ? n + entry : entry;
                a[j * n + i] = a[i * n + j];
            }
        }
        return a;
    }

    /** The backend of that name, for all orders. */
    static LinearAlgebra backend(String name) {
        System.setProperty("attune.linear-algebra", name);
        try {
            return LinearAlgebra.best();
        } finally {
            System.clearProperty("attune.linear-algebra");
        }
    }
}
