package org.attune.api;

import java.util.List;
import java.util.Optional;

/**
 * Records without the runs at less than full fidelity, those of sources included: what a tuner sees
 * that declares no fidelities.
 *
 * <p>The trials are numbered as if the others had never been, so that such a tuner proposes what it
 * would propose without them. A cheap run says nothing certain of a full one, and a model that
 * takes it for one is wrong by as much as they differ.
 */
public final class FullRuns {
    private FullRuns() {}

    /** Returns the source without its cheaper runs, empty where nothing else is known of it. */
    private static Optional<SourceRecord> full(SourceRecord source) {
        if (isFull(source)) {
            return Optional.of(source);
        }
        List<Trial> trials = source.trials().stream().filter(Trial::isFull).toList();
        return trials.isEmpty() && source.models().isEmpty() && source.best().isEmpty()
                ? Optional.empty()
                : Optional.of(source.with(trials));
    }

    private static boolean isFull(SourceRecord source) {
        return source.trials().stream().allMatch(Trial::isFull);
    }

    /** Returns the full runs of these records; the records themselves where all are. */
    public static Records of(Records records) {
        return records.trials().stream().allMatch(Trial::isFull)
                        && records.sources().stream().allMatch(FullRuns::isFull)
                ? records
                : RecordsView.where(
                        records,
                        Trial::isFull,
                        records.sources().stream().flatMap(s -> full(s).stream()).toList());
    }
}
