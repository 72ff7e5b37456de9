package org.attune.sensitivity;

import java.util.Arrays;

/**
 * A power of two in which values are counted, so that powers of them neither overflow nor vanish.
 * It is 1 unless values are very large or very small.
 *
 * @param exponent of two
 */
record Unit(int exponent) {
    private static final int ORDINARY = 100; // eighth powers are numbers, too

    /** Returns the unit of some values. */
    static Unit of(double[]... rows) {
        double most =
                Arrays.stream(rows)
                        .flatMapToDouble(Arrays::stream)
                        .map(Math::abs)
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0);
        int exponent = Math.getExponent(most);
        return new Unit(most == 0 || Math.abs(exponent) <= ORDINARY ? 0 : exponent);
    }

    /** Returns a value counted in this unit. */
    double in(double value) {
        return Math.scalb(value, -exponent);
    }

    /** Returns values counted in this unit. */
    double[] in(double[] values) {
        return exponent == 0 ? values : Arrays.stream(values).map(this::in).toArray();
    }

    /** Returns rows of values counted in this unit. */
    double[][] in(double[][] rows) {
        return Arrays.stream(rows).map(this::in).toArray(double[][]::new);
    }

    /** Returns a value that was counted in a power of this unit. */
    double out(double value, int power) {
        return Math.scalb(value, power * exponent);
    }

    /** Returns values that were counted in this unit. */
    double[] out(double[] values) {
        return exponent == 0 ? values : Arrays.stream(values).map(v -> out(v, 1)).toArray();
    }

    /** Returns an estimate that was counted in a power of this unit. */
    Estimate out(Estimate estimate, int power) {
        return new Estimate(out(estimate.value(), power), out(estimate.half(), power));
    }
}
