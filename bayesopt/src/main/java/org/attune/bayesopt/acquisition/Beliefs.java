package org.attune.bayesopt.acquisition;

import org.attune.api.Belief;
import org.attune.api.Parameter;
import org.attune.api.Space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A user's beliefs about good configurations, as a logarithmic weight of what a trial promises:
 *
 * <pre>
 *   (β / n) Σ_d log((1 - ε) exp(-½ (r_d / s)²) + ε),   s = 0.1, ε = 0.1, β = 10
 * </pre>
 *
 * with r_d the distance of coordinate d from what is believed to be likely (0 in it, 1 from another
 * category) and n the number of trials: the weight loses its force as trials accumulate, and from
 * the start it is bounded, so that no region is ever excluded.
 *
 * <p>Source: C. Hvarfner, D. Stoll, A. Souza, M. Lindauer, F. Hutter and L. Nardi, "πBO: augmenting
 * acquisition functions with user beliefs for Bayesian optimization", ICLR 2022, arXiv:2204.11051,
 * with a prior that does not vanish anywhere.
 */
public final class Beliefs implements AcquisitionFunction {
    private static final double WIDTH = 0.1; // s
    private static final double ELSEWHERE = 0.1; // ε
    private static final double FORCE = 10; // β

    private final List<Axis> axes;
    private final double[] middle;
    private final Space space;
    private final double weight;

    /** What is believed of coordinate d: the likely range, or the likely categories. */
    private record Axis(int d, double lower, double upper, Optional<double[]> categories) {
        double distance(double x) {
            return categories.isPresent()
                    ? Arrays.stream(categories.get()).anyMatch(c -> c == x) ? 0 : 1
                    : Math.max(Math.max(lower - x, x - upper), 0);
        }
    }

    private Beliefs(List<Axis> axes, double[] middle, Space space, double weight) {
        this.axes = axes;
        this.middle = middle;
        this.space = space;
        this.weight = weight;
    }

    /**
     * Reads beliefs; empty where there are none.
     *
     * @param beliefs about parameters of the space, in canonical form
     */
    public static Optional<Beliefs> of(Space space, List<Belief> beliefs) {
        var axes = new ArrayList<Axis>();
        double[] middle = new double[space.dimension()];
        Arrays.fill(middle, Double.NaN);
        for (int d = 0; d < middle.length; d++) {
            Parameter parameter = space.axes().get(d);
            for (Belief belief : beliefs) {
                if (belief.parameter().equals(parameter.name())) {
                    double[] likely =
                            belief.likely().stream().mapToDouble(parameter::encode).toArray();
                    boolean unordered = parameter instanceof Parameter.Categorical;
                    double upper = likely[likely.length - 1];
                    axes.add(
                            new Axis(
                                    d,
                                    likely[0],
                                    upper,
                                    unordered ? Optional.of(likely) : Optional.empty()));
                    middle[d] = unordered ? likely[0] : (likely[0] + upper) / 2;
                }
            }
        }
        return axes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Beliefs(axes, middle, space, FORCE));
    }

    /** Returns the weight after so many trials, one at least. */
    public Beliefs after(int trials) {
        return new Beliefs(axes, middle, space, FORCE / Math.max(trials, 1));
    }

    /** Returns a configuration with the middle of what is likely in the place of its own values. */
    public double[] moved(double[] x) {
        double[] moved = x.clone();
        axes.forEach(a -> moved[a.d] = middle[a.d]);
        return moved;
    }

    @Override
    public double value(double[] x) {
        return valueAndGradient(x, new double[x.length]);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        double sum = 0;
        for (Axis axis : axes) {
            if (!isActive(axis.d, x)) {
                continue;
            }
            double z = axis.distance(x[axis.d]) / WIDTH;
            double near = (1 - ELSEWHERE) * Math.exp(-0.5 * z * z);
            sum += Math.log(near + ELSEWHERE);
            if (axis.categories.isEmpty()) {
                double sign = x[axis.d] < axis.lower ? -1 : 1;
                gradient[axis.d] = -weight * sign * z / WIDTH * near / (near + ELSEWHERE);
            }
        }
        return weight * sum;
    }

    private boolean isActive(int d, double[] x) {
        Parameter parameter = space.owner(d);
        return parameter.activeIf().isEmpty() || space.decode(x).has(parameter.name());
    }
}
