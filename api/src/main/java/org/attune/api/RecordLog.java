package org.attune.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Folds the entries of a history, in their order, into {@link Records}.
 *
 * <p>Not thread-safe; its snapshots are immutable.
 */
public final class RecordLog {
    private final List<Trial> trials = new ArrayList<>();
    private final List<Integer> finished = new ArrayList<>(); // indices of trials, in the order of their outcomes
    private final Map<String, ModelRecord> models = new HashMap<>();
    private Optional<StudyRecord> study = Optional.empty();

    /** Starts empty. */
    public RecordLog() {}

    /** Starts from what {@code records} hold. */
    public RecordLog(Records records) {
        records.study().ifPresent(this::add);
        records.trials().forEach(trials::add);
        records.finished().forEach(t -> finished.add((int) t.number() - 1));
        if (records instanceof Snapshot snapshot) {
            models.putAll(snapshot.models);
        }
    }

    /**
     * Adds an entry: a new trial, another outcome of an old one, a model, or a changed set-up.
     *
     * @throws IllegalArgumentException if a trial leaves out a number
     */
    public void add(Entry entry) {
        switch (entry) {
            case StudyRecord s -> study = Optional.of(s);
            case ModelRecord m -> models.put(m.key(), m);
            case Trial t -> addTrial(t);
        }
    }

    /** Returns the records so far. */
    public Records snapshot() {
        return new Snapshot(
                List.copyOf(trials),
                finished.stream().map(trials::get).toList(),
                Map.copyOf(models),
                study);
    }

    private void addTrial(Trial trial) {
        int index = Math.toIntExact(trial.number() - 1);
        if (index > trials.size()) {
            throw new IllegalArgumentException(
                    "Trial %d follows trial %d: numbers must not be left out."
                            .formatted(trial.number(), trials.size()));
        }
        boolean wasFinished = index < trials.size() && !trials.get(index).isPending();
        if (index == trials.size()) {
            trials.add(trial);
        } else {
            trials.set(index, trial);
        }
        if (wasFinished && trial.isPending()) {
            finished.remove((Integer) index);
        } else if (!wasFinished && !trial.isPending()) {
            finished.add(index);
        }
    }

    private record Snapshot(
            List<Trial> trials,
            List<Trial> finished,
            Map<String, ModelRecord> models,
            Optional<StudyRecord> study)
            implements Records {
        @Override
        public Optional<ModelRecord> model(String key) {
            return Optional.ofNullable(models.get(key));
        }
    }
}
