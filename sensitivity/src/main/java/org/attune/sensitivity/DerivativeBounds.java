package org.attune.sensitivity;

import org.attune.api.Parameter;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Upper bounds of total Sobol' indices from derivatives, for independent, uniform inputs.
 *
 * <pre>
 *   ST_i &lt;= ν_i / (π² V),   ν_i = E[(∂f/∂u_i)²]
 * </pre>
 *
 * with u_i the unit coordinate; 1/π² is the constant of Poincaré's inequality on [0, 1].
 * Derivatives are central differences over 10⁻⁴ of the range. A parameter of integers or categories
 * has no derivative; its bound is Jansen's estimate of the index itself. A parameter whose bound is
 * small can be fixed, whatever the others do.
 *
 * <p>Sources: I. M. Sobol' and S. Kucherenko, Mathematics and Computers in Simulation 79 (2009),
 * doi:10.1016/j.matcom.2009.01.023; M. Lamboni et al. (2013), doi:10.1016/j.matcom.2013.02.002.
 *
 * @param names of the parameters
 * @param bounds at least ST, D of them; may exceed 1
 * @param evaluations of each function
 */
public record DerivativeBounds(List<String> names, List<Estimate> bounds, int evaluations) {
    private static final double STEP = 1e-4;
    private static final double POINCARE = 1 / (Math.PI * Math.PI);

    /** Copies the lists. */
    public DerivativeBounds {
        names = List.copyOf(names);
        bounds = List.copyOf(bounds);
    }

    /**
     * Estimates the bounds.
     *
     * @param parameters D of them
     */
    public static DerivativeBounds of(
            Response response, List<Parameter> parameters, SampleSize size, Seed seed) {
        int d = parameters.size();
        int block = 1 + 2 * d;
        double[][][] means = null;
        Unit unit = null;
        int rows = 0;
        for (int r = 0; r < size.scramblings(); r++) {
            var inputs = new UniformInputs(2 * d).points(size.each(), seed.child("dgsm", r));
            var x = new ArrayList<double[]>();
            for (double[] both : inputs) {
                double[] at = Arrays.copyOf(both, d);
                x.add(at);
                for (int i = 0; i < d; i++) {
                    double[] low = at.clone();
                    double[] high = at.clone();
                    if (parameters.get(i) instanceof Parameter.Real) {
                        low[i] = Math.clamp(at[i] - STEP / 2, 0, 1 - STEP);
                        high[i] = low[i] + STEP;
                    } else {
                        high[i] = both[d + i];
                    }
                    x.add(low);
                    x.add(high);
                }
            }
            double[][] y = response.values(x.toArray(new double[0][]));
            unit = unit == null ? Unit.of(y) : unit;
            y = unit.in(y);
            if (means == null) {
                means = new double[y.length][size.scramblings()][];
            }
            for (int k = 0; k < y.length; k++) {
                SobolIndices.finite(y[k]);
                double[] sums = new double[2 + d];
                double centre = y[k][0];
                for (int p = 0; p < inputs.length; p++) {
                    double at = y[k][p * block] - centre;
                    sums[0] += at / inputs.length;
                    sums[1] += at * at / inputs.length;
                    for (int i = 0; i < d; i++) {
                        double change = y[k][p * block + 2 + 2 * i] - y[k][p * block + 1 + 2 * i];
                        boolean real = parameters.get(i) instanceof Parameter.Real;
                        double factor = real ? POINCARE / (STEP * STEP) : 0.5;
                        sums[2 + i] += factor * change * change / inputs.length;
                    }
                }
                // each has its own centre, so that the variance is that of the replicate
                sums[1] -= sums[0] * sums[0];
                means[k][r] = sums;
            }
            rows += x.size();
        }
        var replicates = new Replicates(means);
        var bounds = new ArrayList<Estimate>();
        for (int i = 0; i < d; i++) {
            int at = 2 + i;
            bounds.add(replicates.estimate(s -> s[1] > 0 ? s[at] / s[1] : Double.NaN));
        }
        return new DerivativeBounds(
                parameters.stream().map(Parameter::name).toList(), bounds, rows);
    }
}
