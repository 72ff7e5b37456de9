package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Hands out trials to those who ask at the same time: what somebody has proposed for whoever comes,
 * else new proposals, some of them for those who wait.
 */
final class TrialQueue {
    /** After so many proposals that others made first, these have to wait for the next one. */
    private static final int DRAFTS_AHEAD = 2;

    /** Proposals that are made for others at most, who wait meanwhile. */
    private static final int MOST_FOR_OTHERS = 64;

    private final Conditions conditions;
    private final History history;
    private final StudyObserver observer;
    private final Set<String> endings = ConcurrentHashMap.newKeySet(); // said already
    private volatile Draft.Answers answers = Draft.Answers.NONE;

    TrialQueue(Conditions conditions, History history, StudyObserver observer) {
        this.conditions = conditions;
        this.history = history;
        this.observer = observer;
    }

    /** Returns what the tuner has said of the newest records. */
    Draft.Answers answers() {
        return answers;
    }

    /** Forgets what the tuner has said, because the records have changed. */
    void forget() {
        answers = Draft.Answers.NONE;
    }

    /** Returns up to so many trials, recorded as pending; perhaps none. */
    List<Trial> take(int count) {
        List<Trial> offered = fetched(count);
        if (!offered.isEmpty()) {
            return offered;
        }
        try (Reservation place = history.reserve(count)) {
            while (place.ahead() > 0 && !Thread.currentThread().isInterrupted()) {
                place.pause();
                offered = fetched(count);
                if (!offered.isEmpty()) {
                    return offered;
                }
            }
            offered = fetched(count); // whoever was ahead has left
            return offered.isEmpty() ? proposed(place, count) : offered;
        }
    }

    /** Proposes trials, and offers some to those who wait in the queue. */
    private List<Trial> proposed(Reservation place, int count) {
        var asked = new ArrayList<Trial>();
        int late = 0;
        while (late < DRAFTS_AHEAD && asked.size() < count) {
            int wanted = count - asked.size();
            int others = Math.min(place.behind(), MOST_FOR_OTHERS);
            Draft draft = new Draft(conditions, history.records(), wanted + others);
            var newest = new AtomicBoolean();
            List<Trial> more = appended(draft, wanted, newest);
            asked.addAll(more);
            if (more.size() == wanted || more.size() == draft.size() && newest.get()) {
                return List.copyOf(asked);
            }
            late = more.isEmpty() ? late + 1 : 0;
        }
        return asked.isEmpty() ? appendedUnderLock(count) : List.copyOf(asked);
    }

    /** Takes trials that somebody has proposed for whoever comes, perhaps none. */
    private List<Trial> fetched(int count) {
        if (history.records().trials().stream().noneMatch(Trial::isOffered)) {
            return List.of();
        }
        var fetched = new ArrayList<Trial>();
        history.update(records -> {
            fetched.clear();
            records.trials().stream()
                    .filter(Trial::isOffered)
                    .filter(t -> !conditions.leftOut().contains(t.task()))
                    .limit(count)
                    .map(Trial::fetched)
                    .forEach(fetched::add);
            return fetched;
        });
        fetched.forEach(observer::asked);
        return List.copyOf(fetched);
    }

    /**
     * Appends what still holds of a draft, which was made without holding up anybody who wants to
     * tell.
     *
     * @param wanted trials for this process; the others are offered
     * @param newest is told whether nothing has come in since the draft's records
     * @return the trials for this process
     */
    private List<Trial> appended(Draft draft, int wanted, AtomicBoolean newest) {
        var own = new AtomicReference<List<Trial>>(List.of());
        history.update(records -> {
            newest.set(draft.isOf(records));
            List<Entry> entries = draft.following(records);
            if (newest.get()) {
                answers = draft.answers();
            } else if (!entries.isEmpty()) {
                answers = Draft.Answers.NONE;
            }
            List<Trial> trials = trials(entries);
            own.set(trials.subList(0, Math.min(wanted, trials.size())));
            return entries.stream()
                    .map(e -> e instanceof Trial t && !own.get().contains(t) ? t.offered() : e)
                    .toList();
        });
        return observed(draft, own.get());
    }

    /** Proposes while everybody else waits, so that nobody can be quicker. */
    private List<Trial> appendedUnderLock(int count) {
        var draft = new AtomicReference<Draft>();
        history.update(records -> {
            draft.set(new Draft(conditions, records, count));
            answers = draft.get().answers();
            return draft.get().entries();
        });
        return observed(draft.get(), trials(draft.get().entries()));
    }

    private static List<Trial> trials(List<Entry> entries) {
        return entries.stream().filter(Trial.class::isInstance).map(Trial.class::cast).toList();
    }

    private List<Trial> observed(Draft draft, List<Trial> own) {
        if (!own.isEmpty() || draft.size() == 0) {
            draft.notes().forEach(observer::note);
            draft.endings().stream().filter(endings::add).forEach(observer::note);
        }
        own.forEach(observer::asked);
        return own;
    }
}
