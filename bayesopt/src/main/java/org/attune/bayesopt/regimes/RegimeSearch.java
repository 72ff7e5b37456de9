package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.regimes.Candidates.Candidate;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * Searches for the partition of observations that explains them best.
 *
 * <p>Partitions are made by all {@link Candidates}, models of each are fitted briefly, and the best
 * one is improved as by classification EM: each observation goes to the regime in which it is the
 * most probable, as models and boundary expect it that have not seen it.
 *
 * <p>Source: G. Celeux and G. Govaert, "A classification EM algorithm for clustering and two
 * stochastic versions", Computational Statistics and Data Analysis 14 (1992), for the moves.
 */
final class RegimeSearch {
    private static final double REACH = 15; // nats that moves of observations may gain
    private static final int FEW_GROUPS = 7; // held out in turn, where partitions are compared

    private final RegimeEngine engine;
    private final RegimeEngine brief;
    private final RegimeSettings settings;
    private final Seed seed;

    RegimeSearch(RegimeEngine engine, RegimeSettings settings, Seed seed) {
        this.engine = engine;
        this.brief = engine.brief();
        this.settings = settings;
        this.seed = seed;
    }

    /**
     * Returns the best partition into several regimes.
     *
     * @param bar score of one regime, with what several are to be better by: where they are far
     *     from it, less is tried
     */
    Optional<RegimeFit> best(RegimeData data, double bar) {
        var seen = new LinkedHashSet<Candidate>();
        Optional<RegimeFit> first = Optional.empty();
        for (int way = 0; way < settings.candidates().size(); way++) {
            Candidates candidates = settings.candidates().get(way);
            for (Candidate candidate : candidates.of(data, seed.child("candidates", way))) {
                first =
                        better(
                                first,
                                least ->
                                        briefly(
                                                data,
                                                candidate,
                                                seen,
                                                Math.max(least, bar - REACH)));
            }
        }
        return first.filter(f -> f.score() > bar - REACH)
                .map(f -> improved(data, f, seen))
                .flatMap(f -> finished(data, f, bar - RegimeFit.LATE));
    }

    /**
     * Returns the better of a fit and another one.
     *
     * @param other takes the score that it has to exceed; if it cannot, it may be empty
     */
    private static Optional<RegimeFit> better(
            Optional<RegimeFit> best, DoubleFunction<Optional<RegimeFit>> other) {
        double least = best.map(RegimeFit::score).orElse(Double.NEGATIVE_INFINITY);
        return other.apply(least).filter(f -> f.score() > least).or(() -> best);
    }

    private Optional<RegimeFit> briefly(
            RegimeData data, Candidate candidate, Set<Candidate> seen, double least) {
        var merged =
                new Candidate(
                        candidate.partition().atLeast(settings.fewest()), candidate.boundary());
        return merged.partition().regimes() > 1 && seen.add(merged)
                ? experts(data, merged.partition()).flatMap(e -> briefly(data, merged, e, least))
                : Optional.empty();
    }

    private Optional<RegimeFit> briefly(
            RegimeData data, Candidate candidate, Experts experts, double least) {
        return RegimeFit.mayExceed(least, experts, data.data())
                ? fit(data, candidate, experts, settings.boundaries().getFirst(), brief, FEW_GROUPS)
                : Optional.empty();
    }

    private RegimeFit improved(RegimeData data, RegimeFit from, Set<Candidate> seen) {
        RegimeFit best = from;
        Optional<RegimeFit> at = Optional.of(from);
        for (int sweep = 0; sweep < settings.sweeps() && at.isPresent(); sweep++) {
            if (at.get().candidate().boundary().isPresent()) { // which is what it was made of
                return best;
            }
            var moved = new Candidate(Partition.of(at.get().mostProbable(data.z())));
            at = briefly(data, moved, seen, Double.NEGATIVE_INFINITY);
            if (at.isPresent() && at.get().score() > best.score()) {
                best = at.get();
            }
        }
        return best;
    }

    private Optional<Experts> experts(RegimeData data, Partition partition) {
        return settings.shared()
                ? SharedExperts.fit(brief, data.data(), partition, seed.child("shared", 0))
                : OwnExperts.fit(brief, data.data(), partition, seed.child("own", 0));
    }

    private Optional<RegimeFit> fit(
            RegimeData data,
            Candidate candidate,
            Experts experts,
            RegimeSettings.BoundaryKind kind,
            RegimeEngine by,
            int groups) {
        Boundary boundary =
                candidate
                        .boundary()
                        .orElseGet(() -> kind.fitter(by, seed.child("boundary", 0)))
                        .fit(data.data().x(), candidate.partition());
        return RegimeFit.of(data.data(), candidate, experts, boundary, groups);
    }

    /**
     * Returns the fit with improved hyperparameters and the boundary, of those that are learned at
     * length, that explains most; empty where none can exceed a score.
     */
    private Optional<RegimeFit> finished(RegimeData data, RegimeFit fit, double least) {
        return fit.experts()
                .of(data.data(), fit.partition(), RegimeFit.STEPS)
                .filter(e -> RegimeFit.mayExceed(least, e, data.data()))
                .flatMap(e ->
                        settings.boundaries().stream()
                                .flatMap(k ->
                                        fit(data, fit.candidate(), e, k, engine, Integer.MAX_VALUE)
                                                .stream())
                                .reduce((best, f) -> f.score() > best.score() ? f : best));
    }
}
