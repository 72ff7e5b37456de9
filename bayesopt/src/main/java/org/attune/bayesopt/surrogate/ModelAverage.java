package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.ModelQuality;
import org.attune.api.Predictor.Draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Surrogates of the same data of which one is right, each with some probability:
 *
 * <pre>
 *   p(z | x) = Σ_k w_k N(z; μ_k(x), σ_k²(x)),   Σ_k w_k = 1
 * </pre>
 *
 * <p>Its variance is that of the members and of their means: where they disagree, nobody knows.
 *
 * <p>Source: J. A. Hoeting, D. Madigan, A. E. Raftery and C. T. Volinsky, "Bayesian model
 * averaging: a tutorial", Statistical Science 14 (1999).
 */
public final class ModelAverage implements Surrogate, Mixture {
    private final List<Surrogate> members;
    private final double[] weights;

    /**
     * Joins the members.
     *
     * @param members at least one, of the same data and on the same warped scale
     * @param weights of each, positive; only their ratios count
     * @throws IllegalArgumentException if the numbers differ, or the weights are not such
     */
    public ModelAverage(List<? extends Surrogate> members, double[] weights) {
        double sum = Arrays.stream(weights).sum();
        if (members.isEmpty()
                || members.size() != weights.length
                || Arrays.stream(weights).anyMatch(w -> !(w > 0))
                || !(sum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "%d surrogates have the weights %s: one each, positive."
                            .formatted(members.size(), Arrays.toString(weights)));
        }
        this.members = List.copyOf(members);
        this.weights = Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    private Surrogate heaviest() {
        int best = 0;
        for (int k = 1; k < weights.length; k++) {
            best = weights[k] > weights[best] ? k : best;
        }
        return members.get(best);
    }

    @Override
    public int dimension() {
        return members.getFirst().dimension();
    }

    @Override
    public int components() {
        return members.size();
    }

    @Override
    public double[][] at(double[] x) {
        double[][] components = new double[weights.length][];
        double[] moments = new double[2];
        for (int k = 0; k < weights.length; k++) {
            members.get(k).predict(x, moments);
            components[k] = new double[] {weights[k], moments[0], moments[1]};
        }
        return components;
    }

    @Override
    public double[][] at(double[] x, double[][][] gradients) {
        double[][] components = new double[weights.length][];
        double[] moments = new double[2];
        for (int k = 0; k < weights.length; k++) {
            Arrays.fill(gradients[k][0], 0);
            members.get(k).predict(x, moments, gradients[k][1], gradients[k][2]);
            components[k] = new double[] {weights[k], moments[0], moments[1]};
        }
        return components;
    }

    @Override
    public void predict(double[] x, double[] out) {
        moments(at(x), out);
    }

    private static void moments(double[][] components, double[] out) {
        double mean = 0;
        for (double[] c : components) {
            mean += c[0] * c[1];
        }
        double variance = 0;
        for (double[] c : components) {
            variance += c[0] * (c[2] + (c[1] - mean) * (c[1] - mean));
        }
        out[0] = mean;
        out[1] = variance;
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        double[][][] slopes = new double[weights.length][3][x.length];
        double[][] components = at(x, slopes);
        moments(components, out);
        Arrays.fill(meanGradient, 0);
        Arrays.fill(varianceGradient, 0);
        for (int k = 0; k < weights.length; k++) {
            double off = components[k][1] - out[0];
            for (int d = 0; d < x.length; d++) {
                meanGradient[d] += weights[k] * slopes[k][1][d];
                // the terms by the mean cancel: Σ w_k (μ_k - μ) = 0
                varianceGradient[d] += weights[k] * (slopes[k][2][d] + 2 * off * slopes[k][1][d]);
            }
        }
    }

    @Override
    public OutputWarp warp() {
        return members.getFirst().warp();
    }

    @Override
    public Dataset data() {
        return members.getFirst().data();
    }

    /** Returns the weighted mean. */
    @Override
    public double noiseVariance() {
        return IntStream.range(0, weights.length)
                .mapToDouble(k -> weights[k] * members.get(k).noiseVariance())
                .sum();
    }

    @Override
    public double[][] leaveOneOut() {
        List<double[][]> left = members.stream().map(Surrogate::leaveOneOut).toList();
        double[][] all = new double[data().size()][2];
        for (int i = 0; i < all.length; i++) {
            double[][] components = new double[weights.length][];
            for (int k = 0; k < weights.length; k++) {
                double[] of = left.get(k)[i];
                components[k] = new double[] {weights[k], of[0], of[1]};
            }
            moments(components, all[i]);
        }
        return all;
    }

    /** Every member assumes what it believes itself. */
    @Override
    public Optional<Surrogate> assuming(
            PendingRule rule, List<double[]> pending, List<double[]> failed) {
        var assumed = new ArrayList<Surrogate>();
        for (Surrogate member : members) {
            member.assuming(rule, pending, failed).ifPresent(assumed::add);
        }
        return assumed.size() < members.size()
                ? Optional.empty()
                : Optional.of(new ModelAverage(assumed, weights));
    }

    /** Each draw is of one member. */
    @Override
    public Draws draws(int count, Generator random) {
        return drawn(count, random, m -> m.draws(count, random));
    }

    @Override
    public Draws marginalDraws(int count, Generator random) {
        return drawn(count, random, m -> m.marginalDraws(count, random));
    }

    private Draws drawn(int count, Generator random, Function<Surrogate, Draws> draws) {
        int[] of = new int[count];
        for (int i = 0; i < count; i++) {
            double left = random.nextDouble();
            while (of[i] < weights.length - 1 && left >= weights[of[i]]) {
                left -= weights[of[i]++];
            }
        }
        List<Draws> ofMembers = members.stream().map(draws).toList();
        return x -> {
            List<double[][]> values = ofMembers.stream().map(d -> d.values(x)).toList();
            return IntStream.range(0, count)
                    .mapToObj(i -> values.get(of[i])[i])
                    .toArray(double[][]::new);
        };
    }

    /** Of the mixture, each member with its noise. */
    @Override
    public double logDensity(double[] x, double output) {
        double[] logs = new double[weights.length];
        Arrays.setAll(logs, k -> Math.log(weights[k]) + members.get(k).logDensity(x, output));
        double top = Arrays.stream(logs).max().orElseThrow();
        return top == Double.NEGATIVE_INFINITY
                ? top
                : top + Math.log(Arrays.stream(logs).map(l -> Math.exp(l - top)).sum());
    }

    /** Weighted geometric means. */
    @Override
    public Optional<double[]> lengthscales() {
        return new WeightedSum(members, weights).lengthscales();
    }

    /** Returns those of the member with the most weight, as what else cannot be averaged. */
    @Override
    public Optional<Hyperparameters> kernel() {
        return heaviest().kernel();
    }

    @Override
    public Optional<Fit> fit() {
        return heaviest().fit();
    }

    @Override
    public List<ModelQuality> performanceModels() {
        return heaviest().performanceModels();
    }

    @Override
    public boolean isShared() {
        return members.stream().anyMatch(Surrogate::isShared);
    }

    @Override
    public Map<String, Object> description(List<String> axes) {
        var map = new LinkedHashMap<String, Object>(heaviest().description(axes));
        map.put("shared", isShared());
        map.put("averaged", Arrays.stream(weights).boxed().toList());
        return map;
    }
}
