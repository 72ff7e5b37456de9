package org.attune.api;

import java.util.ArrayList;
import java.util.HashMap;
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
public final class FullRuns implements Records {
    private final Records all;
    private final List<Trial> trials;
    private final List<Trial> finished;
    private final List<SourceRecord> sources;

    private FullRuns(Records all) {
        this.all = all;
        var byNumber = new HashMap<Long, Trial>();
        var full = new ArrayList<Trial>();
        for (Trial t : all.trials()) {
            if (t.isFull()) {
                full.add(
                        new Trial(
                                full.size() + 1L,
                                t.candidate(),
                                t.origin(),
                                t.outcome(),
                                t.provenance()));
                byNumber.put(t.number(), full.getLast());
            }
        }
        this.trials = List.copyOf(full);
        this.finished =
                all.finished().stream()
                        .filter(Trial::isFull)
                        .map(t -> byNumber.get(t.number()))
                        .toList();
        this.sources = all.sources().stream().flatMap(s -> full(s).stream()).toList();
    }

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
                : new FullRuns(records);
    }

    @Override
    public List<Trial> trials() {
        return trials;
    }

    @Override
    public List<Trial> finished() {
        return finished;
    }

    @Override
    public Optional<ModelRecord> model(String key) {
        return all.model(key);
    }

    @Override
    public List<ModelRecord> models() {
        return all.models();
    }

    @Override
    public List<SourceRecord> sources() {
        return sources;
    }

    @Override
    public Optional<StudyRecord> study() {
        return all.study();
    }

    @Override
    public String toString() {
        return "Records of %d full runs".formatted(trials.size());
    }
}
