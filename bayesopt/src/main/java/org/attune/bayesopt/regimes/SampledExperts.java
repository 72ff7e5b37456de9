package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Posterior;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What is believed of regimes with their hyperparameters integrated out: S experts, each with
 * hyperparameters drawn from their posterior, mixed evenly. Of a regime the moments count,
 *
 * <pre>
 *   μ(x) = Σ_s μ_s(x) / S,   σ²(x) = Σ_s (σ²_s(x) + μ_s(x)²) / S - μ(x)²
 * </pre>
 *
 * <p>Source: Rasmussen and Williams (2006), section 5.2, eq. (5.3), the integral by Monte Carlo.
 */
final class SampledExperts implements Experts {
    private final List<Experts> samples;

    /** Mixes experts of the same regimes and data; at least one. */
    SampledExperts(List<Experts> samples) {
        this.samples = List.copyOf(samples);
    }

    @Override
    public int regimes() {
        return samples.getFirst().regimes();
    }

    @Override
    public Posterior of(int regime) {
        return new EvenMixture(samples.stream().map(e -> e.of(regime)).toList());
    }

    @Override
    public double noiseVariance(int regime) {
        return mean(e -> e.noiseVariance(regime));
    }

    private double mean(ToDoubleFunction<Experts> of) {
        return samples.stream().mapToDouble(of).sum() / samples.size();
    }

    /** Of the samples in turn, each as often, and as often first. */
    @Override
    public Draws draws(int regime, int count, Generator random) {
        int size = samples.size();
        List<Draws> each =
                IntStream.range(0, Math.min(size, count))
                        .mapToObj(s ->
                                samples.get(s).draws(regime, (count - s + size - 1) / size, random))
                        .toList();
        return x -> {
            double[][][] values = each.stream().map(d -> d.values(x)).toArray(double[][][]::new);
            double[][] all = new double[count][];
            Arrays.setAll(all, i -> values[i % size][i / size]);
            return all;
        };
    }

    @Override
    public Optional<Experts> keeping(int[] kept) {
        return each(e -> e.keeping(kept));
    }

    private Optional<Experts> each(Function<Experts, Optional<Experts>> change) {
        List<Experts> changed = samples.stream().flatMap(e -> change.apply(e).stream()).toList();
        return Optional.of(changed)
                .filter(c -> c.size() == samples.size())
                .map(SampledExperts::new);
    }

    /** By the moments over the samples, each with its own noise. */
    @Override
    public Optional<double[][]> leaveOneOut() {
        List<double[][]> each = samples.stream().flatMap(e -> e.leaveOneOut().stream()).toList();
        if (each.size() < samples.size()) {
            return Optional.empty();
        }
        double[][] moments = new double[each.getFirst().length][];
        Arrays.setAll(
                moments,
                i -> EvenMixture.moments(each.stream().map(m -> m[i]).toArray(double[][]::new)));
        return Optional.of(moments);
    }

    @Override
    public Optional<Experts> of(Dataset data, Partition partition, int steps) {
        return each(e -> e.of(data, partition, steps));
    }

    @Override
    public Optional<Experts> with(List<double[]> places, int[] regimes, double[] z) {
        return each(e -> e.with(places, regimes, z));
    }

    /** They are drawn already. */
    @Override
    public Optional<Experts> sampled(HyperparameterSampling how, Seed seed) {
        return Optional.of(this);
    }

    /** Geometric means over the samples. */
    @Override
    public double[] lengthscales(int regime) {
        double[] logs = new double[samples.getFirst().lengthscales(regime).length];
        for (Experts sample : samples) {
            double[] own = sample.lengthscales(regime);
            for (int d = 0; d < logs.length; d++) {
                logs[d] += Math.log(own[d]) / samples.size();
            }
        }
        return Arrays.stream(logs).map(Math::exp).toArray();
    }

    /** Of the first sample, with lengthscales and noise of all. */
    @Override
    public Map<String, Object> description(int regime, List<String> axes) {
        double signal =
                mean(e ->
                        ((Number) e.description(regime, axes).get("signal_variance"))
                                .doubleValue());
        Map<String, Object> map =
                OwnExperts.described(axes, lengthscales(regime), signal, noiseVariance(regime));
        map.put("hyperparameter_samples", samples.size());
        return map;
    }
}
