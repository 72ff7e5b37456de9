package org.attune.bayesopt.numerics;

/**
 * L-BFGS-B: minimises a smooth function in a box, with gradients and a limited memory of curvature.
 *
 * <p>Each iteration minimises a quadratic model in the box ({@link QuadraticModel}) and searches
 * along the line to its minimiser for a point that satisfies the strong Wolfe conditions ({@link
 * WolfeSearch}). The value never rises; after a failed line search the memory is cleared once.
 * Where the function is NaN or infinite the step was too long: it is shortened, so a function may
 * be undefined in parts of the box. Bounds may be infinite or equal.
 *
 * <p>Deterministic. Cost per iteration O(m n + m³) besides the evaluations. Source: R. H. Byrd, P.
 * Lu, J. Nocedal and C. Zhu, "A limited memory algorithm for bound constrained optimization", SIAM
 * J. Sci. Comput. 16 (1995), doi:10.1137/0916069.
 */
public final class BoxLbfgs {
    /** What is minimised. */
    @FunctionalInterface
    public interface Objective {
        /**
         * Returns f(x) and writes its gradient.
         *
         * @param x length n, in the box; neither kept nor changed
         * @param gradientOut length n; ignored where the value is not finite
         */
        double valueAndGradient(double[] x, double[] gradientOut);
    }

    /**
     * When to stop, and how much to remember.
     *
     * @param maxIterations at least 0
     * @param maxEvaluations at least 1; the start is one
     * @param memory pairs kept, at least 1; 5 to 20 are usual
     * @param gradientTolerance on max_i |P(x - g)_i - x_i|, P the projection into the box
     * @param functionTolerance on the decrease of an iteration, relative to max(|f|, 1)
     */
    public record Options(
            int maxIterations,
            int maxEvaluations,
            int memory,
            double gradientTolerance,
            double functionTolerance) {
        /** Checks the ranges. */
        public Options {
            if (maxIterations < 0
                    || maxEvaluations < 1
                    || memory < 1
                    || !(gradientTolerance >= 0)
                    || !(functionTolerance >= 0)) {
                throw new IllegalArgumentException(
                        ("Options(%d iterations, %d evaluations, memory %d, tolerances %s and %s)"
                                        + " are out of range. Maybe two of them are swapped.")
                                .formatted(
                                        maxIterations,
                                        maxEvaluations,
                                        memory,
                                        gradientTolerance,
                                        functionTolerance));
            }
        }
    }

    /** Why it stopped. */
    public enum Status {
        /**
         * The projected gradient, or the decrease of the last iteration, is within its tolerance.
         */
        CONVERGED,
        /**
         * No decrease along steepest descent: a kink, a wall of NaN, a wrong gradient, or rounding.
         */
        STALLED,
        /** The iterations or evaluations are used up. */
        LIMIT,
        /** Value or gradient at the start are NaN or infinite; x is the start. */
        NOT_FINITE
    }

    /**
     * The best point that was visited.
     *
     * @param x length n, in the box
     * @param value f(x), not above the start's
     * @param gradientNorm max_i |P(x - g)_i - x_i|; NaN with NOT_FINITE
     */
    public record Result(
            double[] x,
            double value,
            double gradientNorm,
            int iterations,
            int evaluations,
            Status status) {}

    private static final double ROUNDING = 0x1p-52;

    private BoxLbfgs() {}

    /**
     * Minimises f from {@code start}, which is first moved into the box.
     *
     * @param lower length n, entries may be -∞
     * @param upper length n, entries may be ∞
     * @throws IllegalArgumentException if lengths differ, a bound or the start is NaN, or lower
     *     exceeds upper
     */
    public static Result minimize(
            Objective f, double[] start, double[] lower, double[] upper, Options options) {
        check(start, lower, upper);
        int n = start.length;
        double[] x = new double[n];
        double[] g = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = QuadraticModel.clamp(start[i], lower[i], upper[i]);
        }
        double value = f.valueAndGradient(x, g);
        if (!WolfeSearch.finite(value, g)) {
            return new Result(x, value, Double.NaN, 0, 1, Status.NOT_FINITE);
        }
        var model = new QuadraticModel(n, options.memory());
        var line = new WolfeSearch(f, x, g, value, lower, upper, options.maxEvaluations());
        double[] target = new double[n];
        int iteration = 0;
        Status status = null;
        while (status == null) {
            if (projectedGradient(x, g, lower, upper) <= options.gradientTolerance()) {
                status = Status.CONVERGED;
            } else if (iteration >= options.maxIterations()
                    || line.evaluations() >= options.maxEvaluations()) {
                status = Status.LIMIT;
            } else {
                model.minimize(x, g, lower, upper, target);
                double slope = 0;
                for (int i = 0; i < n; i++) {
                    slope += g[i] * (target[i] - x[i]);
                }
                double unit = Math.max(Math.abs(value), 1);
                if (slope < 0 && line.search(x, value, slope, target, model.isEmpty())) {
                    iteration++;
                    model.update(x, g, line.x(), line.gradient());
                    System.arraycopy(line.x(), 0, x, 0, n);
                    System.arraycopy(line.gradient(), 0, g, 0, n);
                    double decrease = value - line.value();
                    value = line.value();
                    status =
                            decrease <= options.functionTolerance() * unit
                                    ? Status.CONVERGED
                                    : null;
                } else if (line.evaluations() >= options.maxEvaluations()) {
                    status = Status.LIMIT;
                } else if (slope < 0 && -slope <= ROUNDING * unit) {
                    status = Status.CONVERGED; // even the model promises nothing that could be seen
                } else if (model.isEmpty()) {
                    status = Status.STALLED;
                } else {
                    model.reset();
                }
            }
        }
        return new Result(
                line.bestX(),
                line.bestValue(),
                projectedGradient(line.bestX(), line.bestGradient(), lower, upper),
                iteration,
                line.evaluations(),
                status);
    }

    private static double projectedGradient(
            double[] x, double[] g, double[] lower, double[] upper) {
        double norm = 0;
        for (int i = 0; i < x.length; i++) {
            norm =
                    Math.max(
                            norm,
                            Math.abs(QuadraticModel.clamp(x[i] - g[i], lower[i], upper[i]) - x[i]));
        }
        return norm;
    }

    private static void check(double[] start, double[] lower, double[] upper) {
        if (lower.length != start.length || upper.length != start.length) {
            throw new IllegalArgumentException(
                    "start, lower and upper have lengths %d, %d and %d, but need the same."
                            .formatted(start.length, lower.length, upper.length));
        }
        for (int i = 0; i < start.length; i++) {
            if (!(lower[i] <= upper[i]) || Double.isNaN(start[i])) {
                throw new IllegalArgumentException(
                        "Coordinate %d starts at %s in [%s, %s]. Maybe the bounds are swapped, or one is NaN."
                                .formatted(i, start[i], lower[i], upper[i]));
            }
        }
    }
}
