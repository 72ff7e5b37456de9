package org.attune.api;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Takes over pending trials whose processes are lost, and knows since when. Thread-safe. */
final class LostTrials {
    private static final int LOST_AFTER = 3; // times the longest trial

    private static final Duration SOONEST_LOST = Duration.ofMinutes(1);

    private final History history;
    private final Map<Long, Instant> takenOver = new ConcurrentHashMap<>(); // when, by trial number

    LostTrials(History history) {
        this.history = history;
    }

    /** Takes over up to so many trials of processes that are lost. */
    List<Trial> adopted(int count, Predicate<ProcessId> lost) {
        return taken(count, t -> lost.test(t.provenance().process()), Trial::adopted);
    }

    /** Hands out up to so many trials again that must be lost by now. */
    List<Trial> askedAgain(int count) {
        Duration longest =
                history.records().finished().stream()
                        .flatMap(t ->
                                t
                                        .ended()
                                        .map(e -> Duration.between(t.provenance().asked(), e))
                                        .stream())
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO);
        Duration patience = longest.multipliedBy(LOST_AFTER);
        Instant before =
                Instant.now().minus(patience.compareTo(SOONEST_LOST) < 0 ? SOONEST_LOST : patience);
        return taken(
                count,
                t -> t.provenance().process().hasEnded() && t.provenance().asked().isBefore(before),
                Trial::askedAgain);
    }

    private List<Trial> taken(int count, Predicate<Trial> orphaned, UnaryOperator<Trial> taken) {
        var adopted = new ArrayList<Trial>();
        history.update(records -> {
            adopted.clear();
            Study.pending(records).stream()
                    .filter(orphaned)
                    .limit(count)
                    .map(taken)
                    .forEach(adopted::add);
            return adopted;
        });
        adopted.forEach(t -> takenOver.put(t.number(), Instant.now()));
        return List.copyOf(adopted);
    }

    /** Returns the seconds that a run took, as far as anybody knows. */
    double elapsed(Trial trial) {
        if (!trial.isPending()) {
            return trial.outcome().elapsed();
        }
        Instant began = takenOver.getOrDefault(trial.number(), trial.provenance().asked());
        return Math.max(0, Duration.between(began, Instant.now()).toNanos() / 1e9);
    }
}
