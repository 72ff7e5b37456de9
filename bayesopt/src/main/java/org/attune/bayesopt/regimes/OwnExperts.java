package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.Posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A Gaussian process of each regime, fitted to its observations alone. */
public final class OwnExperts implements Experts {
    private final Dataset data;
    private final Partition partition;
    private final List<RegimeProcess> processes;
    private volatile Optional<double[][]> left; // saves time only, null before

    private OwnExperts(Dataset data, Partition partition, List<RegimeProcess> processes) {
        this.data = data;
        this.partition = partition;
        this.processes = List.copyOf(processes);
    }

    /**
     * Fits the processes.
     *
     * @param data warped outputs
     * @param seed of the searches for hyperparameters
     * @return empty where one breaks down
     */
    public static Optional<Experts> fit(
            RegimeEngine engine, Dataset data, Partition partition, Seed seed) {
        double within = within(data, partition);
        var processes = new ArrayList<RegimeProcess>();
        for (int k = 0; k < partition.regimes(); k++) {
            RegimeProcess.fit(
                            engine,
                            engine.axes(),
                            data.select(partition.rows(k)),
                            within,
                            seed.child("regime", k))
                    .ifPresent(processes::add);
        }
        return joined(data, partition, processes);
    }

    /** Returns the deviation of the outputs within regimes. */
    private static double within(Dataset data, Partition partition) {
        double squares = 0;
        for (int k = 0; k < partition.regimes(); k++) {
            double[] z = data.select(partition.rows(k)).y();
            double mean = Arrays.stream(z).average().orElseThrow();
            squares += Arrays.stream(z).map(v -> (v - mean) * (v - mean)).sum();
        }
        int degrees = Math.max(data.size() - partition.regimes(), 1);
        return squares > 0 ? Math.sqrt(squares / degrees) : 1;
    }

    private static Optional<Experts> joined(
            Dataset data, Partition partition, List<RegimeProcess> processes) {
        return processes.size() < partition.regimes()
                ? Optional.empty()
                : Optional.of(new OwnExperts(data, partition, processes));
    }

    @Override
    public int regimes() {
        return processes.size();
    }

    @Override
    public Posterior of(int regime) {
        return processes.get(regime);
    }

    @Override
    public double noiseVariance(int regime) {
        return processes.get(regime).hyperparameters().noiseVariance();
    }

    @Override
    public Draws draws(int regime, int count, Generator random) {
        return processes.get(regime).draws(count, random);
    }

    @Override
    public Optional<Experts> keeping(int[] kept) {
        var left = new ArrayList<RegimeProcess>();
        for (int k = 0; k < processes.size(); k++) {
            int[] rows = partition.rows(k);
            int[] own =
                    IntStream.range(0, rows.length)
                            .filter(i -> Arrays.binarySearch(kept, rows[i]) >= 0)
                            .toArray();
            processes.get(k).keeping(own).ifPresent(left::add);
        }
        return joined(data, partition, left);
    }

    @Override
    public Optional<double[][]> leaveOneOut() {
        if (left == null) {
            left = leftOut();
        }
        return left;
    }

    private Optional<double[][]> leftOut() {
        double[][] moments = new double[partition.observations()][];
        for (int k = 0; k < processes.size(); k++) {
            int[] rows = partition.rows(k);
            Optional<double[][]> own = processes.get(k).leaveOneOut(withoutRegime(rows[0]));
            if (own.isEmpty()) {
                return Optional.empty();
            }
            for (int i = 0; i < rows.length; i++) {
                moments[rows[i]] = own.get()[i];
            }
        }
        return Optional.of(moments);
    }

    /** Returns mean and variance of all other outputs: what is said of a regime's only one. */
    private double[] withoutRegime(int row) {
        double[] z =
                IntStream.range(0, data.size())
                        .filter(i -> i != row)
                        .mapToDouble(i -> data.y()[i])
                        .toArray();
        double mean = Arrays.stream(z).average().orElse(0);
        double squares = Arrays.stream(z).map(v -> (v - mean) * (v - mean)).sum();
        return new double[] {mean, z.length > 1 && squares > 0 ? squares / (z.length - 1) : 1};
    }

    @Override
    public Optional<Experts> of(Dataset data, Partition other, int steps) {
        return of(data, other, steps, true);
    }

    @Override
    public Optional<Experts> changed(Dataset data, Partition other, int steps) {
        return of(data, other, steps, false);
    }

    private Optional<Experts> of(Dataset data, Partition other, int steps, boolean all) {
        double within = within(data, other);
        var again = new ArrayList<RegimeProcess>();
        for (int k = 0; k < processes.size(); k++) {
            int[] rows = other.rows(k);
            int needed = all || !Arrays.equals(rows, partition.rows(k)) ? steps : 0;
            processes.get(k).of(data.select(rows), within, needed).ifPresent(again::add);
        }
        return joined(data, other, again);
    }

    @Override
    public Optional<Experts> with(List<double[]> places, int[] regimes, double[] z) {
        var more = new ArrayList<RegimeProcess>();
        for (int k = 0; k < processes.size(); k++) {
            int regime = k;
            int[] own = IntStream.range(0, z.length).filter(i -> regimes[i] == regime).toArray();
            processes
                    .get(k)
                    .with(
                            Arrays.stream(own).mapToObj(places::get).toList(),
                            Arrays.stream(own).mapToDouble(i -> z[i]).toArray())
                    .ifPresent(more::add);
        }
        return joined(data, partition, more);
    }

    @Override
    public Optional<Experts> sampled(HyperparameterSampling how, Seed seed) {
        var chains = new ArrayList<List<RegimeProcess>>();
        for (int k = 0; k < processes.size(); k++) {
            processes.get(k).sampled(how, seed.child("posterior", k)).ifPresent(chains::add);
        }
        if (chains.size() < processes.size()) {
            return Optional.empty();
        }
        return Optional.of(
                new SampledExperts(
                        IntStream.range(0, how.processes())
                                .<Experts>mapToObj(s ->
                                        new OwnExperts(
                                                data,
                                                partition,
                                                chains.stream().map(c -> c.get(s)).toList()))
                                .toList()));
    }

    @Override
    public double[] lengthscales(int regime) {
        return processes.get(regime).hyperparameters().lengthscales();
    }

    @Override
    public Map<String, Object> description(int regime, List<String> axes) {
        return described(
                axes,
                lengthscales(regime),
                processes.get(regime).hyperparameters().signalVariance(),
                noiseVariance(regime));
    }

    static Map<String, Object> described(
            List<String> axes, double[] lengthscales, double signal, double noise) {
        var map = new LinkedHashMap<String, Object>();
        map.put("lengthscales", Hyperparameters.byName(axes, lengthscales));
        map.put("signal_variance", signal);
        map.put("noise_variance", noise);
        return map;
    }
}
