package org.attune.api;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * Folds the entries of a history, in their order, into {@link Records}.
 *
 * <p>Not thread-safe; its snapshots are immutable. Taking one costs nothing, and adding an entry
 * hardly depends on how many there are.
 */
public final class RecordLog {
    private ChunkedList<Trial> trials = ChunkedList.empty();
    private ChunkedList<Integer> finished =
            ChunkedList.empty(); // indices of trials, in the order of outcomes
    private Map<String, ModelRecord> models =
            Map.of(); // replaced, never changed: snapshots share it
    private List<SourceRecord> sources = List.of(); // likewise
    private Optional<StudyRecord> study = Optional.empty();

    /** Starts empty. */
    public RecordLog() {}

    /** Starts from what {@code records} hold. */
    public RecordLog(Records records) {
        if (records instanceof Snapshot snapshot) {
            trials = snapshot.trials;
            finished = snapshot.finished.indices;
            models = snapshot.byKey;
            sources = snapshot.sources;
            study = snapshot.study;
        } else {
            study = records.study();
            sources = List.copyOf(records.sources());
            records.models().forEach(this::add);
            records.trials().forEach(t -> trials = trials.plus(t));
            records.finished().forEach(t -> finished = finished.plus((int) t.number() - 1));
        }
    }

    /**
     * Adds an entry: a new trial, another outcome of an old one, a model, a source, or a changed
     * set-up.
     *
     * @throws IllegalArgumentException if a trial leaves out a number
     */
    public void add(Entry entry) {
        switch (entry) {
            case StudyRecord s -> study = Optional.of(s);
            case SourceRecord s -> sources = with(s);
            case ModelRecord m -> {
                var copy = new HashMap<>(models);
                copy.put(m.key(), m);
                models = copy;
            }
            case Trial t -> addTrial(t);
        }
    }

    /** Returns the records so far. */
    public Records snapshot() {
        return new Snapshot(trials, new Finished(trials, finished), models, sources, study);
    }

    /** A newer source takes the place of the one that had its name. */
    private List<SourceRecord> with(SourceRecord source) {
        var next = new ArrayList<>(sources);
        next.replaceAll(s -> s.name().equals(source.name()) ? source : s);
        if (!next.contains(source)) {
            next.add(source);
        }
        return List.copyOf(next);
    }

    private void addTrial(Trial trial) {
        int index = Math.toIntExact(trial.number() - 1);
        if (index > trials.size()) {
            throw new IllegalArgumentException(
                    "Trial %d follows trial %d: numbers must not be left out."
                            .formatted(trial.number(), trials.size()));
        }
        boolean wasFinished = index < trials.size() && !trials.get(index).isPending();
        trials = index == trials.size() ? trials.plus(trial) : trials.with(index, trial);
        if (wasFinished && trial.isPending()) {
            finished = without(index);
        } else if (!wasFinished && !trial.isPending()) {
            finished = finished.plus(index);
        }
    }

    private ChunkedList<Integer> without(int index) {
        ChunkedList<Integer> rest = ChunkedList.empty();
        for (int i : finished) {
            if (i != index) {
                rest = rest.plus(i);
            }
        }
        return rest;
    }

    /** The finished trials of a snapshot. */
    private static final class Finished extends AbstractList<Trial> implements RandomAccess {
        private final List<Trial> trials;
        private final ChunkedList<Integer> indices;

        Finished(List<Trial> trials, ChunkedList<Integer> indices) {
            this.trials = trials;
            this.indices = indices;
        }

        @Override
        public Trial get(int index) {
            return trials.get(indices.get(index));
        }

        @Override
        public int size() {
            return indices.size();
        }
    }

    private record Snapshot(
            ChunkedList<Trial> trials,
            Finished finished,
            Map<String, ModelRecord> byKey,
            List<SourceRecord> sources,
            Optional<StudyRecord> study)
            implements Records {
        @Override
        public String toString() {
            return "Records of %d trials, %d of them ended"
                    .formatted(trials.size(), finished.size());
        }

        @Override
        public Optional<ModelRecord> model(String key) {
            return Optional.ofNullable(byKey.get(key));
        }

        @Override
        public List<ModelRecord> models() {
            return byKey.values().stream().sorted(Comparator.comparing(ModelRecord::key)).toList();
        }
    }

    @Override
    public String toString() {
        return "Log of " + snapshot();
    }
}
