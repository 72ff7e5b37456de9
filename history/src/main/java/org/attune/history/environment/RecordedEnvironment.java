package org.attune.history.environment;

import org.attune.api.Control;
import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Reservation;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A history that records with every trial and control of this process where it runs: the
 * environment once, as part of the study's set-up, and its name in the trial.
 *
 * @param history where everything is kept
 * @param environment of this process
 * @param others by name, of which trials may come that are taken over from other studies
 */
public record RecordedEnvironment(
        History history, Environment environment, Map<String, Map<String, Object>> others)
        implements History {
    @Override
    public Records records() {
        return history.records();
    }

    @Override
    public Records update(Function<Records, List<? extends Entry>> change) {
        return history.update(records -> marked(records, change.apply(records)));
    }

    @Override
    public Reservation reserve(int count) {
        return history.reserve(count);
    }

    private List<Entry> marked(Records records, List<? extends Entry> entries) {
        String id = environment.id();
        var marked = new ArrayList<Entry>();
        Optional<StudyRecord> setUp = records.study();
        for (Entry entry : entries) {
            Entry next = setUp.isPresent() ? in(entry, id) : entry;
            if (next instanceof StudyRecord s) {
                setUp = Optional.of(s);
            }
            Optional<StudyRecord> fuller = fuller(setUp, run(next));
            if (fuller.isPresent()) {
                setUp = fuller;
                marked.add(fuller.get());
            }
            marked.add(next);
        }
        return marked;
    }

    private static Entry in(Entry entry, String id) {
        Optional<Trial> own = run(entry).filter(RecordedEnvironment::isOfHere).map(t -> in(t, id));
        return switch (entry) {
            case ModelRecord m when own.isPresent() ->
                    Control.of(m).orElseThrow().with(own.get()).record();
            case Trial t -> own.orElse(t);
            default -> entry;
        };
    }

    /** Returns the run of a trial, or of a control. */
    private static Optional<Trial> run(Entry entry) {
        return switch (entry) {
            case Trial t -> Optional.of(t);
            case ModelRecord m -> Control.of(m).map(Control::run);
            default -> Optional.empty();
        };
    }

    private static Trial in(Trial t, String id) {
        return new Trial(t.number(), t.candidate(), t.origin(), t.outcome(), t.provenance().in(id));
    }

    /** Returns the set-up with the environment of an entry, where it does not have that yet. */
    private Optional<StudyRecord> fuller(Optional<StudyRecord> setUp, Optional<Trial> run) {
        if (setUp.isEmpty()) {
            return Optional.empty();
        }
        return run.flatMap(t -> t.provenance().environment())
                .filter(id -> !setUp.get().environments().containsKey(id))
                .flatMap(id ->
                        id.equals(environment.id())
                                ? Optional.of(environment.record())
                                : Optional.ofNullable(others.get(id)))
                .map(e -> setUp.get().with(Map.of(run.get().provenance().environment().get(), e)));
    }

    /** Returns whether this process asks for the trial, or takes it over. */
    private static boolean isOfHere(Trial trial) {
        Provenance p = trial.provenance();
        return p.environment().isEmpty()
                && p.source().isEmpty()
                && trial.isPending()
                && p.process().equals(ProcessId.here());
    }

    @Override
    public void close() {
        history.close();
    }
}
