import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Tiled matrix multiplication, C = A B, with square matrices of n rows: a program to tune.
 *
 * <pre>
 *   java Matmul.java --n 384 --bi 32 --bj 32 --bk 32 \
 *       --order ijk --unroll 1 --copy-in no --repeats 3
 * </pre>
 *
 * Tiles of A have bi x bk elements, those of B bk x bj, those of C bi x bj. Inside a tile the loops
 * run in the given order, outermost first: i over rows of C, j over its columns, k over the sum.
 * Unrolling does several rounds of a loop around the innermost one at once (see {@link Passes}).
 * Copying in puts the tiles of A and B into small arrays first, and C's sums too.
 *
 * <p>Prints {@code cpu=SECONDS} for each repetition, what the multiplication alone took of this
 * thread's CPU time, then {@code check=ok}, or {@code check=failed} if C is wrong.
 */
public final class Matmul {
    /** Before the clock runs, so that the compiler has seen every loop: 6 products of this size. */
    private static final int WARMUP_SIZE = 192;

    private static final int WARMUP_REPEATS = 6;

    private static final Set<String> OPTIONS =
            Set.of("n", "bi", "bj", "bk", "order", "unroll", "copy-in", "repeats");

    private final int bi;
    private final int bj;
    private final int bk;
    private final Loops loops;
    private final Passes passes;
    private final boolean copyIn;

    private Matmul(Map<String, String> options) {
        bi = positive(options, "bi");
        bj = positive(options, "bj");
        bk = positive(options, "bk");
        loops = loops(options.get("order"));
        passes = passes(options.get("unroll"));
        copyIn = copyIn(options.get("copy-in"));
    }

    public static void main(String[] args) {
        Map<String, String> options = options(args);
        int n = positive(options, "n");
        int repeats = positive(options, "repeats");
        var matmul = new Matmul(options);
        int small = Math.min(n, WARMUP_SIZE);
        for (int i = 0; i < WARMUP_REPEATS; i++) {
            matmul.multiply(random(small, 1), random(small, 2), new double[small][small]);
        }
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        double[][] a = random(n, 1);
        double[][] b = random(n, 2);
        boolean ok = true;
        for (int i = 0; i < repeats; i++) {
            double[][] c = new double[n][n];
            long start = clock.getCurrentThreadCpuTime();
            matmul.multiply(a, b, c);
            System.out.println("cpu=" + (clock.getCurrentThreadCpuTime() - start) / 1e9);
            ok &= isProduct(a, b, c);
        }
        System.out.println(ok ? "check=ok" : "check=failed");
    }

    /** Adds A B to C, tile by tile. */
    private void multiply(double[][] a, double[][] b, double[][] c) {
        int n = c.length;
        var tileA = new double[copyIn ? bi : 0][bk];
        var tileB = new double[copyIn ? bk : 0][bj];
        var tileC = new double[copyIn ? bi : 0][bj];
        for (int k = 0; k < n; k += bk) {
            int kEnd = Math.min(k + bk, n);
            for (int j = 0; j < n; j += bj) {
                int jEnd = Math.min(j + bj, n);
                if (copyIn) {
                    copy(b, k, kEnd, j, jEnd, tileB);
                }
                for (int i = 0; i < n; i += bi) {
                    int iEnd = Math.min(i + bi, n);
                    if (copyIn) {
                        copy(a, i, iEnd, k, kEnd, tileA);
                        copy(c, i, iEnd, j, jEnd, tileC);
                        loops.run(
                                passes, tileA, tileB, tileC, 0, iEnd - i, 0, jEnd - j, 0, kEnd - k);
                        copyBack(tileC, c, i, iEnd, j, jEnd);
                    } else {
                        loops.run(passes, a, b, c, i, iEnd, j, jEnd, k, kEnd);
                    }
                }
            }
        }
    }

    private static void copy(double[][] from, int i, int iEnd, int j, int jEnd, double[][] tile) {
        for (int row = i; row < iEnd; row++) {
            System.arraycopy(from[row], j, tile[row - i], 0, jEnd - j);
        }
    }

    private static void copyBack(double[][] tile, double[][] to, int i, int iEnd, int j, int jEnd) {
        for (int row = i; row < iEnd; row++) {
            System.arraycopy(tile[row - i], 0, to[row], j, jEnd - j);
        }
    }

    /** The three loops over one tile, in one of their orders. */
    private interface Loops {
        void run(
                Passes passes,
                double[][] a,
                double[][] b,
                double[][] c,
                int i0,
                int i1,
                int j0,
                int j1,
                int k0,
                int k1);
    }

    private static Loops loops(String order) {
        return switch (order) {
            case "ijk" -> Matmul::ijk;
            case "ikj" -> Matmul::ikj;
            case "jik" -> Matmul::jik;
            case "jki" -> Matmul::jki;
            case "kij" -> Matmul::kij;
            case "kji" -> Matmul::kji;
            default -> throw new IllegalArgumentException("--order is " + order + ". Maybe ijk.");
        };
    }

    private static void ijk(
            Passes passes,
            double[][] a,
            double[][] b,
            double[][] c,
            int i0,
            int i1,
            int j0,
            int j1,
            int k0,
            int k1) {
        for (int i = i0; i < i1; i++) {
            passes.dots(a[i], b, c[i], j0, j1, k0, k1);
        }
    }

    private static void jik(
            Passes passes,
            double[][] a,
            double[][] b,
            double[][] c,
            int i0,
            int i1,
            int j0,
            int j1,
            int k0,
            int k1) {
        for (int j = j0; j < j1; j += passes.width) {
            int jEnd = Math.min(j + passes.width, j1);
            for (int i = i0; i < i1; i++) {
                passes.dots(a[i], b, c[i], j, jEnd, k0, k1);
            }
        }
    }

    private static void ikj(
            Passes passes,
            double[][] a,
            double[][] b,
            double[][] c,
            int i0,
            int i1,
            int j0,
            int j1,
            int k0,
            int k1) {
        for (int i = i0; i < i1; i++) {
            passes.addRows(a[i], b, c[i], j0, j1, k0, k1);
        }
    }

    private static void kij(
            Passes passes,
            double[][] a,
            double[][] b,
            double[][] c,
            int i0,
            int i1,
            int j0,
            int j1,
            int k0,
            int k1) {
        for (int k = k0; k < k1; k += passes.width) {
            int kEnd = Math.min(k + passes.width, k1);
            for (int i = i0; i < i1; i++) {
                passes.addRows(a[i], b, c[i], j0, j1, k, kEnd);
            }
        }
    }

    private static void jki(
            Passes passes,
            double[][] a,
            double[][] b,
            double[][] c,
            int i0,
            int i1,
            int j0,
            int j1,
            int k0,
            int k1) {
        for (int j = j0; j < j1; j++) {
            passes.addColumns(a, b, c, j, i0, i1, k0, k1);
        }
    }

    private static void kji(
            Passes passes,
            double[][] a,
            double[][] b,
            double[][] c,
            int i0,
            int i1,
            int j0,
            int j1,
            int k0,
            int k1) {
        for (int k = k0; k < k1; k += passes.width) {
            int kEnd = Math.min(k + passes.width, k1);
            for (int j = j0; j < j1; j++) {
                passes.addColumns(a, b, c, j, i0, i1, k, kEnd);
            }
        }
    }

    /**
     * The innermost loop, over k, j or i, and one around it, of which {@code width} rounds are done
     * in one pass of the innermost: one here, as a programmer writes it first, more in the
     * subclasses.
     */
    private static class Passes {
        final int width;

        Passes(int width) {
            this.width = width;
        }

        /** Adds to c, a row of C, the products of a row of A with columns of B; innermost is k. */
        void dots(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            for (int j = j0; j < j1; j++) {
                double sum = 0;
                for (int k = k0; k < k1; k++) {
                    sum += a[k] * b[k][j];
                }
                c[j] += sum;
            }
        }

        /** The same as a sum of rows of B, each times its element of a; innermost is j. */
        void addRows(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            for (int k = k0; k < k1; k++) {
                double s = a[k];
                double[] row = b[k];
                for (int j = j0; j < j1; j++) {
                    c[j] += s * row[j];
                }
            }
        }

        /** Adds to column j of C columns of A, each times its element of B; innermost is i. */
        void addColumns(
                double[][] a, double[][] b, double[][] c, int j, int i0, int i1, int k0, int k1) {
            for (int k = k0; k < k1; k++) {
                double s = b[k][j];
                for (int i = i0; i < i1; i++) {
                    c[i][j] += s * a[i][k];
                }
            }
        }
    }

    private static final class ByTwo extends Passes {
        ByTwo() {
            super(2);
        }

        @Override
        void dots(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            int j = j0;
            for (; j <= j1 - 2; j += 2) {
                double sum0 = 0, sum1 = 0;
                for (int k = k0; k < k1; k++) {
                    double[] row = b[k];
                    sum0 += a[k] * row[j];
                    sum1 += a[k] * row[j + 1];
                }
                c[j] += sum0;
                c[j + 1] += sum1;
            }
            super.dots(a, b, c, j, j1, k0, k1);
        }

        @Override
        void addRows(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            int k = k0;
            for (; k <= k1 - 2; k += 2) {
                double s0 = a[k], s1 = a[k + 1];
                double[] row0 = b[k], row1 = b[k + 1];
                for (int j = j0; j < j1; j++) {
                    c[j] += s0 * row0[j] + s1 * row1[j];
                }
            }
            super.addRows(a, b, c, j0, j1, k, k1);
        }

        @Override
        void addColumns(
                double[][] a, double[][] b, double[][] c, int j, int i0, int i1, int k0, int k1) {
            int k = k0;
            for (; k <= k1 - 2; k += 2) {
                double s0 = b[k][j], s1 = b[k + 1][j];
                for (int i = i0; i < i1; i++) {
                    double[] row = a[i];
                    c[i][j] += s0 * row[k] + s1 * row[k + 1];
                }
            }
            super.addColumns(a, b, c, j, i0, i1, k, k1);
        }
    }

    private static final class ByFour extends Passes {
        ByFour() {
            super(4);
        }

        @Override
        void dots(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            int j = j0;
            for (; j <= j1 - 4; j += 4) {
                double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
                for (int k = k0; k < k1; k++) {
                    double[] row = b[k];
                    sum0 += a[k] * row[j];
                    sum1 += a[k] * row[j + 1];
                    sum2 += a[k] * row[j + 2];
                    sum3 += a[k] * row[j + 3];
                }
                c[j] += sum0;
                c[j + 1] += sum1;
                c[j + 2] += sum2;
                c[j + 3] += sum3;
            }
            super.dots(a, b, c, j, j1, k0, k1);
        }

        @Override
        void addRows(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            int k = k0;
            for (; k <= k1 - 4; k += 4) {
                double s0 = a[k], s1 = a[k + 1], s2 = a[k + 2], s3 = a[k + 3];
                double[] row0 = b[k], row1 = b[k + 1], row2 = b[k + 2], row3 = b[k + 3];
                for (int j = j0; j < j1; j++) {
                    c[j] += s0 * row0[j] + s1 * row1[j] + s2 * row2[j] + s3 * row3[j];
                }
            }
            super.addRows(a, b, c, j0, j1, k, k1);
        }

        @Override
        void addColumns(
                double[][] a, double[][] b, double[][] c, int j, int i0, int i1, int k0, int k1) {
            int k = k0;
            for (; k <= k1 - 4; k += 4) {
                double s0 = b[k][j], s1 = b[k + 1][j], s2 = b[k + 2][j], s3 = b[k + 3][j];
                for (int i = i0; i < i1; i++) {
                    double[] row = a[i];
                    c[i][j] += s0 * row[k] + s1 * row[k + 1] + s2 * row[k + 2] + s3 * row[k + 3];
                }
            }
            super.addColumns(a, b, c, j, i0, i1, k, k1);
        }
    }

    private static final class ByEight extends Passes {
        ByEight() {
            super(8);
        }

        @Override
        void dots(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            int j = j0;
            for (; j <= j1 - 8; j += 8) {
                double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
                double sum4 = 0, sum5 = 0, sum6 = 0, sum7 = 0;
                for (int k = k0; k < k1; k++) {
                    double[] row = b[k];
                    sum0 += a[k] * row[j];
                    sum1 += a[k] * row[j + 1];
                    sum2 += a[k] * row[j + 2];
                    sum3 += a[k] * row[j + 3];
                    sum4 += a[k] * row[j + 4];
                    sum5 += a[k] * row[j + 5];
                    sum6 += a[k] * row[j + 6];
                    sum7 += a[k] * row[j + 7];
                }
                c[j] += sum0;
                c[j + 1] += sum1;
                c[j + 2] += sum2;
                c[j + 3] += sum3;
                c[j + 4] += sum4;
                c[j + 5] += sum5;
                c[j + 6] += sum6;
                c[j + 7] += sum7;
            }
            super.dots(a, b, c, j, j1, k0, k1);
        }

        @Override
        void addRows(double[] a, double[][] b, double[] c, int j0, int j1, int k0, int k1) {
            int k = k0;
            for (; k <= k1 - 8; k += 8) {
                double s0 = a[k], s1 = a[k + 1], s2 = a[k + 2], s3 = a[k + 3];
                double s4 = a[k + 4], s5 = a[k + 5], s6 = a[k + 6], s7 = a[k + 7];
                double[] row0 = b[k], row1 = b[k + 1], row2 = b[k + 2], row3 = b[k + 3];
                double[] row4 = b[k + 4], row5 = b[k + 5], row6 = b[k + 6], row7 = b[k + 7];
                for (int j = j0; j < j1; j++) {
                    c[j] +=
                            s0 * row0[j]
                                    + s1 * row1[j]
                                    + s2 * row2[j]
                                    + s3 * row3[j]
                                    + s4 * row4[j]
                                    + s5 * row5[j]
                                    + s6 * row6[j]
                                    + s7 * row7[j];
                }
            }
            super.addRows(a, b, c, j0, j1, k, k1);
        }

        @Override
        void addColumns(
                double[][] a, double[][] b, double[][] c, int j, int i0, int i1, int k0, int k1) {
            int k = k0;
            for (; k <= k1 - 8; k += 8) {
                double s0 = b[k][j], s1 = b[k + 1][j], s2 = b[k + 2][j], s3 = b[k + 3][j];
                double s4 = b[k + 4][j], s5 = b[k + 5][j], s6 = b[k + 6][j], s7 = b[k + 7][j];
                for (int i = i0; i < i1; i++) {
                    double[] row = a[i];
                    c[i][j] +=
                            s0 * row[k]
                                    + s1 * row[k + 1]
                                    + s2 * row[k + 2]
                                    + s3 * row[k + 3]
                                    + s4 * row[k + 4]
                                    + s5 * row[k + 5]
                                    + s6 * row[k + 6]
                                    + s7 * row[k + 7];
                }
            }
            super.addColumns(a, b, c, j, i0, i1, k, k1);
        }
    }

    private static Passes passes(String unroll) {
        return switch (unroll) {
            case "1" -> new Passes(1);
            case "2" -> new ByTwo();
            case "4" -> new ByFour();
            case "8" -> new ByEight();
            default ->
                    throw new IllegalArgumentException(
                            "--unroll is " + unroll + ". It must be 1, 2, 4 or 8.");
        };
    }

    private static boolean copyIn(String answer) {
        return switch (answer) {
            case "yes" -> true;
            case "no" -> false;
            default ->
                    throw new IllegalArgumentException(
                            "--copy-in is " + answer + ". It must be yes or no.");
        };
    }

    /**
     * Whether C = A B, judged by A (B x) = C x for a random x of signs (R. Freivalds, 1977), which
     * takes n² rather than n³ steps. One wrong element always shows.
     */
    private static boolean isProduct(double[][] a, double[][] b, double[][] c) {
        int n = c.length;
        double[] x = new Random(3).doubles(n).map(u -> u < 0.5 ? -1 : 1).toArray();
        double[] expected = times(a, times(b, x));
        double[] actual = times(c, x);
        for (int i = 0; i < n; i++) {
            if (!(Math.abs(expected[i] - actual[i]) <= 1e-13 * n * n)) { // catches NaN too
                return false;
            }
        }
        return true;
    }

    private static double[] times(double[][] matrix, double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                y[i] += matrix[i][j] * x[j];
            }
        }
        return y;
    }

    /** An n x n matrix with elements between -1 and 1. */
    private static double[][] random(int n, long seed) {
        var random = new Random(seed);
        double[][] matrix = new double[n][];
        for (int i = 0; i < n; i++) {
            matrix[i] = random.doubles(n, -1, 1).toArray();
        }
        return matrix;
    }

    private static Map<String, String> options(String[] args) {
        var given = new HashMap<String, String>();
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length || !args[i].startsWith("--")) {
                throw new IllegalArgumentException("'" + args[i] + "' is no '--option value'.");
            }
            given.put(args[i].substring(2), args[i + 1]);
        }
        if (!given.keySet().equals(OPTIONS)) {
            throw new IllegalArgumentException(
                    "The options are " + given.keySet() + ". They must be " + OPTIONS + ".");
        }
        return given;
    }

    private static int positive(Map<String, String> given, String option) {
        int value = Integer.parseInt(given.get(option));
        if (value < 1) {
            throw new IllegalArgumentException(
                    "--" + option + " is " + value + ". It must be 1 or more.");
        }
        return value;
    }
}
