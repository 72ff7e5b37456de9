package org.attune.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Records with other trials and sources in place of their own.
 *
 * @param of the records; its models and what it was set up with stay
 * @param trials by number
 * @param finished those that have ended, in the order in which their outcomes came
 * @param sources in their order
 */
public record RecordsView(
        Records of, List<Trial> trials, List<Trial> finished, List<SourceRecord> sources)
        implements Records {
    /** Copies the lists. */
    public RecordsView {
        trials = List.copyOf(trials);
        finished = List.copyOf(finished);
        sources = List.copyOf(sources);
    }

    /** Returns records with some of their trials, numbered anew as if the others had never been. */
    public static RecordsView where(
            Records all, Predicate<Trial> wanted, List<SourceRecord> sources) {
        var byNumber = new HashMap<Long, Trial>();
        var some = new ArrayList<Trial>();
        for (Trial t : all.trials()) {
            if (wanted.test(t)) {
                some.add(
                        new Trial(
                                some.size() + 1L,
                                t.candidate(),
                                t.origin(),
                                t.outcome(),
                                t.provenance()));
                byNumber.put(t.number(), some.getLast());
            }
        }
        List<Trial> finished =
                all.finished().stream().filter(wanted).map(t -> byNumber.get(t.number())).toList();
        return new RecordsView(all, some, finished, sources);
    }

    @Override
    public Optional<ModelRecord> model(String key) {
        return of.model(key);
    }

    @Override
    public List<ModelRecord> models() {
        return of.models();
    }

    @Override
    public Optional<StudyRecord> study() {
        return of.study();
    }

    @Override
    public String toString() {
        return "%d of %d trials".formatted(trials.size(), of.trials().size());
    }
}
