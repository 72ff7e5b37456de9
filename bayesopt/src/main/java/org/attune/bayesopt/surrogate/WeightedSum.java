package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The weighted sum of independent surrogates of one task: of the target's own, which is the first
 * one, and of others that may have been fitted to other data.
 *
 * <pre>
 *   μ(x) = Σ_k w_k μ_k(x),   σ²(x) = Σ_k w_k² σ_k²(x),   Σ_k w_k = 1
 * </pre>
 *
 * <p>Each member predicts in deviations of its own outputs; the sum is on the scale of the first
 * one, whose warp, noise and data it has.
 *
 * <p>Source: M. Feurer, B. Letham, F. Hutter and E. Bakshy, "Practical transfer learning for
 * Bayesian optimization", arXiv:1802.02219, section 4 (the ensemble, not its weights).
 */
public final class WeightedSum implements Surrogate {
    private final List<Surrogate> members;
    private final double[] weights;

    /**
     * Makes the sum.
     *
     * @param members at least one, of the same axes, that of the task itself first
     * @param weights of each, not negative, not all 0; only their ratios count
     * @throws IllegalArgumentException if the numbers differ, or the weights are not such
     */
    public WeightedSum(List<? extends Surrogate> members, double[] weights) {
        double sum = Arrays.stream(weights).sum();
        if (members.isEmpty()
                || members.size() != weights.length
                || Arrays.stream(weights).anyMatch(w -> !(w >= 0))
                || !(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "%d surrogates have the weights %s: one each, not negative, not all 0."
                            .formatted(members.size(), Arrays.toString(weights)));
        }
        this.members = List.copyOf(members);
        this.weights = Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    private Surrogate first() {
        return members.getFirst();
    }

    @Override
    public int dimension() {
        return first().dimension();
    }

    @Override
    public void predict(double[] x, double[] out) {
        double[] moments = new double[2];
        double mean = 0;
        double variance = 0;
        for (int k = 0; k < weights.length; k++) {
            members.get(k).predict(x, moments);
            mean += weights[k] * moments[0];
            variance += weights[k] * weights[k] * moments[1];
        }
        out[0] = mean;
        out[1] = variance;
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        double[] moments = new double[2];
        double[][] slopes = new double[2][x.length];
        Arrays.fill(out, 0, 2, 0);
        Arrays.fill(meanGradient, 0);
        Arrays.fill(varianceGradient, 0);
        for (int k = 0; k < weights.length; k++) {
            double w = weights[k];
            members.get(k).predict(x, moments, slopes[0], slopes[1]);
            out[0] += w * moments[0];
            out[1] += w * w * moments[1];
            for (int d = 0; d < x.length; d++) {
                meanGradient[d] += w * slopes[0][d];
                varianceGradient[d] += w * w * slopes[1][d];
            }
        }
    }

    @Override
    public Draws draws(int count, Generator random) {
        List<Draws> ofMembers = members.stream().map(m -> m.draws(count, random)).toList();
        return x -> {
            double[][] sum = new double[count][x.length];
            for (int k = 0; k < weights.length; k++) {
                double[][] values = ofMembers.get(k).values(x);
                for (int draw = 0; draw < count; draw++) {
                    for (int i = 0; i < x.length; i++) {
                        sum[draw][i] += weights[k] * values[draw][i];
                    }
                }
            }
            return sum;
        };
    }

    @Override
    public OutputWarp warp() {
        return first().warp();
    }

    @Override
    public Dataset data() {
        return first().data();
    }

    @Override
    public double noiseVariance() {
        return first().noiseVariance();
    }

    /**
     * A member that was fitted to the data of the first one leaves them out in its turn; others
     * have not seen them.
     */
    @Override
    public double[][] leaveOneOut() {
        int n = data().size();
        double[][] sum = new double[n][2];
        ObservationNoise[] noise = data().noise(warp());
        for (int k = 0; k < weights.length; k++) {
            double w = weights[k];
            Surrogate member = members.get(k);
            boolean hasSeen = member.data().sameAs(data());
            double[][] left = hasSeen ? member.leaveOneOut() : new double[0][];
            for (int i = 0; i < n; i++) {
                double own = noise[i].variance(member.noiseVariance()); // is in what is left out
                double[] moments = hasSeen ? left[i].clone() : predicted(member, data().x()[i]);
                sum[i][0] += w * moments[0];
                sum[i][1] += w * w * Math.max(moments[1] - (hasSeen ? own : 0), 0);
            }
        }
        for (int i = 0; i < n; i++) {
            sum[i][1] += noise[i].variance(noiseVariance());
        }
        return sum;
    }

    private static double[] predicted(Surrogate member, double[] x) {
        double[] moments = new double[2];
        member.predict(x, moments);
        return moments;
    }

    /** Every member assumes what it believes itself. */
    @Override
    public Optional<Surrogate> assuming(PendingRule rule, List<double[]> pending) {
        var assumed = new ArrayList<Surrogate>();
        for (Surrogate member : members) {
            member.assuming(rule, pending).ifPresent(assumed::add);
        }
        return assumed.size() < members.size()
                ? Optional.empty()
                : Optional.of(new WeightedSum(assumed, weights));
    }

    /** Weighted geometric means of those of the members that have such. */
    @Override
    public Optional<double[]> lengthscales() {
        double[] logs = new double[dimension()];
        double sum = 0;
        for (int k = 0; k < weights.length; k++) {
            Optional<double[]> own = members.get(k).lengthscales();
            if (own.isPresent()) {
                sum += weights[k];
                for (int d = 0; d < logs.length; d++) {
                    logs[d] += weights[k] * Math.log(own.get()[d]);
                }
            }
        }
        double all = sum;
        return sum > 0
                ? Optional.of(Arrays.stream(logs).map(l -> Math.exp(l / all)).toArray())
                : Optional.empty();
    }

    @Override
    public boolean isShared() {
        return members.stream().anyMatch(Surrogate::isShared);
    }

    @Override
    public Map<String, Object> description(List<String> axes) {
        var map = new LinkedHashMap<String, Object>();
        map.put(
                "weighted_sum",
                IntStream.range(0, weights.length)
                        .mapToObj(k ->
                                Map.of(
                                        "weight",
                                        weights[k],
                                        "model",
                                        members.get(k).description(axes)))
                        .toList());
        return map;
    }
}
