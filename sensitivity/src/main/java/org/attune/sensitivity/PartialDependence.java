package org.attune.sensitivity;

import org.attune.api.Parameter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * What an output is on average as one parameter goes through its range, with the others as they
 * come; and the same of single configurations (ICE).
 *
 * <pre>
 *   p(v) = mean over points x of f(x with x_i = v)
 * </pre>
 *
 * The band is that of 95 % of the functions: of draws from a posterior, what the model does not
 * know of the average. Points that constraints refuse with this value are left out of its average.
 *
 * <p>Sources: J. H. Friedman, Ann. Statist. 29 (2001); A. Goldstein et al., J. Comput. Graph.
 * Statist. 24 (2015) (ICE).
 *
 * @param parameter its name
 * @param unit coordinates of the values, m of them, ascending
 * @param values in their own unit, m of them
 * @param mean of all functions, m of them; NaN where no point is admissible
 * @param lower edge of the band
 * @param upper edge of the band
 * @param single curves of some points, each of m values, NaN where they are not admissible
 */
public record PartialDependence(
        String parameter,
        double[] unit,
        List<Object> values,
        double[] mean,
        double[] lower,
        double[] upper,
        double[][] single) {
    private static final int STEPS = 21;
    private static final int SINGLE = 12;

    /**
     * Computes the curve of one parameter.
     *
     * @param axis which one
     * @param points n rows of D
     * @param admissible which points count
     */
    public static PartialDependence of(
            Response response,
            Parameter parameter,
            int axis,
            double[][] points,
            Predicate<double[]> admissible) {
        double[] places = places(parameter);
        var x = new ArrayList<double[]>();
        var at = new ArrayList<int[]>();
        for (int p = 0; p < points.length; p++) {
            for (int v = 0; v < places.length; v++) {
                double[] moved = points[p].clone();
                moved[axis] = places[v];
                if (admissible.test(moved)) {
                    x.add(moved);
                    at.add(new int[] {p, v});
                }
            }
        }
        double[][] y = response.values(x.toArray(new double[0][]));
        Unit unit = Unit.of(y);
        y = unit.in(y);
        double[][] means = new double[places.length][y.length]; // [value][function]
        int[] counts = new int[places.length];
        double[][] single = new double[Math.min(SINGLE, points.length)][places.length];
        Arrays.stream(single).forEach(s -> Arrays.fill(s, Double.NaN));
        for (int i = 0; i < at.size(); i++) {
            int p = at.get(i)[0];
            int v = at.get(i)[1];
            counts[v]++;
            double sum = 0;
            for (int k = 0; k < y.length; k++) {
                means[v][k] += y[k][i];
                sum += y[k][i];
            }
            if (p < single.length) {
                single[p][v] = sum / y.length;
            }
        }
        double[] mean = new double[places.length];
        double[] lower = new double[places.length];
        double[] upper = new double[places.length];
        for (int v = 0; v < places.length; v++) {
            int count = counts[v];
            double[] each = Arrays.stream(means[v]).map(s -> s / count).toArray();
            double average = Arrays.stream(each).average().orElseThrow();
            double squares = Arrays.stream(each).map(e -> (e - average) * (e - average)).sum();
            int degrees = each.length - 1;
            double half =
                    degrees == 0 ? 0 : StudentT.halfWidth95(degrees) * Math.sqrt(squares / degrees);
            mean[v] = average;
            lower[v] = average - half;
            upper[v] = average + half;
        }
        List<Object> values = Arrays.stream(places).mapToObj(parameter::decode).toList();
        return new PartialDependence(
                parameter.name(),
                places,
                values,
                unit.out(mean),
                unit.out(lower),
                unit.out(upper),
                Arrays.stream(single).map(unit::out).toArray(double[][]::new));
    }

    /** Returns coordinates of all values where they are few, else of values across the range. */
    private static double[] places(Parameter parameter) {
        return Arrays.stream(parameter.spread(STEPS))
                .map(u -> parameter.encode(parameter.decode(u)))
                .distinct()
                .toArray();
    }
}
