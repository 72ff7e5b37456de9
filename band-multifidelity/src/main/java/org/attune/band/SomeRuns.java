package org.attune.band;

import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Trial;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Some trials of a study as records of their own, numbered anew. */
final class SomeRuns {
    private SomeRuns() {}

    /** Returns the trials that had ended when the last full run did, by the order of their ends. */
    static Records upToLastFull(Records records) {
        var known = new ArrayList<Trial>();
        int full = 0;
        for (Trial trial : records.finished()) {
            known.add(trial);
            full = trial.isFull() ? known.size() : full;
        }
        return of(known.subList(0, full));
    }

    /** Returns those of which this is true: the ended ones in their order, then pending ones. */
    static Records where(Records records, Predicate<Trial> wanted) {
        var ended = new ArrayList<>(records.finished().stream().filter(wanted).toList());
        records.trials().stream().filter(wanted).filter(Trial::isPending).forEach(ended::add);
        return of(ended);
    }

    private static Records of(List<Trial> trials) {
        var log = new RecordLog();
        for (int i = 0; i < trials.size(); i++) {
            Trial t = trials.get(i);
            log.add(new Trial(i + 1L, t.candidate(), t.origin(), t.outcome(), t.provenance()));
        }
        return log.snapshot();
    }
}
