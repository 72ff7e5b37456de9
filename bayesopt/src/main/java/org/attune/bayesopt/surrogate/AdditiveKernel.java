package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Prior covariance over the configurations of one task: a part in which all axes of a group act
 * together and a part in which each acts for itself.
 *
 * <pre>
 *   k(x, y) = s² [(1 - w) ρ(Σ_d q_d) + (w/D) Σ_d ρ(D q_d)],   q_d = δ_d(x, y)² / ℓ_d²
 * </pre>
 *
 * <p>The second part lets what was seen of one parameter hold whatever the others are, which few
 * observations of many parameters need; its share w is learned, so that data decide how far it
 * does. A single axis' own lengthscale is ℓ_d/√D, since the prior of ℓ grows with √D to make up for
 * the sum in the first part.
 *
 * <p>Hyperparameters are log ℓ_d, log s² and log w/(1-w).
 *
 * <p>Source: D. Duvenaud, H. Nickisch and C. E. Rasmussen, "Additive Gaussian processes", NIPS
 * 2011, with the first and the last order alone.
 */
public final class AdditiveKernel implements Kernel {
    private static final int FEWEST_FREQUENCIES = 16; // of one axis

    final Axes axes;
    final int[] group;
    final boolean[] metric; // whether it stands for a permutation
    final RadialKernel radial;
    final Layout.Slice lengthscales;
    final Optional<Layout.Slice> signal;
    final Layout.Slice share;

    /**
     * Makes a kernel of a group of axes.
     *
     * @param lengthscales where log ℓ_d of the group stand
     * @param signal where log s² stands; s² is 1 without
     * @param share where log w/(1-w) stands
     */
    public AdditiveKernel(
            Axes axes,
            int[] group,
            RadialKernel radial,
            Layout.Slice lengthscales,
            Optional<Layout.Slice> signal,
            Layout.Slice share) {
        this.axes = axes;
        this.group = group.clone();
        this.metric = new boolean[group.length];
        for (int d = 0; d < group.length; d++) {
            metric[d] = axes.metric(group[d]).isPresent();
        }
        this.radial = radial;
        this.lengthscales = lengthscales;
        this.signal = signal;
        this.share = share;
    }

    /** Makes a kernel of variance 1 over a group of axes, its hyperparameters the next ones. */
    public static AdditiveKernel ofUnitVariance(
            Axes axes, int[] group, RadialKernel radial, Priors priors, Layout layout) {
        return new AdditiveKernel(
                axes,
                group,
                radial,
                layout.add(priors.lengthscales(group)),
                Optional.empty(),
                layout.add(priors.share()));
    }

    /** Returns the group of all axes that kernels see. */
    public static int[] all(Axes axes) {
        return axes.seen();
    }

    /** Returns ℓ of each axis of the group. */
    public double[] lengthscales(double[] theta) {
        return IntStream.range(0, group.length)
                .mapToDouble(d -> Math.exp(lengthscales.of(theta, d)))
                .toArray();
    }

    /** Returns s². */
    public double variance(double[] theta) {
        return signal.map(s -> Math.exp(s.of(theta, 0))).orElse(1.0);
    }

    /** Returns w. */
    public double share(double[] theta) {
        return 1 / (1 + Math.exp(-share.of(theta, 0)));
    }

    /** Returns the axes of the group. */
    public int[] group() {
        return group.clone();
    }

    @Override
    public List<AdditiveKernel> parts() {
        return List.of(this);
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(theta);
    }

    /** The kernel with its hyperparameters. */
    final class Fixed implements At {
        final double[] weight; // 1/ℓ²
        final double variance; // s²
        final double additive; // w

        Fixed(double[] theta) {
            weight = lengthscales(theta);
            for (int d = 0; d < weight.length; d++) {
                weight[d] = 1 / (weight[d] * weight[d]);
            }
            variance = AdditiveKernel.this.variance(theta);
            additive = share(theta);
        }

        @Override
        public double variance(double[] a) {
            return variance;
        }

        /** Returns q of an axis of the group. */
        private double q(int d, double[] a, double[] b) {
            return weight[d]
                    * (metric[d]
                            ? axes.squaredDistance(group[d], a, b)
                            : axes.squaredDifference(group[d], a[group[d]], b[group[d]]));
        }

        @Override
        public double value(double[] a, double[] b) {
            double r2 = 0;
            double sum = 0;
            for (int d = 0; d < weight.length; d++) {
                double q = q(d, a, b);
                r2 += q;
                sum += radial.value(weight.length * q);
            }
            return together() * radial.value(r2) + apart() * sum;
        }

        double together() {
            return variance * (1 - additive);
        }

        double apart() {
            return variance * additive / weight.length;
        }

        /** Adds the covariances of a row. */
        void addTo(AdditiveRow row, double[] k) {
            double ofAll = together();
            double ofOne = variance * additive;
            double[] together = row.together();
            double[] apart = row.apart();
            for (int j = 0; j < k.length; j++) {
                k[j] += ofAll * together[j] + ofOne * apart[j];
            }
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double r2 = 0;
            double sum = 0;
            for (int d = 0; d < weight.length; d++) {
                double q = q(d, a, b);
                r2 += q;
                sum += radial.value(weight.length * q);
            }
            double slope = together() * radial.slope(r2);
            for (int d = 0; d < weight.length; d++) {
                int axis = group[d];
                double delta = axes.isCategorical(axis) || metric[d] ? 0 : a[axis] - b[axis];
                double q = weight[d] * delta * delta;
                double own = apart() * weight.length * radial.slope(weight.length * q);
                gradient[axis] += 2 * (slope + own) * weight[d] * delta;
            }
            return together() * radial.value(r2) + apart() * sum;
        }

        /** Half of them for all axes together, the others for each axis alone. */
        @Override
        public Features features(int count, Generator random) {
            var parts = new ArrayList<Features>();
            parts.add(
                    new FourierFeatures(
                            axes, group, radial, together(), weight, (count + 3) / 4, random));
            int each = Math.max(count / (4 * weight.length), FEWEST_FREQUENCIES);
            for (int d = 0; d < weight.length; d++) {
                double[] own = {weight.length * weight[d]};
                int[] axis = {group[d]};
                parts.add(new FourierFeatures(axes, axis, radial, apart(), own, each, random));
            }
            return Features.joined(parts);
        }

        /** What each axis adds for itself is a function of one number. */
        @Override
        public Expansion expansion(double[][] places, double[] weights) {
            int n = weights.length;
            int dimension = weight.length;
            double[] x = new double[n * dimension];
            double[] factor = new double[n];
            Expansion[] alone = new Expansion[dimension];
            for (int d = 0; d < dimension; d++) {
                int axis = group[d];
                if (metric[d]) {
                    alone[d] = ofOrders(d, places, weights);
                    continue;
                }
                double[] at = new double[n];
                for (int i = 0; i < n; i++) {
                    at[i] = places[i][axis];
                    x[i * dimension + d] = at[i];
                }
                LineExpansion line =
                        LineExpansion.of(
                                radial,
                                axes.isCategorical(axis),
                                Math.sqrt(dimension * weight[d]),
                                at,
                                weights);
                alone[d] = place -> line.at(place[axis]);
            }
            for (int i = 0; i < n; i++) {
                factor[i] = together() * weights[i];
            }
            double apart = apart();
            return place -> {
                double sum = 0;
                for (int i = 0; i < n; i++) {
                    double r2 = 0;
                    for (int d = 0; d < dimension; d++) {
                        if (metric[d]) {
                            r2 += q(d, place, places[i]);
                            continue;
                        }
                        double delta = place[group[d]] - x[i * dimension + d];
                        double q = axes.isCategorical(group[d]) && delta != 0 ? 1 : delta * delta;
                        r2 += weight[d] * q;
                    }
                    sum += factor[i] * radial.value(r2);
                }
                double ofAxes = 0;
                for (Expansion line : alone) {
                    ofAxes += line.at(place);
                }
                return sum + apart * ofAxes;
            };
        }

        private Expansion ofOrders(int d, double[][] places, double[] weights) {
            return place -> {
                double sum = 0;
                for (int i = 0; i < weights.length; i++) {
                    sum += weights[i] * radial.value(weight.length * q(d, place, places[i]));
                }
                return sum;
            };
        }

        @Override
        public Gram gram(Places places) {
            return new AdditiveGram(AdditiveKernel.this, this, places);
        }

        @Override
        public Sections sections(double[][] places) {
            var seen = new AdditivePlaces(AdditiveKernel.this, this, places);
            return new AdditiveSections(this, group, seen);
        }
    }
}
