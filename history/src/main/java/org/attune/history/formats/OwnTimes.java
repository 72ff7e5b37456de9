package org.attune.history.formats;

import org.attune.api.Outcome;

import java.util.List;
import java.util.Map;

/**
 * How long a trial took, and in how many runs, as Attune writes it under a key of its own where a
 * format of other programs has none.
 *
 * @param attune the object of this key, or cells of a table, which need not have any of it
 */
record OwnTimes(Map<String, Object> attune) {
    private static final String ELAPSED = "elapsed";
    private static final String RUNS = "runs";
    private static final String LAST_RUN = "last_run";

    /** What may be known. */
    static final List<String> KEYS = List.of(ELAPSED, RUNS, LAST_RUN);

    /** Writes what is known of an outcome. */
    static void put(Map<String, Object> attune, Outcome outcome) {
        switch (outcome) {
            case Outcome.Pending p -> {}
            case Outcome.Measured m -> {
                attune.put(ELAPSED, m.elapsed());
                if (m.runs() != m.repetitions()) {
                    attune.put(RUNS, (long) m.runs());
                }
            }
            case Outcome.Failed f -> {
                attune.put(ELAPSED, f.elapsed());
                if (f.lastRun() != f.elapsed()) {
                    attune.put(LAST_RUN, f.lastRun());
                }
            }
        }
    }

    /** Returns the seconds of the trial, 0 where they are not known. */
    double elapsed() {
        return attune.get(ELAPSED) instanceof Number n ? n.doubleValue() : 0;
    }

    /** Returns the seconds of the run that failed. */
    double lastRun() {
        return attune.get(LAST_RUN) instanceof Number n ? n.doubleValue() : elapsed();
    }

    /** Returns the outcome of a trial that gave these outputs. */
    Outcome.Measured measured(Map<String, List<Double>> outputs, Map<String, Object> extra) {
        var measured = new Outcome.Measured(outputs, extra, elapsed());
        return attune.get(RUNS) instanceof Number n ? measured.inRuns(n.intValue()) : measured;
    }
}
