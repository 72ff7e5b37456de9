package org.attune.execution;

import org.attune.api.Control;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What later runs need to know of earlier ones: which were the best, for {@code repeats_if_best},
 * how long they took, for time-outs, and their curves. Thread-safe.
 */
final class EarlierRuns {
    private final CommandSettings settings;
    private final BestTrials best;
    private final Map<Point, Double> shortest = new ConcurrentHashMap<>(); // seconds, by task
    private final Optional<Curves> curves;

    EarlierRuns(TuningProblem problem, CommandSettings settings) {
        this.settings = settings;
        this.best = new BestTrials(problem);
        this.curves = settings.progress().map(p -> new Curves(p, problem.fidelity().orElseThrow()));
    }

    /** Takes note of a trial that has ended so. */
    void add(Trial trial, Outcome outcome) {
        if (Control.is(trial)) {
            return;
        }
        if (outcome instanceof Outcome.Measured && trial.isPending()) {
            add(trial.with(outcome), outcome); // what was reached is the fidelity of the record
            return;
        }
        curves.ifPresent(c -> c.add(trial));
        if (!(outcome instanceof Outcome.Measured m) || !trial.isFull()) {
            return; // a cheap run is short because it is cheap
        }
        best.add(trial);
        if (m.elapsed() > 0) {
            shortest.merge(trial.task(), m.elapsed() / runs(m), Math::min);
        }
    }

    /** Returns in how many runs it was measured, by the settings of today where nothing says it. */
    private int runs(Outcome.Measured measured) {
        int repetitions = measured.repetitions();
        return measured.runs() != repetitions
                ? measured.runs()
                : settings.warmup()
                        + Math.clamp(repetitions, settings.repeats(), settings.repeatsIfBest());
    }

    /** Returns how many seconds each run of a trial may take. */
    double limit(Trial trial) {
        Double known = shortest.get(trial.task());
        return settings.timeLimit()
                .seconds(known == null ? OptionalDouble.empty() : OptionalDouble.of(known));
    }

    /** Returns whether a trial, measured so far, would be one of the best. */
    boolean wouldBeBest(Trial trial, Outcome outcome) {
        return !Control.is(trial) && best.wouldHave(trial.with(outcome));
    }

    /** Returns whether a trial that has come to the end of this curve promises too little. */
    boolean isHopeless(Trial trial, Curve curve) {
        return curves.orElseThrow().isHopeless(trial, curve);
    }
}
