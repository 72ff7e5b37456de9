package org.attune.tla;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Models of the target and of its sources as one.
 *
 * <pre>
 *   μ(x) = c (Σ_k a_k m_k(x)) + s,   σ(x) = c Π_k σ_k(x)^e_k
 * </pre>
 *
 * <p>Formulas (7) to (10) and (13) of GPTune's guide are such combinations; they differ by a and e.
 * The last step, with c and s, takes the sum to the scale of the target's outputs.
 */
final class CombinedSurrogate implements Surrogate {
    private final List<Member> members;
    private final double[] sum; // a
    private final double[] powers; // e
    private final double factor; // c
    private final double shift; // s
    private final OutputWarp warp;
    private final Dataset data;
    private final double noise;

    /**
     * Combines.
     *
     * @param members at least one
     * @param sum a, weights of the means
     * @param powers e, exponents of the deviations
     * @param factor c, positive
     * @param shift s
     * @param warp of the target's outputs to the scale of the combination
     * @param data of the target, perhaps none
     * @param noise variance of one measurement, on the scale of the combination
     */
    CombinedSurrogate(
            List<Member> members,
            double[] sum,
            double[] powers,
            double factor,
            double shift,
            OutputWarp warp,
            Dataset data,
            double noise) {
        this.members = List.copyOf(members);
        this.sum = sum.clone();
        this.powers = powers.clone();
        this.factor = factor;
        this.shift = shift;
        this.warp = warp;
        this.data = data;
        this.noise = noise;
    }

    @Override
    public int dimension() {
        return members.getFirst().model().dimension();
    }

    @Override
    public void predict(double[] x, double[] out) {
        double[] moments = new double[2];
        double mean = 0;
        double log = 0;
        for (int k = 0; k < sum.length; k++) {
            members.get(k).predict(x, moments);
            mean += sum[k] * moments[0];
            log += powers[k] * Math.log(positive(moments[1]));
        }
        put(out, mean, log);
    }

    private void put(double[] out, double mean, double log) {
        out[0] = factor * mean + shift;
        out[1] = factor * factor * Math.exp(log);
    }

    /** A variance of 0 has no logarithm, and that of a noise-free process at its data is 0. */
    private static double positive(double variance) {
        return Math.max(variance, 1e-18);
    }

    @Override
    public void predict(double[] x, double[] out, double[] byMean, double[] byVariance) {
        double[] moments = new double[2];
        double[][] slopes = new double[2][x.length];
        Arrays.fill(byMean, 0);
        Arrays.fill(byVariance, 0);
        double mean = 0;
        double log = 0;
        for (int k = 0; k < sum.length; k++) {
            members.get(k).predict(x, moments, slopes[0], slopes[1]);
            double v = positive(moments[1]);
            mean += sum[k] * moments[0];
            log += powers[k] * Math.log(v);
            for (int d = 0; d < x.length; d++) {
                byMean[d] += factor * sum[k] * slopes[0][d];
                byVariance[d] += powers[k] * slopes[1][d] / v;
            }
        }
        put(out, mean, log);
        for (int d = 0; d < x.length; d++) {
            byVariance[d] *= out[1];
        }
    }

    /** Draws of the members about their means, with the deviation of the combination. */
    @Override
    public Draws draws(int count, Generator random) {
        List<Draws> own = members.stream().map(m -> m.model().draws(count, random)).toList();
        return x -> {
            double[][] values = new double[count][x.length];
            double[] total = new double[x.length];
            double[] moments = new double[2];
            for (int k = 0; k < sum.length; k++) {
                double[][] ofMember = own.get(k).values(x);
                for (int i = 0; i < x.length; i++) {
                    members.get(k).model().predict(x[i], moments);
                    double a = sum[k] * members.get(k).factor();
                    total[i] += a * a * moments[1];
                    for (int draw = 0; draw < count; draw++) {
                        values[draw][i] += a * (ofMember[draw][i] - moments[0]);
                    }
                }
            }
            for (int i = 0; i < x.length; i++) {
                predict(x[i], moments);
                double wide = total[i] > 0 ? Math.sqrt(moments[1] / total[i]) : 0;
                for (double[] draw : values) {
                    draw[i] = moments[0] + wide * draw[i];
                }
            }
            return values;
        };
    }

    @Override
    public OutputWarp warp() {
        return warp;
    }

    @Override
    public Dataset data() {
        return data;
    }

    @Override
    public double noiseVariance() {
        return noise;
    }

    /** The target's model leaves its trials out; those of sources have not seen them. */
    @Override
    public double[][] leaveOneOut() {
        int n = data.size();
        double[] mean = new double[n];
        double[] log = new double[n];
        double[] moments = new double[2];
        for (int k = 0; k < sum.length; k++) {
            Member m = members.get(k);
            double[][] left = m.ofTarget() ? m.model().leaveOneOut() : new double[0][];
            for (int i = 0; i < n; i++) {
                if (m.ofTarget()) {
                    moments = left[i].clone();
                    m.scale(moments);
                } else {
                    m.predict(data.x()[i], moments);
                }
                mean[i] += sum[k] * moments[0];
                log[i] += powers[k] * Math.log(positive(moments[1]));
            }
        }
        double[][] rows = new double[n][2];
        ObservationNoise[] own = data.noise(warp);
        for (int i = 0; i < n; i++) {
            put(rows[i], mean[i], log[i]);
            rows[i][1] += own[i].variance(noise);
        }
        return rows;
    }

    /** Every member assumes what it believes itself. */
    @Override
    public Optional<Surrogate> assuming(PendingRule rule, List<double[]> pending) {
        var assumed = new ArrayList<Member>();
        for (Member m : members) {
            m.model().assuming(rule, pending).ifPresent(s -> assumed.add(m.with(s)));
        }
        return assumed.size() < members.size()
                ? Optional.empty()
                : Optional.of(
                        new CombinedSurrogate(
                                assumed, sum, powers, factor, shift, warp, data, noise));
    }

    /** Returns those of the member with the greatest weight that has such. */
    @Override
    public Optional<double[]> lengthscales() {
        return IntStream.range(0, sum.length)
                .boxed()
                .sorted((a, b) -> Double.compare(sum[b], sum[a]))
                .map(k -> members.get(k).model().lengthscales())
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public boolean isShared() {
        return members.stream().anyMatch(m -> !m.ofTarget());
    }

    @Override
    public Map<String, Object> description(List<String> names) {
        var map = new LinkedHashMap<String, Object>();
        map.put(
                "combination",
                IntStream.range(0, sum.length)
                        .mapToObj(k ->
                                Map.of(
                                        "of_target",
                                        members.get(k).ofTarget(),
                                        "weight",
                                        sum[k],
                                        "power",
                                        powers[k]))
                        .toList());
        return map;
    }
}
