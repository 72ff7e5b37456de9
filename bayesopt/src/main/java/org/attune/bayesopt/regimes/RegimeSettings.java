package org.attune.bayesopt.regimes;

import org.attune.api.Seed;

import java.util.List;

/**
 * How regimes are found and joined.
 *
 * @param candidates what partitions are tried
 * @param boundaries how boundaries between them are drawn; the first one where partitions are
 *     compared, and what explains the regimes best in the end
 * @param shared whether regimes have one process in common, else one each
 * @param style how they are joined
 * @param preference nats by which regimes have to explain held-out observations better than one
 *     regime does; -∞ takes the best partition in any case
 * @param sweeps how often at most observations are moved to where they are more probable
 * @param fewest observations of a regime; smaller ones belong to the largest
 * @param often whether regimes are sought after each observation, and not at the anchors of the
 *     {@link org.attune.bayesopt.surrogate.LearningSchedule} alone
 */
public record RegimeSettings(
        List<Candidates> candidates,
        List<BoundaryKind> boundaries,
        boolean shared,
        RegimeSurrogate.Style style,
        double preference,
        int sweeps,
        int fewest,
        boolean often) {
    private static final double PREFERENCE = 7; // chosen by cgp/README.md
    private static final int SWEEPS = 2;
    private static final int GAPS = 2;
    private static final int CLIMBED = 2;

    /** A way of drawing boundaries. */
    @FunctionalInterface
    public interface BoundaryKind {
        /**
         * Returns a fitter.
         *
         * @param seed of whatever it draws
         */
        Boundary.Fitter fitter(RegimeEngine engine, Seed seed);
    }

    /** Copies the lists. */
    public RegimeSettings {
        candidates = List.copyOf(candidates);
        boundaries = List.copyOf(boundaries);
        if (candidates.isEmpty() || boundaries.isEmpty()) {
            throw new IllegalArgumentException(
                    "There are %d ways to find regimes and %d to draw boundaries; at least one each is needed."
                            .formatted(candidates.size(), boundaries.size()));
        }
    }

    /** Returns what measurements chose. */
    public static RegimeSettings standard() {
        return new RegimeSettings(
                List.of(new OutputGaps(GAPS), new PartitionClimb(CLIMBED)),
                List.of(limitBoundary()),
                false,
                RegimeSurrogate.Style.MIXED,
                PREFERENCE,
                SWEEPS,
                1,
                false);
    }

    /** Returns boundaries by a Gaussian process classifier that is never certain. */
    public static BoundaryKind processBoundary() {
        return (engine, seed) ->
                doubted(
                        engine.quick()
                                ? ProcessBoundary.brief(engine.algebra(), engine.axes())
                                : ProcessBoundary.fitter(engine.algebra(), engine.axes()));
    }

    /**
     * Returns boundaries that may be sharp and are never certain; partitions are compared by {@link
     * #processBoundary()}, which takes less time.
     */
    public static BoundaryKind limitBoundary() {
        return (engine, seed) ->
                engine.quick()
                        ? processBoundary().fitter(engine, seed)
                        : doubted(
                                LimitBoundary.fitter(
                                        engine.algebra(),
                                        engine.axes(),
                                        engine.settings().alignment()));
    }

    /** Returns boundaries that are never certain, see {@link DoubtfulBoundary}. */
    public static Boundary.Fitter doubted(Boundary.Fitter fitter) {
        return (x, partition) -> new DoubtfulBoundary(fitter.fit(x, partition), partition);
    }
}
