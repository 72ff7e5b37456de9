package org.attune.benchmarks.problems;

/** Formulas of the test functions of the field, of plain vectors. */
final class TestFunctions {
    private static final double[] HARTMANN_ALPHA = {1.0, 1.2, 3.0, 3.2};
    private static final double[][] HARTMANN_A = {
        {10, 3, 17, 3.5, 1.7, 8},
        {0.05, 10, 17, 0.1, 8, 14},
        {3, 3.5, 1.7, 10, 17, 8},
        {17, 8, 0.05, 10, 0.1, 14}
    };
    private static final double[][] HARTMANN_P = {
        {0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
        {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
        {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
        {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}
    };

    private TestFunctions() {}

    static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    /** Branin's function of a in [-5, 10] and b in [0, 15]; minimum 0.397887. */
    static double branin(double a, double b) {
        double parabola = b - 5.1 / (4 * Math.PI * Math.PI) * a * a + 5 / Math.PI * a - 6;
        return parabola * parabola + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(a) + 10;
    }

    /** Hartmann's function of six variables in [0, 1]; minimum -3.32237. */
    static double hartmann6(double[] x) {
        return hartmann6(x, 0);
    }

    /** Hartmann's function whose first weight, 1, is smaller by so much. */
    static double hartmann6(double[] x, double less) {
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            double exponent = 0;
            for (int j = 0; j < 6; j++) {
                double delta = x[j] - HARTMANN_P[i][j];
                exponent += HARTMANN_A[i][j] * delta * delta;
            }
            sum += (HARTMANN_ALPHA[i] - (i == 0 ? less : 0)) * Math.exp(-exponent);
        }
        return -sum;
    }

    /** Ackley's function; minimum 0 at the origin. */
    static double ackley(double[] x) {
        double squares = 0;
        double cosines = 0;
        for (double v : x) {
            squares += v * v / x.length;
            cosines += Math.cos(2 * Math.PI * v) / x.length;
        }
        return -20 * Math.exp(-0.2 * Math.sqrt(squares)) - Math.exp(cosines) + 20 + Math.E;
    }

    /** Rosenbrock's function; minimum 0 at (1, …, 1). */
    static double rosenbrock(double[] x) {
        double sum = 0;
        for (int i = 0; i + 1 < x.length; i++) {
            double valley = x[i + 1] - x[i] * x[i];
            sum += 100 * valley * valley + (1 - x[i]) * (1 - x[i]);
        }
        return sum;
    }

    /** Rosenbrock's function of two variables over 300, as in CoCaBO's mixed functions. */
    static double scaledRosenbrock(double a, double b) {
        double valley = b - a * a;
        return (100 * valley * valley + (a - 1) * (a - 1)) / 300;
    }

    /** The six-hump camel function over 10, as in CoCaBO's mixed functions. */
    static double scaledCamel(double a, double b) {
        return ((4 - 2.1 * a * a + a * a * a * a / 3) * a * a + a * b + (-4 + 4 * b * b) * b * b)
                / 10;
    }

    /** Beale's function over 50, as in CoCaBO's mixed functions. */
    static double scaledBeale(double a, double b) {
        double p = 1.5 - a + a * b;
        double q = 2.25 - a + a * b * b;
        double r = 2.625 - a + a * b * b * b;
        return (p * p + q * q + r * r) / 50;
    }

    /** One of the three by its index. */
    static double cocabo(int index, double a, double b) {
        return switch (index) {
            case 0 -> scaledRosenbrock(a, b);
            case 1 -> scaledCamel(a, b);
            default -> scaledBeale(a, b);
        };
    }
}
