package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.history.LingeringLock.Turn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** How long the lock stays taken; {@link JournalTest} has what journals do with it. */
class LingeringLockTest {
    @TempDir Path folder;
    private final AtomicInteger written = new AtomicInteger();
    private Path file;
    private Path taken;
    private LingeringLock lock;

    @BeforeEach
    void make() throws Exception {
        file = Files.createFile(folder.resolve("a.jsonl"));
        taken = folder.resolve("a.jsonl.lock");
        lock =
                new LingeringLock(
                        file,
                        new LeaseLock(taken, LeaseLock.LEASE),
                        Tail.DISK,
                        written::incrementAndGet,
                        note -> {});
    }

    /** Does nothing under the lock; returns whether it was taken for that. */
    private boolean isFresh(Turn turn) throws Exception {
        boolean free = !Files.exists(taken);
        boolean fresh = turn.hold((grip, isFresh) -> Optional.of(isFresh)).orElseThrow();
        assertEquals(free, fresh);
        return fresh;
    }

    @Test
    void itStaysTakenWhileUpdatesFollowEachOtherAndNotForLong() throws Exception {
        var fresh = new ArrayList<Boolean>();
        try (Turn turn = lock.take()) {
            fresh.add(isFresh(turn));
            assertFalse(Files.exists(taken)); // nothing came before it
            for (int i = 0; i < 1000; i++) {
                fresh.add(isFresh(turn));
            }
        }
        assertEquals(List.of(true, true), fresh.subList(0, 2));
        assertTrue(fresh.contains(false));
        for (int i = 0; i < 1000 && Files.exists(taken); i++) {
            Thread.sleep(10);
        }
        assertFalse(Files.exists(taken));
    }

    @Test
    void workThatHasToBeDoneAgainGivesItBack() throws Exception {
        try (Turn turn = lock.take()) {
            for (int i = 0; i < 3; i++) {
                turn.hold((grip, fresh) -> {
                    assertTrue(Files.exists(taken));
                    return Optional.empty();
                });
                assertFalse(Files.exists(taken));
            }
        }
    }

    @Test
    void closingGivesItBackAtTheEndOfTheUpdate() throws Exception {
        try (Turn turn = lock.take()) {
            isFresh(turn);
            turn.hold((grip, fresh) -> {
                lock.close();
                return Optional.of(Files.exists(taken));
            });
            assertFalse(Files.exists(taken));
        }
    }

    @Test
    void whatIsToBeRunBeforeOthersGoOnIsRunWhereTheFileWasWritten() throws Exception {
        try (Turn turn = lock.take()) {
            turn.hold((grip, fresh) -> Optional.empty());
            assertEquals(0, written.get());
            turn.hold((grip, fresh) -> {
                grip.file(file);
                return Optional.empty();
            });
            assertEquals(1, written.get());
        }
    }

    @Test
    void aThreadHasOneTurn() throws Exception {
        try (Turn turn = lock.take()) {
            String message = assertThrows(IllegalStateException.class, lock::take).getMessage();
            assertTrue(message.contains("within another one"), message);
            assertTrue(isFresh(turn));
        }
        lock.take().close();
    }

    @Test
    void whoIsInterruptedWhileWaitingHasNone() throws Exception {
        try (Turn turn = lock.take()) {
            var refused = new ArrayList<Throwable>();
            var other =
                    new Thread(() -> refused.add(assertThrows(Exception.class, () -> lock.take())));
            other.start();
            other.interrupt();
            other.join();
            assertEquals(
                    "Interrupted while waiting for another thread.",
                    refused.getFirst().getMessage());
            assertTrue(isFresh(turn));
        }
    }
}
