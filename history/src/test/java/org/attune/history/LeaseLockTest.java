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
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

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
        Process process = new ProcessBuilder("sleep", "1000").start();
        ProcessId id = ProcessId.here(process.toHandle());
        process.destroyForcibly().waitFor();
        Holder me = Holder.here("dead");
        return new Holder(id, "dead", me.renewed());
    }

    private static Holder foreign() {
        return new Holder(new ProcessId("elsewhere", 1, 0), "foreign", 1_800_000_000_000L);
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
                                        me.process().started(),
                                        me.process().birth() + "0"),
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

    /** A process that was killed before it had written who it is keeps nobody for a whole lease. */
    @Test
    void aFileWithoutTextIsTakenOverAfterAFifthOfALease() throws IOException {
        Files.createFile(file);
        var lease = Duration.ofHours(1);
        var now = new AtomicLong();
        LongSupplier clock = () -> now.addAndGet(lease.toNanos() / 100); // at each look
        new LeaseLock(file, lease, Tail.DISK, note -> {}, clock).acquire().close();
        assertTrue(now.get() > lease.toNanos() / 5, "not before");
        assertTrue(now.get() < lease.toNanos() / 2, "soon");
    }

    @Test
    void aClaimThatItsOwnerLeftBehindIsRemovedToo() throws Exception {
        byte[] text = dead().text();
        Files.write(file, text);
        Holder claimant = dead();
        Files.write(
                folder.resolve("j.lock.claim-" + LeaseLock.name(text, 0)),
                new Holder(claimant.process(), "claimant", 1_800_000_000_000L).text());
        lock(Duration.ofDays(1)).acquire().close();
        assertEquals(List.of(), files());
    }

    /** By the clock of who waits, which goes on when the test says so. */
    @Test
    void aHolderThatIsAliveKeepsItForManyLeases() throws Exception {
        var lease = Duration.ofHours(1); // no renewal but those of the test
        var now = new AtomicLong();
        var looks = new AtomicLong();
        var theirs =
                new LeaseLock(
                        file,
                        lease,
                        Tail.DISK,
                        note -> {},
                        () -> {
                            looks.incrementAndGet();
                            return now.get();
                        });
        try (var pool = Executors.newSingleThreadExecutor()) {
            Future<?> other;
            try (var held = lock(lease).acquire()) {
                other =
                        pool.submit(() -> {
                            theirs.acquire().close();
                            return null;
                        });
                for (int i = 0; i < 20; i++) {
                    byte[] before = Files.readAllBytes(file);
                    while (Arrays.equals(before, Files.readAllBytes(file))) {
                        Thread.sleep(1); // the sign of life is a time in milliseconds
                        held.renew();
                    }
                    awaitLooks(looks);
                    now.addAndGet(lease.toNanos() - 1);
                    awaitLooks(looks);
                    held.verify();
                    assertFalse(other.isDone());
                }
                now.addAndGet(2); // and then it is silent for a whole lease
                other.get();
            }
        }
        assertEquals(List.of(), files());
    }

    /** Waits until who waits for the lock has looked at it as it is now. */
    private static void awaitLooks(AtomicLong looks) throws InterruptedException {
        long enough = looks.get() + 8; // at most four for each look
        while (looks.get() < enough) {
            Thread.sleep(1);
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
    void aHolderWhoseComputerOnlyHasTheSameNameIsNotDead() throws IOException {
        Holder me = Holder.here("twin");
        ProcessId p = me.process();
        for (String birth : List.of("", "0f" + p.birth(), p.birth().replaceFirst(" ", " 1"))) {
            var twin = new ProcessId(p.host(), p.pid() + 1, p.started(), birth);
            assertFalse(new Holder(twin, "twin", me.renewed()).isDead(), birth);
        }
    }

    /** Whatever the files say: they are no more than names, and the wait is bounded. */
    @Test
    void craftedFilesAreTakenOverAndNothingElseIsTouched() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "");
        String deep = "[".repeat(100_000);
        for (String text :
                List.of(
                        new String(new Holder(foreign().process(), "/../victim", 1).text()),
                        new String(
                                new Holder(foreign().process(), "/../../" + "x".repeat(300), 1)
                                        .text()),
                        deep,
                        "{\"host\":" + deep,
                        "\0".repeat(1 << 20))) {
            Files.writeString(file, text);
            for (int depth = 0; depth < 5; depth++) { // claims that claim themselves
                byte[] seen = Arrays.copyOf(text.getBytes(), Math.min(text.length(), 4096));
                Files.writeString(
                        folder.resolve("j.lock.claim-" + LeaseLock.name(seen, depth)), text);
            }
            lock(SHORT).acquire().close();
        }
        assertTrue(Files.exists(victim));
    }

    /** By a clock that goes on with each look. */
    @Test
    void afterTwoSecondsItSaysWhomItWaitsFor() throws Exception {
        Files.write(file, foreign().text());
        var notes = new CopyOnWriteArrayList<String>();
        var now = new AtomicLong();
        long step = Duration.ofMillis(50).toNanos();
        var lease = Duration.ofMillis(2_600);
        new LeaseLock(file, lease, Tail.DISK, notes::add, () -> now.addAndGet(step))
                .acquire()
                .close();
        assertEquals(
                List.of(
                        "Waiting for process 1 on elsewhere to give back the lock "
                                + file
                                + ". If it has ended, the lock is taken over when nothing has been"
                                + " heard of it for 2 s."),
                notes);
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
