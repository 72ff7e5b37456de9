package org.attune.api;

import java.util.ArrayList;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Records the outcomes of trials; see {@link Study#tell}, {@link Study#correct} and {@link
 * Study#reread}.
 *
 * @param queue forgets what the tuner said before
 * @param drift by which outcomes are normalised, where it is watched
 */
record OutcomeRecorder(
        TuningProblem problem,
        History history,
        TrialQueue queue,
        LostTrials lost,
        StudyObserver observer,
        Optional<DriftControls> drift) {
    /** Leaves an update of the history without any change. */
    private static final class LateException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Trial tell(long number, Outcome outcome) {
        return store(number, t -> untold(t).with(outcome), outcome);
    }

    Optional<Trial> tell(long number, int attempt, Outcome outcome) {
        UnaryOperator<Trial> inTime =
                t -> {
                    if (!t.isPending() || t.provenance().attempt() != attempt) {
                        throw new LateException();
                    }
                    return t.with(outcome);
                };
        try {
            return Optional.of(store(number, inTime, outcome));
        } catch (LateException late) {
            return Optional.empty();
        }
    }

    Trial correct(long number, Outcome outcome) {
        return store(number, t -> told(t).with(outcome).amended(), outcome);
    }

    Trial reread(long number, Outcome outcome) {
        return store(
                number,
                t -> {
                    if (told(t).provenance().corrected()) {
                        throw new IllegalStateException(
                                "The outcome of trial %d has been corrected by hand, and is not read again."
                                        .formatted(number));
                    }
                    return t.with(outcome);
                },
                outcome);
    }

    private static Trial untold(Trial trial) {
        if (!trial.isPending()) {
            throw new IllegalStateException(
                    "Trial %d has an outcome already: %s. If that is wrong, correct it (tell --correct)."
                            .formatted(trial.number(), trial.outcome().words()));
        }
        return trial;
    }

    private static Trial told(Trial trial) {
        if (trial.isPending()) {
            throw new IllegalStateException(
                    "Trial %d has no outcome yet that could be corrected."
                            .formatted(trial.number()));
        }
        return trial;
    }

    private Trial store(long number, UnaryOperator<Trial> change, Outcome outcome) {
        requireComplete(outcome);
        var told = new ArrayList<Trial>();
        history.update(records -> {
            Trial before = trial(records, number);
            double elapsed = lost.elapsed(before);
            Trial changed = change.apply(before);
            Trial timed = changed.taking(elapsed);
            told.clear();
            told.add(drift.map(d -> d.normalised(timed, before, records)).orElse(timed));
            queue.forget();
            return told;
        });
        observer.told(told.getFirst());
        return told.getFirst();
    }

    private static Trial trial(Records records, long number) {
        if (number < 1 || number > records.trials().size()) {
            throw new IllegalArgumentException(
                    "There is no trial %d. %s"
                            .formatted(
                                    number,
                                    records.trials().isEmpty()
                                            ? "None has been asked for."
                                            : "The study has trials 1 to %d."
                                                    .formatted(records.trials().size())));
        }
        return records.trials().get((int) number - 1);
    }

    private void requireComplete(Outcome outcome) {
        if (outcome instanceof Outcome.Pending) {
            throw new IllegalArgumentException("A trial cannot be told that it is pending.");
        }
        if (!(outcome instanceof Outcome.Measured measured)) {
            return;
        }
        for (String output : measured.missing(problem.measuredOutputs())) {
            throw new IllegalArgumentException(
                    "Output '%s' is missing; given are %s."
                            .formatted(output, Format.list(measured.outputs().keySet())));
        }
    }
}
