package org.attune.bayesopt.numerics;

/**
 * The Yeo-Johnson power transform, increasing in y on the whole real line, with power λ.
 *
 * <pre>
 *   forward(y) =  ((1 + y)^λ - 1) / λ              y ≥ 0, λ ≠ 0;    log(1 + y)    y ≥ 0, λ = 0
 *              = -((1 - y)^(2-λ) - 1) / (2 - λ)    y &lt; 0, λ ≠ 2;   -log(1 - y)    y &lt; 0, λ = 2
 *   d forward / dy = (1 + |y|)^(±(λ - 1)),         + for y ≥ 0, - for y &lt; 0
 * </pre>
 *
 * λ = 1 is the identity, λ &lt; 1 draws in the upper tail. The unit of y matters: scale to a spread
 * of about one first. Both branches are written with expm1 and log1p, so no digits are lost near λ
 * = 0, λ = 2 or y = 0.
 *
 * <p>Source: I.-K. Yeo and R. A. Johnson, Biometrika 87 (2000), doi:10.1093/biomet/87.4.954.
 */
public final class YeoJohnson {
    private static final double LOWEST = -2;
    private static final double HIGHEST = 4;

    /**
     * Steps of the first search over λ, since the likelihood may have several maxima: 0.25 wide.
     */
    private static final int GRID = 24;

    private static final double WIDTH = (HIGHEST - LOWEST) / GRID;
    private static final int HALVINGS = 12; // of the unit

    /** Nats by which another unit than 1 has to be likelier; chosen by docs/ablation.md. */
    private static final double PREFERENCE = 5;

    /** Below it exp(x) - 1 and log(1 + x) are x to the last bit; λ a may underflow. */
    private static final double NEGLIGIBLE = 1e-17;

    private YeoJohnson() {}

    /** Returns the transformed y; ±∞ where the power overflows. */
    public static double forward(double y, double lambda) {
        return y >= 0 ? power(Math.log1p(y), lambda) : -power(Math.log1p(-y), 2 - lambda);
    }

    /**
     * Returns the y whose transform is v.
     *
     * <p>For λ &lt; 0 the transform stays below -1/λ, for λ &gt; 2 above -1/(λ - 2): from there on
     * the result is ∞ or -∞.
     */
    public static double inverse(double v, double lambda) {
        return v >= 0 ? Math.expm1(unpower(v, lambda)) : -Math.expm1(unpower(-v, 2 - lambda));
    }

    /** Returns log(d forward / dy); summed over the data, the log Jacobian of their transform. */
    public static double logDerivative(double y, double lambda) {
        return (y >= 0 ? lambda - 1 : 1 - lambda) * Math.log1p(Math.abs(y));
    }

    /**
     * Returns the λ in [-2, 4] of highest posterior density if the transformed data are normal with
     * unknown mean and variance, and λ is N(1, 1) beforehand.
     *
     * <pre>
     *   -(n/2) log(Σ (t_i - t̄)² / n) + (λ - 1) Σ sign(y_i) log(1 + |y_i|) - (λ - 1)²/2,   t_i = forward(y_i)
     * </pre>
     *
     * The prior keeps few data near the identity. Data without spread give 1.
     *
     * @param y finite, about standardised
     * @throws IllegalArgumentException if an entry is not finite
     */
    public static double fit(double[] y) {
        return varies(y) ? new Sample(y, 1).power() : 1;
    }

    /**
     * Returns the unit among 1, 1/2, 1/4, ... 2^-12 in which y is likeliest to be normal once it is
     * transformed; another than 1 only if it is so by five nats. The deviation of data with a heavy
     * tail is that of a few large ones: in this unit all others are near 0, where the transform is
     * a straight line whatever its power.
     *
     * @param y finite, about standardised
     * @throws IllegalArgumentException if an entry is not finite
     */
    public static double unit(double[] y) {
        if (!varies(y)) {
            return 1;
        }
        double best = 1;
        double least = new Sample(y, 1).least() - PREFERENCE;
        for (int i = 1; i <= HALVINGS; i++) {
            double unit = Math.scalb(1.0, -i);
            double cost = new Sample(y, unit).least();
            if (cost < least) {
                least = cost;
                best = unit;
            }
        }
        return best;
    }

    private static boolean varies(double[] y) {
        boolean varies = false;
        for (double v : y) {
            if (!Double.isFinite(v)) {
                throw new IllegalArgumentException(
                        "y contains %s, but must be finite. Maybe a failed run is among the data."
                                .formatted(v));
            }
            varies |= v != y[0];
        }
        return varies;
    }

    /** Data in a unit. */
    private static final class Sample {
        private final double unit;
        private final double[] logs; // log(1 + |y_i|)
        private final boolean[] negative;
        private final double slope; // Σ sign(y_i) log(1 + |y_i|)
        private final double[] transformed;

        Sample(double[] y, double unit) {
            this.unit = unit;
            this.logs = new double[y.length];
            this.negative = new boolean[y.length];
            this.transformed = new double[y.length];
            double total = 0;
            for (int i = 0; i < y.length; i++) {
                logs[i] = Math.log1p(Math.abs(y[i]) / unit);
                negative[i] = y[i] < 0;
                total += negative[i] ? -logs[i] : logs[i];
            }
            this.slope = total;
        }

        /** Returns the cost of the best power of the grid. */
        double least() {
            return cost(onGrid());
        }

        /** Returns the best power of a grid. */
        double onGrid() {
            double best = 1;
            double least = cost(1);
            for (int i = 0; i <= GRID; i++) {
                double lambda = LOWEST + i * WIDTH;
                double cost = cost(lambda);
                if (cost < least) {
                    least = cost;
                    best = lambda;
                }
            }
            return best;
        }

        double power() {
            double near = onGrid();
            return Brent.minimize(
                            this::cost,
                            Math.max(near - WIDTH, LOWEST),
                            Math.min(near + WIDTH, HIGHEST),
                            1e-6,
                            60)
                    .x();
        }

        /** The negative log posterior; NaN or +∞ where the power overflows or underflows. */
        double cost(double lambda) {
            double mean = 0;
            for (int i = 0; i < logs.length; i++) {
                double t =
                        negative[i]
                                ? -YeoJohnson.power(logs[i], 2 - lambda)
                                : YeoJohnson.power(logs[i], lambda);
                transformed[i] = t;
                mean += t / logs.length;
            }
            double variance = 0;
            for (double v : transformed) {
                variance += (v - mean) * (v - mean) / logs.length;
            }
            if (!(variance > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            double shift = lambda - 1;
            return 0.5 * logs.length * Math.log(variance)
                    - shift * slope
                    + 0.5 * shift * shift
                    + logs.length * Math.log(unit);
        }
    }

    /** (exp(λ a) - 1) / λ, a at λ = 0 */
    private static double power(double a, double lambda) {
        double x = lambda * a;
        return Math.abs(x) < NEGLIGIBLE ? a : Math.expm1(x) / lambda;
    }

    /** log(1 + λ v) / λ, v at λ = 0; ∞ from v = -1/λ on */
    private static double unpower(double v, double lambda) {
        double x = lambda * v;
        if (Math.abs(x) < NEGLIGIBLE) {
            return v;
        }
        return x <= -1 ? Double.POSITIVE_INFINITY : Math.log1p(x) / lambda;
    }
}
