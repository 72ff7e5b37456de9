package org.attune.sensitivity;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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

    /**
     * Returns the responses of T cases as one, which has a further coordinate in the end: the share
     * of the cases that stand before the one that is meant.
     *
     * @param cases T responses of D coordinates, of as many functions each
     * @return a response of D + 1 coordinates
     */
    static Response among(List<Response> cases) {
        return x -> {
            int[] which =
                    Arrays.stream(x)
                            .mapToInt(u ->
                                    Math.min(
                                            (int) (u[u.length - 1] * cases.size()),
                                            cases.size() - 1))
                            .toArray();
            double[][] values = null;
            for (int c = 0; c < cases.size(); c++) {
                int now = c;
                int[] rows = IntStream.range(0, x.length).filter(i -> which[i] == now).toArray();
                if (rows.length == 0) {
                    continue;
                }
                double[][] of =
                        cases.get(c)
                                .values(
                                        Arrays.stream(rows)
                                                .mapToObj(i -> Arrays.copyOf(x[i], x[i].length - 1))
                                                .toArray(double[][]::new));
                values = values == null ? new double[of.length][x.length] : values;
                for (int k = 0; k < of.length; k++) {
                    for (int i = 0; i < rows.length; i++) {
                        values[k][rows[i]] = of[k][i];
                    }
                }
            }
            return values;
        };
    }

    /** Returns one function as a response. */
    static Response of(ToDoubleFunction<double[]> function) {
        return x -> new double[][] {Arrays.stream(x).mapToDouble(function).toArray()};
    }
}
