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
 * <p>Hyperparameters are log ℓ_d, log s² and log w/(1-w). With the slope ρ' of the correlation,
 * M_ij = m_ij s² ((1 - w) ρ'(r²_ij) + w ρ'(D q_ij)), warped coordinates x of one axis and their
 * derivative ẋ by anything, all derivatives of that axis follow from t_i = Σ_j M_ij (x_i - x_j): by
 * log ℓ it is -2 Σ_i x_i t_i / ℓ², by what moves the coordinates 2 Σ_i ẋ_i t_i / ℓ².
 *
 * <p>Source: D. Duvenaud, H. Nickisch and C. E. Rasmussen, "Additive Gaussian processes", NIPS
 * 2011, with the first and the last order alone.
 */
public final class AdditiveKernel implements Kernel {
    private static final int FEWEST_FREQUENCIES = 16; // of one axis
    private static final int MOST_KEPT = 1 << 20; // numbers between value and gradient, 8 MB

    private final Axes axes;
    private final int[] group;
    private final boolean[] metric; // whether it stands for a permutation
    private final RadialKernel radial;
    private final Layout.Slice lengthscales;
    private final Optional<Layout.Slice> signal;
    private final Layout.Slice share;

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
    private final class Fixed implements At {
        private final double[] weight; // 1/ℓ²
        private final double variance; // s²
        private final double additive; // w

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

        private double together() {
            return variance * (1 - additive);
        }

        private double apart() {
            return variance * additive / weight.length;
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
            return new OfPlaces(this, places);
        }
    }

    private final class OfPlaces implements Gram {
        private final Fixed kernel;
        private final Places places;
        private final int n;
        private final int dimension;
        private final double[] x; // n rows of the coordinates of the group
        private final boolean[] categorical; // or a permutation: no function of one coordinate
        private final double[][] orders; // of each pair δ², of the axes that are permutations
        private final double[] atZero = new double[2]; // ρ and its slope, without an exponential
        private final double[]
                kept; // of each pair what evaluate writes; empty where it is too much

        OfPlaces(Fixed kernel, Places places) {
            this.kernel = kernel;
            this.places = places;
            this.n = places.size();
            this.dimension = group.length;
            this.x = new double[n * dimension];
            this.categorical = new boolean[dimension];
            for (int d = 0; d < dimension; d++) {
                categorical[d] = axes.isCategorical(group[d]) || metric[d];
                for (int i = 0; i < n; i++) {
                    x[i * dimension + d] = places.row(i)[group[d]];
                }
            }
            this.orders = new double[dimension][];
            for (int d = 0; d < dimension; d++) {
                if (metric[d]) {
                    orders[d] = new double[n * (n - 1) / 2];
                    for (int i = 1, at = 0; i < n; i++) {
                        for (int j = 0; j < i; j++) {
                            orders[d][at++] =
                                    axes.squaredDistance(group[d], places.row(i), places.row(j));
                        }
                    }
                }
            }
            radial.valueAndSlope(0, atZero);
            long size = (long) n * (n - 1) / 2 * (dimension + 3);
            this.kept = new double[size <= MOST_KEPT ? (int) size : 0];
        }

        /** Returns the difference along an axis; that of a permutation squared. */
        private double delta(int d, int i, int j) {
            return metric[d]
                    ? orders[d][i * (i - 1) / 2 + j]
                    : x[i * dimension + d] - x[j * dimension + d];
        }

        /** Returns where a pair, j below i, begins in what is kept. */
        private int at(int i, int j) {
            return (i * (i - 1) / 2 + j) * (dimension + 3);
        }

        /** Writes ρ of all axes together, the mean of their own, and the D + 1 slopes of them. */
        private void evaluate(int i, int j, double[] both, double[] out, int at) {
            double[] weight = kernel.weight;
            double r2 = 0;
            double apart = 0;
            for (int d = 0; d < dimension; d++) {
                double delta = delta(d, i, j);
                if (delta == 0) {
                    apart += atZero[0] / dimension;
                    out[at + 3 + d] = atZero[1];
                } else {
                    double square = metric[d] ? delta : categorical[d] ? 1 : delta * delta;
                    double q = weight[d] * square;
                    r2 += q;
                    radial.valueAndSlope(dimension * q, both);
                    apart += both[0] / dimension;
                    out[at + 3 + d] = both[1];
                }
            }
            radial.valueAndSlope(r2, both);
            out[at] = both[0];
            out[at + 1] = apart;
            out[at + 2] = both[1];
        }

        /** Rounds in another way than {@link At#value}: what studies propose depends on both. */
        @Override
        public void addTo(double[] matrix) {
            double s = kernel.variance;
            double w = kernel.additive;
            places.blocks((from, to) -> {
                double[] both = new double[2];
                double[] out = kept.length > 0 ? kept : new double[dimension + 3];
                for (int i = from; i < to; i++) {
                    for (int j = 0; j < i; j++) {
                        int at = kept.length > 0 ? at(i, j) : 0;
                        evaluate(i, j, both, out, at);
                        matrix[i * n + j] += s * ((1 - w) * out[at] + w * out[at + 1]);
                    }
                    matrix[i * n + i] += s;
                }
                return matrix;
            });
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            List<Sums> parts = places.blocks((from, to) -> new Sums(from, to, m));
            Sums sums = parts.getFirst();
            parts.subList(1, parts.size()).forEach(sums::add);
            double s = kernel.variance;
            double w = kernel.additive;
            double byVariance = (1 - w) * sums.together + w * sums.apart + 0.5 * sums.trace;
            signal.ifPresent(at -> at.add(gradient, 0, s * byVariance));
            share.add(gradient, 0, s * w * (1 - w) * (sums.apart - sums.together));
            double[] t = new double[n];
            for (int d = 0; d < dimension; d++) {
                double byLengthscale = 0;
                for (int i = 0; i < n; i++) {
                    t[i] = sums.pull[i * dimension + d];
                    byLengthscale += categorical[d] ? 0.5 * t[i] : x[i * dimension + d] * t[i];
                }
                lengthscales.add(gradient, d, -2 * kernel.weight[d] * byLengthscale);
                if (!categorical[d]) {
                    places.addSlopes(group[d], t, 2 * kernel.weight[d], gradient);
                }
            }
        }

        /** What the pairs of a block of rows add to the derivatives. */
        private final class Sums {
            private double together; // Σ m ρ of both parts
            private double apart;
            private double trace;
            private final double[] pull = new double[n * dimension]; // t

            Sums(int from, int to, double[] m) {
                double[] both = new double[2];
                double[] pair = kept.length > 0 ? kept : new double[dimension + 3];
                double ofAll = kernel.together();
                double ofOne = kernel.variance * kernel.additive; // over D, times the inner D
                for (int i = from; i < to; i++) {
                    for (int j = 0; j < i; j++) { // each pair stands for two entries
                        int at = kept.length > 0 ? at(i, j) : 0;
                        if (kept.length == 0) {
                            evaluate(i, j, both, pair, at);
                        }
                        double g = m[i * n + j];
                        together += g * pair[at];
                        apart += g * pair[at + 1];
                        double all = ofAll * pair[at + 2];
                        for (int d = 0; d < dimension; d++) {
                            double slope = g * (all + ofOne * pair[at + 3 + d]);
                            double delta = delta(d, i, j);
                            if (!categorical[d]) {
                                pull[i * dimension + d] += slope * delta;
                                pull[j * dimension + d] -= slope * delta;
                            } else if (delta != 0) {
                                double by = metric[d] ? slope * delta : slope;
                                pull[i * dimension + d] += by;
                                pull[j * dimension + d] += by;
                            }
                        }
                    }
                    trace += m[i * n + i];
                }
            }

            /** Adds the sums of the next block. */
            void add(Sums next) {
                together += next.together;
                apart += next.apart;
                trace += next.trace;
                for (int i = 0; i < pull.length; i++) {
                    pull[i] += next.pull[i];
                }
            }
        }
    }
}
