package org.attune.tla;

import java.util.Arrays;
import java.util.List;

/**
 * {@code TLA_Regression}, formulas (9) to (12): weights by which the models' differences from the
 * best trial are most like the measured ones.
 *
 * <pre>
 *   y* - y_j ≈ Σ_k w_k (m_k(x*) - m_k(x_j))
 * </pre>
 *
 * <p>As published, both sides are divided by their value at the best trial, weights are those of
 * least squares, perhaps negative, and divided by their sum. By default they are not negative, on
 * the scale on which sources are alike, drawn a little towards equal ones, and times what the guard
 * leaves of each source. What the target's own model says of a trial is by one that has not seen
 * it; GPTune takes the model before the trial.
 */
final class RegressionRule extends WeightedRule {
    private static final double RIDGE = 0.1; // trials, as many as equal weights count
    private static final double TINY =
            1e-9; // of the trace, so that least squares have one solution
    private static final int SWEEPS = 500;

    RegressionRule(boolean published) {
        super(published);
    }

    @Override
    Shares shares(Target target, List<Member> members) {
        int count = members.size();
        int own = count - target.sources().size();
        int n = target.data().size();
        double[] weights = new double[count];
        Arrays.fill(weights, 1.0 / count);
        if (n >= 2) {
            weights = published() ? published(target, members) : positive(target, members);
        }
        for (int k = own; k < count && !published(); k++) {
            weights[k] *= target.guard(k - own);
        }
        double sum = Arrays.stream(weights).sum();
        if (sum == 0) { // nothing says anything: the target's own model is left
            weights[0] = 1;
        }
        return Shares.of(normalised(weights));
    }

    /** Returns what each member says of each trial of the target. */
    private static double[][] said(Target target, List<Member> members) {
        double[][] x = target.data().x();
        double[][] said = new double[members.size()][x.length];
        double[] out = new double[2];
        for (int k = 0; k < said.length; k++) {
            Member m = members.get(k);
            double[][] left = m.ofTarget() ? m.model().leaveOneOut() : new double[0][];
            for (int i = 0; i < x.length; i++) {
                if (m.ofTarget()) {
                    out = left[i].clone();
                    m.scale(out);
                } else {
                    m.predict(x[i], out);
                }
                said[k][i] = out[0];
            }
        }
        return said;
    }

    private static int best(double[] y) {
        int best = 0;
        for (int i = 1; i < y.length; i++) {
            best = y[i] < y[best] ? i : best;
        }
        return best;
    }

    private static double[] published(Target target, List<Member> members) {
        double[][] said = said(target, members);
        double[] y = target.data().y();
        int star = best(y);
        double[][] columns = new double[said.length][y.length];
        double[] right = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            right[i] = 1 - y[i] / y[star];
            for (int k = 0; k < said.length; k++) {
                columns[k][i] = 1 - said[k][i] / said[k][star];
            }
        }
        double[][] gram = gram(columns);
        double trace = 0;
        for (int k = 0; k < gram.length; k++) {
            trace += gram[k][k];
        }
        for (int k = 0; k < gram.length; k++) {
            gram[k][k] += TINY * trace + Double.MIN_NORMAL;
        }
        return solved(gram, products(columns, right));
    }

    private static double[] positive(Target target, List<Member> members) {
        double[][] said = said(target, members);
        double[] y = target.data().y();
        Member first = members.getFirst();
        int star = best(y);
        double[] z =
                Arrays.stream(y)
                        .map(v ->
                                first.factor() * (first.model().warp().forward(v) - first.shift()))
                        .toArray();
        int count = said.length;
        double[][] columns = new double[count][y.length];
        double[] right = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            right[i] = z[star] - z[i];
            for (int k = 0; k < count; k++) {
                columns[k][i] = said[k][star] - said[k][i];
            }
        }
        double[][] gram = gram(columns);
        double[] b = products(columns, right);
        for (int k = 0; k < count; k++) {
            gram[k][k] += RIDGE;
            b[k] += RIDGE / count;
        }
        return nonNegative(gram, b);
    }

    private static double[][] gram(double[][] columns) {
        double[][] gram = new double[columns.length][];
        Arrays.setAll(gram, k -> products(columns, columns[k]));
        return gram;
    }

    private static double[] products(double[][] columns, double[] right) {
        double[] products = new double[columns.length];
        for (int k = 0; k < products.length; k++) {
            for (int i = 0; i < right.length; i++) {
                products[k] += columns[k][i] * right[i];
            }
        }
        return products;
    }

    /** Minimises ½ wᵀGw - bᵀw over w ≥ 0, by coordinates in turn. */
    static double[] nonNegative(double[][] g, double[] b) {
        double[] w = new double[b.length];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int k = 0; k < w.length; k++) {
                double rest = b[k];
                for (int j = 0; j < w.length; j++) {
                    rest -= j == k ? 0 : g[k][j] * w[j];
                }
                w[k] = Math.max(0, rest / g[k][k]);
            }
        }
        return w;
    }

    /** Solves a symmetric positive definite system by elimination. */
    static double[] solved(double[][] g, double[] b) {
        int n = b.length;
        double[][] a = Arrays.stream(g).map(double[]::clone).toArray(double[][]::new);
        double[] x = b.clone();
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                double times = a[i][k] / a[k][k];
                for (int j = k; j < n; j++) {
                    a[i][j] -= times * a[k][j];
                }
                x[i] -= times * x[k];
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            for (int j = k + 1; j < n; j++) {
                x[k] -= a[k][j] * x[j];
            }
            x[k] /= a[k][k];
        }
        return x;
    }
}
