package org.attune.bayesopt.regimes;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.Surrogates;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The regimes of each output of each task of a study: refines surrogates by them, and says which
 * are searched. Results are functions of the surrogates alone; what is kept saves time.
 */
public final class TaskRegimes {
    private final RegimeEngine engine;
    private final RegimeUse use;
    private final Seed seed;
    private final Map<String, RegimeFinder> finders = new ConcurrentHashMap<>();
    private final Map<String, SampledFit> fits = new ConcurrentHashMap<>();

    /**
     * Makes the regimes of a study.
     *
     * @param seed of the study
     */
    public TaskRegimes(RegimeEngine engine, RegimeUse use, Seed seed) {
        this.engine = engine;
        this.use = use;
        this.seed = seed;
    }

    /**
     * Returns a surrogate with regimes of the same data, or the same surrogate where one regime
     * explains them as well.
     *
     * @param chosen of one regime
     */
    public Surrogate refined(Objective output, Point task, Surrogate chosen) {
        Surrogate refined =
                use.found()
                        .filter(settings -> chosen.data().size() <= use.most())
                        .map(settings -> finder(settings, output, task).refined(chosen))
                        .orElse(chosen);
        return sampled("posterior of ", output, task, refined);
    }

    private RegimeFinder finder(RegimeSettings settings, Objective output, Point task) {
        return finders.computeIfAbsent(
                "regimes of " + output.name() + " " + task,
                key -> new RegimeFinder(engine, settings, seed.child(key, 0)));
    }

    /**
     * Returns surrogates that are searched, of those that have been refined.
     *
     * @param parts with these, and the number of the proposal
     */
    public Surrogates searched(ProposerParts parts) {
        return (output, task, trials) -> {
            boolean refining = parts.turn().applyAsInt(trials.of(task)) % 2 == 0;
            return parts.surrogates()
                    .fit(output, task, trials)
                    .map(s -> searched(output, task, s, refining));
        };
    }

    /**
     * Returns the surrogate that is searched: as long as the best regime is small, the plain.
     *
     * @param refining whether it is a turn in which searches stay near the best trial
     */
    private Surrogate searched(
            Objective output, Point task, Surrogate surrogate, boolean refining) {
        if (!(surrogate instanceof RegimeSurrogate r) || r.components() == 1) {
            return surrogate;
        }
        boolean small = r.observationsBesideBest() < use.searchedFrom() * surrogate.dimension();
        return small
                ? r.whole()
                        .map(w -> sampled("posterior of one regime of ", output, task, w))
                        .orElse(surrogate)
                : use.doubt() ? r : r.plausible(refining);
    }

    /** Returns the surrogate with its hyperparameters drawn, where that is wanted. */
    private Surrogate sampled(String of, Objective output, Point task, Surrogate surrogate) {
        Optional<SampledFit> fit =
                use.sampling()
                        .map(how ->
                                fits.computeIfAbsent(
                                        of + output.name() + " " + task,
                                        key -> new SampledFit(engine, how, seed.child(key, 0))));
        return fit.map(f -> f.of(surrogate)).orElse(surrogate);
    }
}
