package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One Gaussian process over configurations and their regime, which is one more category: regimes
 * have lengthscales in common, and how much else is learned. A regime of one observation has a
 * model so, and the additive share is a difference of levels.
 */
public final class SharedExperts implements Experts {
    private static final double DEVIATION = 1; // of warped outputs

    private final double[] codes; // of the regimes
    private final RegimeProcess process;

    private SharedExperts(double[] codes, RegimeProcess process) {
        this.codes = codes;
        this.process = process;
    }

    /**
     * Fits the process.
     *
     * @param data warped outputs
     * @param seed of the search for hyperparameters
     * @return empty where it breaks down
     */
    public static Optional<Experts> fit(
            RegimeEngine engine, Dataset data, Partition partition, Seed seed) {
        List<String> names =
                IntStream.range(0, Math.max(partition.regimes(), 2))
                        .mapToObj(k -> "r" + k)
                        .toList();
        Parameter regime = Parameter.categorical(unused(engine.space()), names);
        var parameters = new ArrayList<Parameter>(engine.space().parameters());
        parameters.add(regime);
        double[] codes =
                IntStream.range(0, partition.regimes())
                        .mapToDouble(k -> regime.encode(names.get(k)))
                        .toArray();
        return RegimeProcess.fit(
                        engine,
                        engine.axes(Space.of(parameters)),
                        placed(data, partition, codes),
                        DEVIATION,
                        seed)
                .map(p -> new SharedExperts(codes, p));
    }

    private static String unused(Space space) {
        List<String> taken = space.parameters().stream().map(Parameter::name).toList();
        String name = "regime";
        while (taken.contains(name)) {
            name += "_";
        }
        return name;
    }

    private static double[] place(double[] x, double code) {
        double[] place = Arrays.copyOf(x, x.length + 1);
        place[x.length] = code;
        return place;
    }

    @Override
    public int regimes() {
        return codes.length;
    }

    @Override
    public Posterior of(int regime) {
        return new Posterior() {
            @Override
            public int dimension() {
                return process.dimension() - 1;
            }

            @Override
            public void predict(double[] x, double[] out) {
                process.predict(place(x, codes[regime]), out);
            }

            @Override
            public void predict(
                    double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
                double[] byMean = new double[x.length + 1];
                double[] byVariance = new double[x.length + 1];
                process.predict(place(x, codes[regime]), out, byMean, byVariance);
                System.arraycopy(byMean, 0, meanGradient, 0, x.length);
                System.arraycopy(byVariance, 0, varianceGradient, 0, x.length);
            }
        };
    }

    @Override
    public double noiseVariance(int regime) {
        return process.hyperparameters().noiseVariance();
    }

    @Override
    public Draws draws(int regime, int count, Generator random) {
        Draws draws = process.draws(count, random);
        return x ->
                draws.values(
                        Arrays.stream(x)
                                .map(p -> place(p, codes[regime]))
                                .toArray(double[][]::new));
    }

    @Override
    public Optional<Experts> keeping(int[] kept) {
        return process.keeping(kept).map(p -> new SharedExperts(codes, p));
    }

    @Override
    public Optional<Experts> of(Dataset data, Partition partition, int steps) {
        return process.of(placed(data, partition, codes), DEVIATION, steps)
                .map(p -> new SharedExperts(codes, p));
    }

    private static Dataset placed(Dataset data, Partition partition, double[] codes) {
        double[][] places = new double[data.size()][];
        Arrays.setAll(places, i -> place(data.x()[i], codes[partition.regime(i)]));
        return new Dataset(places, data.y(), data.noise());
    }

    @Override
    public Optional<Experts> with(List<double[]> places, int[] regimes, double[] z) {
        var at = new ArrayList<double[]>();
        for (int i = 0; i < z.length; i++) {
            at.add(place(places.get(i), codes[regimes[i]]));
        }
        return process.with(at, z).map(p -> new SharedExperts(codes, p));
    }

    @Override
    public Optional<Experts> sampled(HyperparameterSampling how, Seed seed) {
        return process.sampled(how, seed.child("posterior", 0))
                .map(chain ->
                        new SampledExperts(
                                chain.stream()
                                        .<Experts>map(p -> new SharedExperts(codes, p))
                                        .toList()));
    }

    @Override
    public double[] lengthscales(int regime) {
        double[] all = process.hyperparameters().lengthscales();
        return Arrays.copyOf(all, all.length - 1);
    }

    @Override
    public Map<String, Object> description(int regime, List<String> axes) {
        return OwnExperts.described(
                axes,
                lengthscales(regime),
                process.hyperparameters().signalVariance(),
                noiseVariance(regime));
    }
}
