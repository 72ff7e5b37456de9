package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.Optional;

/**
 * Decides whether the outputs of a task are those of one regime or of several, and of which. What
 * counts is how probable held-out outputs are together with their regimes,
 *
 * <pre>
 *   s(r) = Σ_i log p(r_i | x_i, -i) + log p(z_i | x_i, r_i, -i)
 * </pre>
 *
 * <p>so that labels that only explain away what is surprising cost what they explain. One regime is
 * kept unless several are better by a margin, and a surrogate of one regime is returned as it is,
 * to the bit.
 *
 * <p>Regimes are sought (see {@link RegimeSearch}) at the anchors of the {@link LearningSchedule};
 * in between, observations join the regime in which they are the most probable. What is found is a
 * function of the data alone: the finder keeps what it found last only to save time.
 */
public final class RegimeFinder {
    private static final int FEWEST = 8; // observations
    static final int MOST = 300; // observations: beyond, processes of parts take too long

    private final RegimeEngine engine;
    private final RegimeSettings settings;
    private final Seed seed;
    private Optional<Found> last = Optional.empty();

    /**
     * What was found in some data, warped in this shape.
     *
     * @param bar score that several regimes had to exceed there
     */
    private record Found(
            Dataset data,
            OutputWarp.Shape shape,
            Optional<Dataset> warped,
            Optional<RegimeFit> fit,
            double bar) {
        /**
         * Returns the same regimes of these observations, see {@link RegimeFit#grown}; empty where
         * they were far below the bar.
         */
        Optional<RegimeFit> grown(Dataset all, boolean moves, double bar) {
            return fit.filter(f -> f.score() > this.bar - RegimeFit.LATE)
                    .flatMap(f ->
                            warped.filter(all::sameAs).isPresent()
                                    ? Optional.of(f.settled(all, moves, bar))
                                    : f.grown(all, moves, bar));
        }
    }

    /**
     * Makes a finder.
     *
     * @param seed of whatever is drawn
     */
    public RegimeFinder(RegimeEngine engine, RegimeSettings settings, Seed seed) {
        this.engine = engine;
        this.settings = settings;
        this.seed = seed;
    }

    /**
     * Returns a surrogate with regimes of the same data, or the same surrogate where one regime
     * explains them as well; also where there are few observations, or so many that it would take
     * too long, or performance models have their part in it.
     */
    public Surrogate refined(Surrogate plain) {
        double[] z = plain.warped();
        if (z.length < FEWEST
                || z.length > MOST
                || !Arrays.stream(z).allMatch(Double::isFinite)
                || !plain.performanceModels().isEmpty()) {
            return plain;
        }
        Dataset raw = plain.data();
        var data = new Dataset(raw.x(), z, raw.noise(plain.warp()));
        int known = settings.often() ? z.length : LearningSchedule.anchor(z.length);
        double bar = whole(plain) + settings.preference();
        return found(raw.first(known), plain.warp().shape())
                .grown(data, settings.sweeps() > 0, bar)
                .filter(f -> f.score() > bar)
                .<Surrogate>map(f ->
                        new RegimeSurrogate(
                                raw,
                                plain.warp(),
                                f.partition(),
                                f.experts(),
                                f.boundary(),
                                settings.style(),
                                Optional.of(plain)))
                .orElse(plain);
    }

    /** Returns what one regime makes of held-out outputs, on the warped scale. */
    private static double whole(Surrogate plain) {
        double density = LeaveOneOut.logDensity(plain);
        for (double y : plain.data().y()) {
            density -= plain.warp().logDerivative(y);
        }
        return Double.isNaN(density) ? Double.NEGATIVE_INFINITY : density;
    }

    private synchronized Found found(Dataset raw, OutputWarp.Shape shape) {
        if (last.filter(f -> f.shape() == shape && f.data().sameAs(raw)).isEmpty()) {
            Optional<Dataset> warped =
                    OutputWarp.fit(shape, raw)
                            .map(w ->
                                    new Dataset(
                                            raw.x(),
                                            Arrays.stream(raw.y()).map(w::forward).toArray(),
                                            raw.noise(w)))
                            .filter(d -> Arrays.stream(d.y()).allMatch(Double::isFinite));
            last =
                    Optional.of(
                            warped.map(d -> sought(raw, shape, d))
                                    .orElseGet(() ->
                                            new Found(
                                                    raw,
                                                    shape,
                                                    warped,
                                                    Optional.empty(),
                                                    Double.NaN)));
        }
        return last.get();
    }

    private Found sought(Dataset raw, OutputWarp.Shape shape, Dataset data) {
        Optional<double[][]> left =
                OwnExperts.fit(
                                engine.brief(),
                                data,
                                Partition.whole(data.size()),
                                seed.child("one", 0))
                        .flatMap(Experts::leaveOneOut);
        double bar =
                left.map(l -> HeldOut.ofOne(l).logDensity(data.y()) + settings.preference())
                        .orElse(Double.NaN);
        Optional<RegimeFit> fit =
                left.flatMap(l ->
                        new RegimeSearch(engine, settings, seed)
                                .best(
                                        new RegimeData(engine.algebra(), engine.axes(), data, l),
                                        bar));
        return new Found(raw, shape, Optional.of(data), fit, bar);
    }
}
