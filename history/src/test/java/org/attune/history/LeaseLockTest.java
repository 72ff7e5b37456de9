package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.ProcessId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class LeaseLockTest {
    private static final Duration SHORT = Duration.ofMillis(120);

    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("j.lock");
    }

    private LeaseLock lock(Duration lease) {
        return new LeaseLock(file, lease);
    }

    /** Returns a process that has ended. */
    private static Holder dead() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        Holder me = Holder.here("dead");
        return new Holder(ProcessId.here(process.toHandle()), me.space(), "dead", me.renewed());
    }

    private static Holder foreign() {
        return new Holder(new ProcessId("elsewhere", 1, 0), "boot", "foreign", 1_800_000_000_000L);
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(p -> p.getFileName().toString()).toList();
        }
    }

    @Test
    void namesItsHolderWhileHeld() throws IOException {
        try (var held = lock(LeaseLock.LEASE).acquire()) {
            held.verify();
            Holder holder = Holder.read(Files.readAllBytes(file)).orElseThrow();
            assertEquals(ProcessHandle.current().pid(), holder.process().pid());
            assertFalse(holder.isDead());
        }
        assertEquals(List.of(), files());
    }

    @Test
    void aDeadProcessIsTakenOverAtOnce() throws Exception {
        Files.write(file, dead().text());
        lock(Duration.ofDays(1)).acquire().close();
        assertEquals(List.of(), files());
    }

    @Test
    void anotherProcessWithTheSamePidIsNotTheHolder() throws IOException {
        Holder me = Holder.here("earlier");
        Files.write(
                file,
                new Holder(
                                new ProcessId(
                                        me.process().host(),
                                        me.process().pid(),
                                        me.process().started() - 60_000),
                                me.space(),
                                "earlier",
                                me.renewed())
                        .text());
        lock(Duration.ofDays(1)).acquire().close();
        assertEquals(List.of(), files());
    }

    @Test
    void aProcessElsewhereIsTakenOverWhenItsLeaseHasRunOut() throws IOException {
        Files.write(file, foreign().text());
        assertFalse(foreign().isDead());
        long start = System.nanoTime();
        lock(SHORT).acquire().close();
        assertTrue(System.nanoTime() - start >= SHORT.toNanos(), "not before");
    }

    @Test
    void aFileWithoutTextIsTakenOverSoon() throws IOException {
        Files.createFile(file);
        lock(SHORT).acquire().close();
        assertEquals(List.of(), files());
    }

    @Test
    void aClaimThatItsOwnerLeftBehindIsRemovedToo() throws Exception {
        Files.write(file, dead().text());
        Holder claimant = dead();
        Files.write(
                folder.resolve("j.lock.claim-dead"),
                new Holder(claimant.process(), claimant.space(), "claimant", 1_800_000_000_000L)
                        .text());
        lock(Duration.ofDays(1)).acquire().close();
        assertEquals(List.of(), files());
    }

    @Test
    void aHolderThatIsAliveKeepsItForManyLeases() throws Exception {
        try (var pool = Executors.newSingleThreadExecutor()) {
            Future<?> other;
            try (var held = lock(Duration.ofMillis(600)).acquire()) {
                other =
                        pool.submit(() -> {
                            lock(Duration.ofMillis(600)).acquire().close();
                            return null;
                        });
                Thread.sleep(2_000);
                held.verify();
                assertFalse(other.isDone());
            }
            other.get();
        }
    }

    @Test
    void whoLostTheLockLearnsOfItAndLeavesTheNextHolderAlone() throws Exception {
        try (var lost = lock(SHORT).acquire()) {
            Files.write(file, foreign().text()); // as after a take-over
            Thread.sleep(SHORT.toMillis());
            var e = assertThrows(IOException.class, lost::verify);
            assertTrue(e.getMessage().contains("Lost the lock"), e.getMessage());
        }
        assertTrue(Files.exists(file));
    }

    @Test
    void waitingEndsWhenInterrupted() throws IOException {
        Files.write(file, foreign().text());
        Thread.currentThread().interrupt();
        try {
            var e =
                    assertThrows(
                            InterruptedIOException.class, () -> lock(LeaseLock.LEASE).acquire());
            assertTrue(e.getMessage().contains("process 1 on elsewhere"), e.getMessage());
            assertTrue(Thread.currentThread().isInterrupted());
        } finally {
            Thread.interrupted();
        }
    }

    /** Many find the same dead holder at once, again and again: never two of them hold the lock. */
    @RepeatedTest(20)
    void onlyOneTakesOver() throws Exception {
        Files.write(file, dead().text());
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var all = new ArrayList<Future<?>>();
        try (var pool = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 16; i++) {
                all.add(
                        pool.submit(() -> {
                            try (var held = lock(LeaseLock.LEASE).acquire()) {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                Thread.yield();
                                held.verify();
                                inside.decrementAndGet();
                            }
                            return null;
                        }));
            }
        }
        for (Future<?> one : all) {
            one.get();
        }
        assertEquals(1, most.get());
        assertEquals(List.of(), files());
    }
}
