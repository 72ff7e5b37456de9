package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.NormalMixture;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A model of an output that jumps: a mixture of its regimes ({@link RegimeMixture}), the
 * observations that it is of, what it becomes when others are assumed, and what users are told.
 *
 * <p>Sources: the guide of GPTune, section 3.1.5; Y. Luo, J. W. Demmel, Y. Cho, X. S. Li and Y.
 * Liu, "Non-smooth Bayesian optimization in tuning problems", arXiv:2109.07563.
 */
public final class RegimeSurrogate extends RegimeMixture implements Surrogate {
    private static final int SEVERAL = -1; // regimes of the runs at a place
    private static final int SAMPLED = 150; // observations: beyond, chains take too long
    private static final HyperparameterSampling DRAWN = new HyperparameterSampling(12, 24, 12);

    private final Dataset data;
    private final OutputWarp warp;
    private final Optional<Surrogate> whole;
    private final double[] noise; // of each regime
    private Optional<HeldOut> heldOut = Optional.empty(); // saves time only

    /**
     * How the regimes are joined.
     *
     * @param hard whether the most probable regime counts alone
     * @param bySize whether an improvement in a regime counts by one over its number of
     *     observations, as published
     */
    public record Style(boolean hard, boolean bySize) {
        /** Regimes are mixed, and an improvement counts as such. */
        public static final Style MIXED = new Style(false, false);
    }

    /**
     * Joins the parts.
     *
     * @param data raw, n observations
     * @param warp from outputs to the scale of the experts
     * @param partition of the n observations
     * @param experts of each regime
     * @param boundary between the regimes
     * @param whole the surrogate of one regime of the same data, where there is one
     * @throws IllegalArgumentException if they are not of as many regimes
     */
    public RegimeSurrogate(
            Dataset data,
            OutputWarp warp,
            Partition partition,
            Experts experts,
            Boundary boundary,
            Style style,
            Optional<Surrogate> whole) {
        super(partition, experts, boundary, style);
        this.data = data;
        this.warp = warp;
        this.whole = whole;
        this.noise =
                IntStream.range(0, partition.regimes())
                        .mapToDouble(experts::noiseVariance)
                        .toArray();
    }

    /** Returns the regimes of the observations. */
    public Partition partition() {
        return partition;
    }

    /** Returns the surrogate of one regime, where there is one. */
    public Optional<Surrogate> whole() {
        return whole;
    }

    /**
     * Returns how many observations the regime of the best one has: as long as they are few, they
     * say little of where it ends and how it goes on there.
     */
    public int observationsBesideBest() {
        return partition.size(partition.regime(data.best()));
    }

    /** Returns what is believed of each regime. */
    public Experts experts() {
        return experts;
    }

    /**
     * Returns the same regimes, each only where it is plausible, see {@link PlausibleBoundary}.
     *
     * @param only whether each is only where it is the most probable: a step or a category away
     *     from the best trial, another regime would promise more than is left to be refined
     */
    public RegimeSurrogate plausible(boolean only) {
        return new RegimeSurrogate(
                data,
                warp,
                partition,
                experts,
                PlausibleBoundary.of(boundary.certain().surer(), data.size()),
                new Style(only || style.hard(), style.bySize()),
                whole);
    }

    /** Returns the same regimes with other experts of the same data. */
    RegimeSurrogate with(Experts others) {
        return new RegimeSurrogate(data, warp, partition, others, boundary, style, whole);
    }

    /**
     * Each draw is of one function in each regime; the same quantile everywhere says which. The
     * quantiles are spread evenly, so that a rare regime is drawn as often as it is expected.
     */
    @Override
    public Draws draws(int count, Generator random) {
        int[] strata = IntStream.range(0, count).toArray();
        random.shuffle(strata);
        double[] quantiles =
                Arrays.stream(strata).mapToDouble(s -> (s + random.nextDouble()) / count).toArray();
        List<Draws> ofRegimes =
                IntStream.range(0, components())
                        .mapToObj(k -> experts.draws(k, count, random))
                        .toList();
        return x -> {
            double[][][] values =
                    ofRegimes.stream().map(d -> d.values(x)).toArray(double[][][]::new);
            double[][] mixed = new double[count][x.length];
            for (int i = 0; i < x.length; i++) {
                double[][] mixture = at(x[i]);
                for (int draw = 0; draw < count; draw++) {
                    mixed[draw][i] =
                            values[MixtureWeights.regimeAt(mixture, quantiles[draw])][draw][i];
                }
            }
            return mixed;
        };
    }

    /**
     * Returns the regimes with the hyperparameters of each process integrated out, as long as there
     * are not too many observations for that.
     */
    @Override
    public NormalMixture marginal(Generator random) {
        Optional<Experts> sampled =
                data.size() > SAMPLED
                        ? Optional.empty()
                        : experts.sampled(DRAWN, new Seed(random.nextLong()));
        return sampled.map(this::with).orElse(this).knowingRuns();
    }

    /** At a place with runs of several regimes all of them are as probable as elsewhere. */
    @Override
    public NormalMixture knowingRuns() {
        var regimes = new HashMap<Place, Integer>();
        for (int i = 0; i < data.size(); i++) {
            regimes.merge(
                    new Place(data.x()[i]),
                    partition.regime(i),
                    (a, b) -> a.equals(b) ? a : SEVERAL);
        }
        return x -> {
            double[][] mixture = at(x);
            int regime = regimes.getOrDefault(new Place(x), SEVERAL);
            for (int k = 0; k < mixture.length && regime != SEVERAL; k++) {
                mixture[k][0] = k == regime ? 1 : 0;
            }
            return mixture;
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

    /** Returns the mean over the observations. */
    @Override
    public double noiseVariance() {
        double sum = 0;
        for (int k = 0; k < noise.length; k++) {
            sum += noise[k] * partition.size(k);
        }
        return sum / partition.observations();
    }

    @Override
    public double[][] leaveOneOut() {
        return heldOut().moments();
    }

    /** Of the mixtures. */
    @Override
    public double leaveOneOutLogDensity() {
        double sum = heldOut().logDensity(warped());
        for (double y : data.y()) {
            sum += warp.logDerivative(y);
        }
        return sum;
    }

    private synchronized HeldOut heldOut() {
        if (heldOut.isEmpty()) {
            var warped = new Dataset(data.x(), warped(), data.noise(warp));
            heldOut =
                    Optional.of(
                            HeldOut.of(
                                            warped,
                                            partition,
                                            experts,
                                            boundary,
                                            noise,
                                            Integer.MAX_VALUE)
                                    .orElseGet(this::unknown));
        }
        return heldOut.get();
    }

    /** Returns what is said of observations by a model that breaks down without them: nothing. */
    private HeldOut unknown() {
        double[][][] mixtures = new double[data.size()][][];
        Arrays.fill(mixtures, new double[][] {{1, 0, 1}});
        return new HeldOut(mixtures);
    }

    /** What is pending is believed to be in its most probable regime. */
    @Override
    public Optional<Surrogate> assuming(PendingRule rule, List<double[]> pending) {
        if (pending.isEmpty()) {
            return Optional.of(this);
        }
        double[] z = warped();
        double lie = Arrays.stream(z).min().orElse(0);
        int[] regimes = new int[pending.size()];
        double[] assumed = new double[regimes.length];
        for (int i = 0; i < assumed.length; i++) {
            double[] place = pending.get(i);
            regimes[i] = regime(place);
            assumed[i] = rule == PendingRule.LIAR ? lie : at(place)[regimes[i]][1];
        }
        double[][] x = Arrays.copyOf(data.x(), z.length + assumed.length);
        int[] labels = Arrays.copyOf(partition.labels(), x.length);
        for (int i = 0; i < assumed.length; i++) {
            x[z.length + i] = pending.get(i);
            labels[z.length + i] = regimes[i];
        }
        return experts.with(pending, regimes, assumed)
                .map(e ->
                        new RegimeSurrogate(
                                data, warp, partition, e, boundary.of(x, labels), style, whole));
    }

    /** Of the mixture, with the noise of each regime. */
    @Override
    public double logDensity(double[] x, double output) {
        double[][] mixture = at(x);
        for (int k = 0; k < mixture.length; k++) {
            mixture[k][2] += noise[k];
        }
        return HeldOut.logDensity(mixture, warp.forward(output)) + warp.logDerivative(output);
    }

    /** Of an observed place its regime is known. */
    @Override
    public double incumbent(List<double[]> places) {
        double smallest = Double.POSITIVE_INFINITY;
        double[] moments = new double[2];
        for (double[] place : places) {
            int row = row(place);
            if (row < 0) {
                predict(place, moments);
            } else {
                experts.of(partition.regime(row)).predict(place, moments);
            }
            smallest = Math.min(smallest, moments[0]);
        }
        return smallest;
    }

    private int row(double[] place) {
        return IntStream.range(0, data.size())
                .filter(i -> Arrays.equals(data.x()[i], place))
                .findFirst()
                .orElse(-1);
    }

    @Override
    public boolean isAligned() {
        return whole.filter(Surrogate::isAligned).isPresent() || boundary.isAligned();
    }

    /** Geometric means over the observations. */
    @Override
    public Optional<double[]> lengthscales() {
        double[] logs = new double[dimension()];
        for (int k = 0; k < components(); k++) {
            double share = (double) partition.size(k) / partition.observations();
            double[] own = experts.lengthscales(k);
            for (int d = 0; d < logs.length; d++) {
                logs[d] += share * Math.log(own[d]);
            }
        }
        return Optional.of(Arrays.stream(logs).map(Math::exp).toArray());
    }

    @Override
    public Map<String, Object> description(List<String> axes) {
        var regimes = new ArrayList<Map<String, Object>>();
        for (int k = 0; k < components(); k++) {
            var regime = new LinkedHashMap<String, Object>();
            regime.put("observations", partition.size(k));
            regime.putAll(experts.description(k, axes));
            regimes.add(regime);
        }
        var map = new LinkedHashMap<String, Object>();
        map.put("regimes", regimes);
        map.put("regime_of_observation", Arrays.stream(partition.labels()).boxed().toList());
        map.put("output_warp", warp.description());
        map.put("shared", false);
        return map;
    }

    @Override
    public String toString() {
        return "surrogate of " + partition;
    }
}
