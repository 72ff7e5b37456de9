package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class RecordLogSnapshotTest {
    /**
     * Thousands of steps, several chunks of the lists, against plain lists that are copied at every
     * step.
     */
    @Test
    void snapshotsAreWhatPlainListsWouldBeAndNeverChange() {
        var random = new Seed(7).generator("record log", 1);
        var log = new RecordLog();
        var trials = new ArrayList<Trial>();
        var finished = new ArrayList<Integer>();
        var snapshots = new ArrayList<Records>();
        var expected = new ArrayList<List<List<Trial>>>();
        for (int step = 0; step < 2_000; step++) {
            int index = random.nextInt(4) > 0 ? trials.size() : random.nextInt(trials.size() + 1);
            boolean pending = random.nextInt(3) == 0;
            Trial trial = trial(index + 1, pending ? Outcome.PENDING : Outcome.measured("y", step));
            log.add(trial);
            boolean wasFinished = index < trials.size() && !trials.get(index).isPending();
            if (index == trials.size()) {
                trials.add(trial);
            } else {
                trials.set(index, trial);
            }
            if (wasFinished && pending) {
                finished.remove((Integer) index);
            } else if (!wasFinished && !pending) {
                finished.add(index);
            }
            if (step % 10 == 0) {
                snapshots.add(log.snapshot());
                expected.add(
                        List.of(List.copyOf(trials), finished.stream().map(trials::get).toList()));
            }
        }
        assertTrue(trials.size() > 1_000, "more than a few chunks");
        for (int i = 0; i < snapshots.size(); i++) {
            assertEquals(expected.get(i).getFirst(), snapshots.get(i).trials(), "snapshot " + i);
            assertEquals(expected.get(i).getLast(), snapshots.get(i).finished(), "snapshot " + i);
        }
    }

    @Test
    void logsThatStartFromOneSnapshotDoNotSeeEachOther() {
        var first = new RecordLog();
        first.add(trial(1, Outcome.PENDING));
        Records start = first.snapshot();
        var second = new RecordLog(start);
        first.add(trial(2, Outcome.measured("y", 1)));
        second.add(trial(2, Outcome.measured("y", 2)));
        second.add(new ModelRecord("k", "b", Map.of("a", 1L)));
        assertEquals(List.of(trial(2, Outcome.measured("y", 1))), first.snapshot().finished());
        assertEquals(List.of(trial(2, Outcome.measured("y", 2))), second.snapshot().finished());
        assertEquals(Optional.empty(), first.snapshot().model("k"));
        assertEquals(1, start.trials().size());
    }

    @Test
    void snapshotsCannotBeChanged() {
        var log = new RecordLog();
        log.add(trial(1, Outcome.measured("y", 1)));
        Records records = log.snapshot();
        assertThrows(UnsupportedOperationException.class, () -> records.trials().removeLast());
        assertThrows(UnsupportedOperationException.class, () -> records.finished().clear());
        assertThrows(IndexOutOfBoundsException.class, () -> records.trials().get(1));
    }

    @Test
    void aNumberThatIsLeftOutIsRejected() {
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new RecordLog().add(trial(2, Outcome.PENDING)));
        assertEquals("Trial 2 follows trial 0: numbers must not be left out.", e.getMessage());
    }

    private static Trial trial(long number, Outcome outcome) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", number)),
                Origin.of("test"),
                outcome,
                new Provenance(
                        java.time.Instant.EPOCH,
                        Optional.empty(),
                        new ProcessId("here", 1, 0),
                        Effort.NONE));
    }
}
