package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.regimes.Candidates.Candidate;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decides whether the outputs of a task are those of one regime or of several, and of which.
 *
 * <p>Partitions are made by all {@link Candidates}, models of each are fitted briefly, and the best
 * are improved as by classification EM: each observation goes to the regime in which it is the most
 * probable, as models and boundary expect it that have not seen it. What counts is how probable
 * held-out outputs are together with their regimes,
 *
 * <pre>
 *   s(r) = Σ_i log p(r_i | x_i, -i) + log p(z_i | x_i, r_i, -i)
 * </pre>
 *
 * <p>so that labels that only explain away what is surprising cost what they explain. One regime is
 * kept unless several are better by a margin, and a surrogate of one regime is returned as it is,
 * to the bit.
 *
 * <p>Source: G. Celeux and G. Govaert, "A classification EM algorithm for clustering and two
 * stochastic versions", Computational Statistics and Data Analysis 14 (1992), for the moves.
 */
public final class RegimeFinder {
    private static final int FEWEST = 8; // observations
    private static final int IMPROVED = 1; // partitions
    private static final int MOST_REGIMES = 4;
    private static final int GAPS = 2; // at which a regime may be divided
    private static final double REACH = 15; // nats that moves of observations may gain
    private static final int FEW_GROUPS = 7; // held out in turn, where partitions are compared
    private static final int MOST = 300; // observations: beyond, processes of parts take too long

    private final RegimeEngine engine;
    private final RegimeSettings settings;
    private final Seed seed;

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

    /** A partition with its models. */
    private record Fit(
            Candidate candidate,
            Experts experts,
            Boundary boundary,
            HeldOut heldOut,
            double score) {
        Partition partition() {
            return candidate.partition();
        }
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
        var data =
                new RegimeData(
                        engine.axes(),
                        new Dataset(raw.x(), z, raw.noise(plain.warp())),
                        plain.leaveOneOut());
        double bar = whole(plain) + settings.preference();
        return best(data, bar)
                .filter(f -> f.score() > bar)
                .flatMap(f -> fit(engine, data, f.candidate(), settings.boundaries()))
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

    private Optional<Fit> best(RegimeData data, double bar) {
        var seen = new LinkedHashSet<Candidate>();
        var fits = new ArrayList<Fit>();
        for (Candidates way : settings.candidates()) {
            for (Candidate candidate : way.of(data, seed.child("candidates", fits.size()))) {
                briefly(data, candidate, seen).ifPresent(fits::add);
            }
        }
        fits.sort(Comparator.comparingDouble(f -> -f.score()));
        return fits.stream()
                .limit(IMPROVED)
                .map(f -> f.score() > bar - REACH ? improved(data, f, seen) : f)
                .reduce((best, f) -> f.score() > best.score() ? f : best)
                .map(f -> f.score() > bar ? divided(data, f, seen) : f);
    }

    /**
     * Divides regimes once more as long as that explains more by the margin; who wants regimes at
     * any price does not want more and more of them.
     */
    private Fit divided(RegimeData data, Fit from, Set<Candidate> seen) {
        Fit best = from;
        double margin = Math.max(settings.preference(), 0);
        while (best.partition().regimes() < MOST_REGIMES && best.candidate().boundary().isEmpty()) {
            Fit whole = best;
            double bar = whole.score() + margin;
            Optional<Fit> next =
                    IntStream.range(0, whole.partition().regimes())
                            .boxed()
                            .flatMap(k -> parts(whole.partition(), k, data.z()).stream())
                            .flatMap(p -> briefly(data, new Candidate(p), seen).stream())
                            .reduce((a, b) -> b.score() > a.score() ? b : a)
                            .filter(f -> f.score() > bar - REACH)
                            .map(f -> improved(data, f, seen))
                            .filter(f -> f.score() > bar);
            if (next.isEmpty()) {
                return best;
            }
            best = next.get();
        }
        return best;
    }

    /** Returns the partitions in which a regime is divided at one of its widest gaps. */
    private static List<Partition> parts(Partition partition, int regime, double[] z) {
        double[] sorted =
                Arrays.stream(partition.rows(regime)).mapToDouble(i -> z[i]).sorted().toArray();
        return IntStream.range(1, sorted.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> sorted[i - 1] - sorted[i]))
                .limit(GAPS)
                .map(i -> {
                    int[] labels = partition.labels();
                    for (int row : partition.rows(regime)) {
                        labels[row] = z[row] < sorted[i] ? regime : partition.regimes();
                    }
                    return Partition.of(labels);
                })
                .toList();
    }

    private Optional<Fit> briefly(RegimeData data, Candidate candidate, Set<Candidate> seen) {
        var merged =
                new Candidate(
                        candidate.partition().atLeast(settings.fewest()), candidate.boundary());
        return merged.partition().regimes() > 1 && seen.add(merged)
                ? fit(engine.brief(), data, merged, settings.boundaries().subList(0, 1))
                : Optional.empty();
    }

    private Fit improved(RegimeData data, Fit from, Set<Candidate> seen) {
        Fit best = from;
        Optional<Fit> at = Optional.of(from);
        for (int sweep = 0; sweep < settings.sweeps() && at.isPresent(); sweep++) {
            if (at.get().candidate().boundary().isPresent()) { // which is what it was made of
                return best;
            }
            at = briefly(data, new Candidate(reassigned(at.get(), data.z())), seen);
            if (at.isPresent() && at.get().score() > best.score()) {
                best = at.get();
            }
        }
        return best;
    }

    private static Partition reassigned(Fit fit, double[] z) {
        int[] labels = new int[z.length];
        for (int i = 0; i < labels.length; i++) {
            double[] terms = HeldOut.logTerms(fit.heldOut().mixtures()[i], z[i]);
            for (int k = 1; k < terms.length; k++) {
                labels[i] = terms[k] > terms[labels[i]] ? k : labels[i];
            }
        }
        return Partition.of(labels);
    }

    private Optional<Fit> fit(
            RegimeEngine by,
            RegimeData data,
            Candidate candidate,
            List<RegimeSettings.BoundaryKind> kinds) {
        Partition partition = candidate.partition();
        Optional<Experts> experts =
                settings.shared()
                        ? SharedExperts.fit(by, data.data(), partition, seed.child("shared", 0))
                        : OwnExperts.fit(by, data.data(), partition, seed.child("own", 0));
        if (experts.isEmpty()) {
            return Optional.empty();
        }
        double[] noise = new double[partition.regimes()];
        Arrays.setAll(noise, experts.get()::noiseVariance);
        var fitters = new ArrayList<Boundary.Fitter>();
        candidate
                .boundary()
                .ifPresentOrElse(
                        fitters::add,
                        () ->
                                kinds.forEach(
                                        k -> fitters.add(k.fitter(by, seed.child("boundary", 0)))));
        return fitters.stream()
                .map(f -> f.fit(data.data().x(), partition))
                .flatMap(b ->
                        HeldOut.of(
                                        data.data(),
                                        partition,
                                        experts.get(),
                                        b,
                                        noise,
                                        by.quick() ? FEW_GROUPS : Integer.MAX_VALUE)
                                .stream()
                                .map(h ->
                                        new Fit(
                                                candidate,
                                                experts.get(),
                                                b,
                                                h,
                                                h.logJointDensity(partition, data.z()))))
                .filter(f -> Double.isFinite(f.score()))
                .reduce((best, f) -> f.score() > best.score() ? f : best);
    }
}
