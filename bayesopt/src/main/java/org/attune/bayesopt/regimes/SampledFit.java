package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.Optional;

/**
 * Replaces the hyperparameters of a surrogate, which are the most probable ones, by draws from
 * their posterior: those of the process of each regime, and of one process where there is one
 * regime. Regimes and boundaries stay as they are.
 *
 * <p>What is drawn is a function of seed and data. The fit keeps what it drew last only to save
 * time.
 */
public final class SampledFit {
    private static final int MOST = 300; // observations: beyond, chains take too long

    private final RegimeEngine engine;
    private final HyperparameterSampling how;
    private final Seed seed;
    private Optional<Drawn> last = Optional.empty();

    private record Drawn(Dataset data, Partition partition, Optional<Experts> experts) {}

    /**
     * Makes a fit.
     *
     * @param seed of the chains
     */
    public SampledFit(RegimeEngine engine, HyperparameterSampling how, Seed seed) {
        this.engine = engine;
        this.how = how;
        this.seed = seed;
    }

    /**
     * Returns the surrogate with hyperparameters drawn; the same one where it has more than {@value
     * #MOST} observations, shares with other tasks or has performance models, and where a process
     * breaks down.
     */
    public Surrogate of(Surrogate mode) {
        double[] z = mode.warped();
        if (z.length == 0
                || z.length > MOST
                || !Arrays.stream(z).allMatch(Double::isFinite)
                || mode.isShared()
                || !mode.performanceModels().isEmpty()) {
            return mode;
        }
        var data = new Dataset(mode.data().x(), z, mode.data().noise(mode.warp()));
        if (mode instanceof RegimeSurrogate regimes) {
            return experts(data, regimes.partition(), Optional.of(regimes.experts()))
                    .<Surrogate>map(regimes::with)
                    .orElse(mode);
        }
        var one = Partition.whole(z.length);
        return experts(data, one, Optional.empty())
                .<Surrogate>map(e ->
                        new RegimeSurrogate(
                                mode.data(),
                                mode.warp(),
                                one,
                                e,
                                new SoleRegime(z.length),
                                RegimeSurrogate.Style.MIXED,
                                Optional.of(mode)))
                .orElse(mode);
    }

    private synchronized Optional<Experts> experts(
            Dataset data, Partition partition, Optional<Experts> start) {
        if (last.filter(d -> d.data().sameAs(data) && d.partition().equals(partition)).isEmpty()) {
            last =
                    Optional.of(
                            new Drawn(
                                    data,
                                    partition,
                                    start.or(() ->
                                                    OwnExperts.fit(
                                                            engine.brief(), data, partition, seed))
                                            .flatMap(e -> e.sampled(how, seed))));
        }
        return last.get().experts();
    }
}
