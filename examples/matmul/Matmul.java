import static java.lang.Math.min;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Tiled matrix multiplication, C = A B, with square matrices of n rows: a program to tune.
 *
 * <pre>java Matmul.java --n 384 --bi 32 --bj 32 --bk 32 --order ijk --unroll 1 --copy-in no</pre>
 *
 * Tiles of A have bi x bk elements, those of B bk x bj, those of C bi x bj. Inside a tile the loops
 * run in the given order, outermost first: i over rows of C, j over its columns, k over the sum.
 * Unrolling does several rounds of a loop around the innermost one in one pass of that. Copying in
 * puts the tiles of A and B into small arrays first, and C's sums too.
 *
 * <p>Prints {@code cpu=SECONDS} for each repetition, what the multiplication alone took of this
 * thread's CPU time, then {@code check=ok}, or {@code check=failed} if C is wrong.
 */
public final class Matmul {
    private static String[] options;

    /** Multiplies small matrices first, so that the compiler is done when the clock runs. */
    public static void main(String[] args) {
        options = args;
        int n = number("n");
        for (int warmUp = 0; warmUp < 6; warmUp++) {
            multiply(random(128, 128, 1), random(128, 128, 2), new double[128][128]);
        }
        var clock = ManagementFactory.getThreadMXBean();
        double[][] a = random(n, n, 1), b = random(n, n, 2);
        double total = 0;
        boolean ok = true;
        for (int repeat = 0; repeat < 2 || repeat < 9 && total < 0.25; repeat++) {
            var c = new double[n][n];
            long start = clock.getCurrentThreadCpuTime();
            multiply(a, b, c);
            double seconds = (clock.getCurrentThreadCpuTime() - start) / 1e9;
            System.out.println("cpu=" + seconds);
            total += seconds;
            ok &= isProduct(a, b, c);
        }
        System.out.println(ok ? "check=ok" : "check=failed");
    }

    /** Adds A B to C, tile by tile. */
    private static void multiply(double[][] a, double[][] b, double[][] c) {
        int n = c.length, bi = number("bi"), bj = number("bj"), bk = number("bk");
        boolean copyIn = value("copy-in").equals("yes");
        var whole = new Loops(a, b, c);
        var tile = new Loops(new double[bi][bk], new double[bk][bj], new double[bi][bj]);
        for (int k = 0; k < n; k += bk) {
            int nk = min(bk, n - k);
            for (int j = 0; j < n; j += bj) {
                int nj = min(bj, n - j);
                if (copyIn) {
                    copy(nk, nj, b, k, j, tile.b, 0, 0);
                }
                for (int i = 0; i < n; i += bi) {
                    int ni = min(bi, n - i);
                    if (copyIn) {
                        copy(ni, nk, a, i, k, tile.a, 0, 0);
                        copy(ni, nj, c, i, j, tile.c, 0, 0);
                        tile.run(new int[] {0, 0, 0}, new int[] {ni, nj, nk});
                        copy(ni, nj, tile.c, 0, 0, c, i, j);
                    } else {
                        whole.run(new int[] {i, j, k}, new int[] {i + ni, j + nj, k + nk});
                    }
                }
            }
        }
    }

    private static void copy(
            int rows, int columns, double[][] from, int i, int j, double[][] to, int i2, int j2) {
        for (int row = 0; row < rows; row++) {
            System.arraycopy(from[i + row], j, to[i2 + row], j2, columns);
        }
    }

    /**
     * The three loops over a tile. Loop 0 is over i, 1 over j, 2 over k. Their order is constant,
     * and so the compiler keeps only the code of one.
     */
    private record Loops(double[][] a, double[][] b, double[][] c) {
        static final String ORDER = value("order");
        static final int OUTER = "ijk".indexOf(ORDER.charAt(0));
        static final int MIDDLE = "ijk".indexOf(ORDER.charAt(1));
        static final int INNER = "ijk".indexOf(ORDER.charAt(2));

        /** The loop that is unrolled, and how many of its rounds at once. */
        static final int UNROLLED = INNER == 2 ? 1 : 2;

        static final int UNROLL = number("unroll");

        void run(int[] from, int[] to) {
            int start = from[INNER], end = to[INNER], last = to[UNROLLED] - 1;
            for (int x = from[OUTER]; x < to[OUTER]; x += OUTER == UNROLLED ? UNROLL : 1) {
                for (int y = from[MIDDLE]; y < to[MIDDLE]; y += MIDDLE == UNROLLED ? UNROLL : 1) {
                    int first = OUTER == UNROLLED ? x : y, other = OUTER == UNROLLED ? y : x;
                    switch (INNER) {
                        case 0 -> addColumns(other, first, last, start, end);
                        case 1 -> addRows(other, first, last, start, end);
                        default -> addDots(other, first, last, start, end);
                    }
                }
            }
        }

        /** Adds sums over k, the innermost loop, to elements j, j + 1... of row i of C. */
        void addDots(int i, int j, int last, int start, int end) {
            int j1 = min(j + 1, last), j2 = min(j + 2, last), j3 = min(j + 3, last);
            int j4 = min(j + 4, last), j5 = min(j + 5, last), j6 = min(j + 6, last);
            int j7 = min(j + 7, last);
            double[] left = a[i];
            double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
            for (int k = start; k < end; k++) {
                double x = left[k];
                double[] row = b[k];
                s0 += x * row[j];
                if (UNROLL > 1) {
                    s1 += x * row[j1];
                }
                if (UNROLL > 2) {
                    s2 += x * row[j2];
                    s3 += x * row[j3];
                }
                if (UNROLL > 4) {
                    s4 += x * row[j4];
                    s5 += x * row[j5];
                    s6 += x * row[j6];
                    s7 += x * row[j7];
                }
            }
            c[i][j] += s0;
            double[] sums = {s0, s1, s2, s3, s4, s5, s6, s7};
            for (int u = 1; u < UNROLL && j + u <= last; u++) {
                c[i][j + u] += sums[u];
            }
        }

        /** Adds to row i of C rows k, k + 1... of B, each times an element of A; innermost is j. */
        void addRows(int i, int k, int last, int start, int end) {
            double x0 = a[i][k], x1 = a(i, k + 1, last), x2 = a(i, k + 2, last);
            double x3 = a(i, k + 3, last), x4 = a(i, k + 4, last), x5 = a(i, k + 5, last);
            double x6 = a(i, k + 6, last), x7 = a(i, k + 7, last);
            double[] b0 = b[k], b1 = b[min(k + 1, last)], b2 = b[min(k + 2, last)];
            double[] b3 = b[min(k + 3, last)], b4 = b[min(k + 4, last)], b5 = b[min(k + 5, last)];
            double[] b6 = b[min(k + 6, last)], b7 = b[min(k + 7, last)], row = c[i];
            for (int j = start; j < end; j++) {
                double sum = row[j] + x0 * b0[j];
                if (UNROLL > 1) {
                    sum += x1 * b1[j];
                }
                if (UNROLL > 2) {
                    sum += x2 * b2[j] + x3 * b3[j];
                }
                if (UNROLL > 4) {
                    sum += x4 * b4[j] + x5 * b5[j] + x6 * b6[j] + x7 * b7[j];
                }
                row[j] = sum;
            }
        }

        /** Adds to column j of C columns k, k + 1... of A, each times an element of B. */
        void addColumns(int j, int k, int last, int start, int end) {
            int k1 = min(k + 1, last), k2 = min(k + 2, last), k3 = min(k + 3, last);
            int k4 = min(k + 4, last), k5 = min(k + 5, last), k6 = min(k + 6, last);
            int k7 = min(k + 7, last);
            double x0 = b[k][j], x1 = b(k + 1, j, last), x2 = b(k + 2, j, last);
            double x3 = b(k + 3, j, last), x4 = b(k + 4, j, last), x5 = b(k + 5, j, last);
            double x6 = b(k + 6, j, last), x7 = b(k + 7, j, last);
            for (int i = start; i < end; i++) {
                double[] row = a[i];
                double sum = c[i][j] + x0 * row[k];
                if (UNROLL > 1) {
                    sum += x1 * row[k1];
                }
                if (UNROLL > 2) {
                    sum += x2 * row[k2] + x3 * row[k3];
                }
                if (UNROLL > 4) {
                    sum += x4 * row[k4] + x5 * row[k5] + x6 * row[k6] + x7 * row[k7];
                }
                c[i][j] = sum;
            }
        }

        /** Element (i, k) of A, or 0 beyond the tile: rounds that are too many add nothing. */
        double a(int i, int k, int last) {
            return k <= last ? a[i][k] : 0;
        }

        double b(int k, int j, int last) {
            return k <= last ? b[k][j] : 0;
        }
    }

    /**
     * Whether C = A B, judged by A (B x) = C x for a random vector x (R. Freivalds, 1977), which
     * takes n² rather than n³ steps.
     */
    private static boolean isProduct(double[][] a, double[][] b, double[][] c) {
        int n = c.length;
        double[] x = random(1, n, 3)[0], y = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                y[i] += b[i][j] * x[j];
            }
        }
        double error = 0;
        for (int i = 0; i < n; i++) {
            double difference = 0;
            for (int j = 0; j < n; j++) {
                difference += a[i][j] * y[j] - c[i][j] * x[j];
            }
            error = Math.max(error, Math.abs(difference)); // stays NaN
        }
        return error <= 1e-13 * n * n;
    }

    /** A matrix with elements between -1 and 1. */
    private static double[][] random(int rows, int columns, long seed) {
        var random = new Random(seed);
        var matrix = new double[rows][columns];
        for (double[] row : matrix) {
            Arrays.setAll(row, j -> 2 * random.nextDouble() - 1);
        }
        return matrix;
    }

    private static int number(String option) {
        int value = Integer.parseInt(value(option));
        if (value < 1) {
            throw new IllegalArgumentException("--" + option + " must be at least 1.");
        }
        return value;
    }

    private static String value(String option) {
        int at = List.of(options).indexOf("--" + option) + 1;
        if (at == 0 || at == options.length) {
            throw new IllegalArgumentException("--" + option + " VALUE is missing.");
        }
        return options[at];
    }
}
