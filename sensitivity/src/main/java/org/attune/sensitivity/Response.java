package org.attune.sensitivity;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * K functions of D unit coordinates, asked at many points at once. One function, or draws from what
 * is believed of one.
 */
@FunctionalInterface
public interface Response {
    /**
     * Returns the values of all functions.
     *
     * @param x n rows of D; not changed
     * @return a row of n values for each of the K functions
     */
    double[][] values(double[][] x);

    /** Returns one function as a response. */
    static Response of(ToDoubleFunction<double[]> function) {
        return x -> new double[][] {Arrays.stream(x).mapToDouble(function).toArray()};
    }
}
