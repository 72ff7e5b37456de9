package org.attune.bayesopt.numerics;

import java.util.Arrays;

/**
 * The limited-memory quadratic model of L-BFGS-B and its approximate minimiser in a box.
 *
 * <pre>
 *   q(z) = gᵀ(z - x) + (z - x)ᵀ B (z - x) / 2,   B = θ I - W M Wᵀ,   W = [Y  θS],
 *   M⁻¹ = [ -D  Lᵀ ; L  θ SᵀS ],   D = diag(s_iᵀ y_i),   L_ij = s_iᵀ y_j for i &gt; j
 * </pre>
 *
 * S and Y hold the last m steps and gradient differences, one per column. {@link #minimize} follows
 * the projected steepest descent to the first local minimiser of q along it (the generalised Cauchy
 * point), then minimises q over the variables that are still free there.
 *
 * <p>Source: R. H. Byrd, P. Lu, J. Nocedal and C. Zhu, SIAM J. Sci. Comput. 16 (1995),
 * doi:10.1137/0916069, algorithm CP and the direct primal method; the projection of the subspace
 * minimiser follows J. L. Morales and J. Nocedal, ACM TOMS 38 (2011).
 */
final class QuadraticModel {
    private static final double EPS = 0x1p-52;

    private final int n;
    private final int memory;
    private final double[][] s;
    private final double[][] y;
    private final SmallLu middle;
    private final SmallLu reduced;
    private final double[] matrix;
    private final double[] breakpoint;
    private final double[] direction;
    private final double[] free;
    private final double[] products; // sᵀy of each pair
    private int pairs;
    private double theta = 1;

    QuadraticModel(int n, int memory) {
        this.n = n;
        this.memory = memory;
        s = new double[memory][n];
        y = new double[memory][n];
        middle = new SmallLu(2 * memory);
        reduced = new SmallLu(2 * memory);
        matrix = new double[4 * memory * memory];
        breakpoint = new double[n];
        direction = new double[n];
        free = new double[n];
        products = new double[memory];
    }

    boolean isEmpty() {
        return pairs == 0;
    }

    /** Forgets all pairs: q becomes steepest descent with B = I. */
    void reset() {
        pairs = 0;
        theta = 1;
    }

    /**
     * Learns from the step x → x' with gradients g → g', unless its curvature is not safely
     * positive.
     */
    void update(double[] x, double[] g, double[] nextX, double[] nextG) {
        double sy = 0;
        double yy = 0;
        for (int i = 0; i < n; i++) {
            double dy = nextG[i] - g[i];
            sy += (nextX[i] - x[i]) * dy;
            yy += dy * dy;
        }
        if (!(sy > EPS * yy && yy / sy < Double.POSITIVE_INFINITY)) {
            return;
        }
        if (pairs == memory) {
            double[] oldS = s[0];
            double[] oldY = y[0];
            System.arraycopy(s, 1, s, 0, memory - 1);
            System.arraycopy(y, 1, y, 0, memory - 1);
            System.arraycopy(products, 1, products, 0, memory - 1);
            s[memory - 1] = oldS;
            y[memory - 1] = oldY;
            pairs--;
        }
        for (int i = 0; i < n; i++) {
            s[pairs][i] = nextX[i] - x[i];
            y[pairs][i] = nextG[i] - g[i];
        }
        products[pairs] = sy;
        pairs++;
        theta = yy / sy;
        int order = 2 * pairs;
        for (int i = 0; i < pairs; i++) {
            for (int j = 0; j < pairs; j++) {
                double cross =
                        i == j
                                ? 0
                                : Vectors.dot(s[Math.max(i, j)], y[Math.min(i, j)]); // of L or Lᵀ
                matrix[i * order + j] = i == j ? -products[i] : 0;
                matrix[i * order + pairs + j] = i < j ? cross : 0;
                matrix[(pairs + i) * order + j] = i > j ? cross : 0;
                matrix[(pairs + i) * order + pairs + j] = theta * Vectors.dot(s[i], s[j]);
            }
        }
        if (!middle.factor(matrix, order)) {
            reset();
        }
    }

    /**
     * Computes the approximate minimiser of q in the box.
     *
     * @param x feasible, length n, like all others
     * @param out receives the minimiser, feasible
     */
    void minimize(double[] x, double[] g, double[] lower, double[] upper, double[] out) {
        int order = 2 * pairs;
        double[] c = new double[order]; // Wᵀ (Cauchy point - x)
        cauchyPoint(x, g, lower, upper, out, c);
        if (pairs > 0) {
            subspace(x, g, lower, upper, out, c);
        }
    }

    private void cauchyPoint(
            double[] x, double[] g, double[] lower, double[] upper, double[] out, double[] c) {
        int moving = 0;
        Integer[] byBreakpoint = new Integer[n];
        double[] p = new double[c.length];
        double slope = 0;
        for (int i = 0; i < n; i++) {
            out[i] = x[i];
            breakpoint[i] =
                    g[i] < 0 ? (x[i] - upper[i]) / g[i] : g[i] > 0 ? (x[i] - lower[i]) / g[i] : 0;
            direction[i] = breakpoint[i] > 0 ? -g[i] : 0;
            if (direction[i] != 0) {
                byBreakpoint[moving++] = i;
                addRow(i, direction[i], p);
                slope -= direction[i] * direction[i];
            }
        }
        Arrays.sort(
                byBreakpoint, 0, moving, (a, b) -> Double.compare(breakpoint[a], breakpoint[b]));
        double curvature = -theta * slope - quadratic(p, p);
        double smallest = EPS * -theta * slope;
        curvature = Math.max(curvature, smallest);
        double[] row = new double[c.length];
        double reached = 0;
        double step = moving == 0 ? 0 : -slope / curvature;
        int next = 0;
        for (; next < moving; next++) {
            int b = byBreakpoint[next];
            double length = breakpoint[b] - reached;
            if (step < length) {
                break;
            }
            out[b] = direction[b] > 0 ? upper[b] : lower[b];
            double moved = out[b] - x[b];
            axpy(length, p, c);
            Arrays.fill(row, 0);
            addRow(b, 1, row);
            slope +=
                    length * curvature
                            + g[b] * g[b]
                            + theta * g[b] * moved
                            - g[b] * quadratic(row, c);
            curvature +=
                    -theta * g[b] * g[b]
                            - 2 * g[b] * quadratic(row, p)
                            - g[b] * g[b] * quadratic(row, row);
            curvature = Math.max(curvature, smallest);
            axpy(g[b], row, p);
            direction[b] = 0;
            reached = breakpoint[b];
            step = -slope / curvature;
        }
        if (next < moving) {
            step = Math.max(step, 0);
            axpy(step, p, c);
            for (; next < moving; next++) {
                int i = byBreakpoint[next];
                out[i] = clamp(x[i] + (reached + step) * direction[i], lower[i], upper[i]);
            }
        }
    }

    /**
     * Moves the free variables of the Cauchy point {@code out} to the minimiser of q over them,
     * back into the box.
     */
    private void subspace(
            double[] x, double[] g, double[] lower, double[] upper, double[] out, double[] c) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            count += isFree(i, lower, upper, out) ? 1 : 0;
        }
        if (count == n) {
            minimizer(x, g, out);
        } else if (count == 0 || !minimizer(x, g, lower, upper, out, c)) {
            return; // the Cauchy point is a sufficient decrease by itself
        }
        double descent = 0;
        double fraction = 1; // of the way that stays in the box
        for (int i = 0; i < n; i++) {
            if (isFree(i, lower, upper, out)) {
                double room = direction[i] > 0 ? upper[i] - out[i] : lower[i] - out[i];
                if (Math.abs(direction[i]) * fraction > Math.abs(room)) {
                    fraction = room / direction[i];
                }
            }
            descent += g[i] * (clamp(out[i] + direction[i], lower[i], upper[i]) - x[i]);
        }
        double share = descent < 0 ? 1 : fraction;
        for (int i = 0; i < n; i++) {
            out[i] = clamp(out[i] + share * direction[i], lower[i], upper[i]);
        }
    }

    private static boolean isFree(int i, double[] lower, double[] upper, double[] at) {
        return at[i] > lower[i] && at[i] < upper[i];
    }

    /**
     * Writes the way from a point to the minimiser of q over all variables, x - B⁻¹ g, in O(m n).
     *
     * <p>Source: Nocedal and Wright (2006), algorithm 7.4.
     */
    private void minimizer(double[] x, double[] g, double[] from) {
        double[] step = direction;
        double[] share = new double[pairs];
        System.arraycopy(g, 0, step, 0, n);
        for (int k = pairs - 1; k >= 0; k--) {
            share[k] = Vectors.dot(s[k], step) / products[k];
            axpy(-share[k], y[k], step);
        }
        for (int i = 0; i < n; i++) {
            step[i] /= theta;
        }
        for (int k = 0; k < pairs; k++) {
            axpy(share[k] - Vectors.dot(y[k], step) / products[k], s[k], step);
        }
        for (int i = 0; i < n; i++) {
            step[i] = x[i] - step[i] - from[i];
        }
    }

    /**
     * Writes the way from the Cauchy point to the minimiser of q over the variables that are free
     * there.
     *
     * @return false where it cannot be computed
     */
    private boolean minimizer(
            double[] x, double[] g, double[] lower, double[] upper, double[] from, double[] c) {
        int order = c.length;
        double[] mc = c.clone();
        middle.solve(mc);
        double[] v = new double[order];
        double[] gram = new double[order * order]; // Wᵀ Z Zᵀ W
        double[] row = new double[order];
        for (int i = 0; i < n; i++) {
            free[i] = 0;
            if (!isFree(i, lower, upper, from)) {
                continue;
            }
            Arrays.fill(row, 0);
            addRow(i, 1, row);
            free[i] =
                    g[i]
                            + theta * (from[i] - x[i])
                            - Vectors.dot(row, mc); // reduced gradient at the Cauchy point
            axpy(free[i], row, v);
            for (int a = 0; a < order; a++) {
                for (int b = 0; b < order; b++) {
                    gram[a * order + b] += row[a] * row[b];
                }
            }
        }
        middle.solve(v);
        double[] column = new double[order];
        for (int b = 0; b < order; b++) { // I - M Wᵀ Z Zᵀ W / θ
            for (int a = 0; a < order; a++) {
                column[a] = gram[a * order + b] / theta;
            }
            middle.solve(column);
            for (int a = 0; a < order; a++) {
                matrix[a * order + b] = (a == b ? 1 : 0) - column[a];
            }
        }
        if (!reduced.factor(matrix, order)) {
            return false;
        }
        reduced.solve(v);
        for (int i = 0; i < n; i++) {
            direction[i] = 0;
            if (isFree(i, lower, upper, from)) {
                Arrays.fill(row, 0);
                addRow(i, 1, row);
                direction[i] = -(free[i] + Vectors.dot(row, v) / theta) / theta;
            }
        }
        return true;
    }

    /** Adds a times row i of W. */
    private void addRow(int i, double a, double[] out) {
        for (int k = 0; k < pairs; k++) {
            out[k] += a * y[k][i];
            out[pairs + k] += a * theta * s[k][i];
        }
    }

    /** aᵀ M b */
    private double quadratic(double[] a, double[] b) {
        if (a.length == 0) {
            return 0;
        }
        double[] mb = b.clone();
        middle.solve(mb);
        return Vectors.dot(a, mb);
    }

    private static void axpy(double a, double[] x, double[] out) {
        for (int i = 0; i < x.length; i++) {
            out[i] += a * x[i];
        }
    }

    static double clamp(double x, double lower, double upper) {
        return Math.max(lower, Math.min(upper, x));
    }
}
