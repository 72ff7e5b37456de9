package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.ProcessId;
import org.attune.api.Reservation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class ProposalQueueTest {
    @TempDir Path folder;

    private ProposalQueue queue(String study) {
        return new ProposalQueue(folder.resolve("toy.jsonl"), study);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("toy.jsonl.alive"))) {
            return files.toList();
        }
    }

    /** Another process has other objects of the same files. */
    @Test
    void thoseAheadAreCountedUntilTheyAreDone() throws IOException {
        Reservation first = queue("main").take(5);
        Reservation second = queue("main").take(1);
        Reservation third = queue("main").take(2);
        assertEquals(0, first.ahead());
        assertEquals(5, second.ahead());
        assertEquals(6, third.ahead());
        assertEquals(3, first.behind());
        assertEquals(0, third.behind());
        first.close();
        assertEquals(1, third.ahead());
        assertEquals(0, second.ahead());
        Reservation fourth = queue("main").take(1);
        assertEquals(3, fourth.ahead());
        second.close();
        third.close();
        assertEquals(0, fourth.ahead());
        fourth.close();
        assertEquals(List.of(), files());
    }

    @Test
    void otherStudiesDoNotMatter() {
        queue("main").take(5);
        assertEquals(0, queue("other").take(1).ahead());
    }

    @Test
    void threadsThatComeAtOnceHaveDifferentPlaces() throws Exception {
        int threads = 8;
        var barrier = new CyclicBarrier(threads);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            Callable<Integer> task =
                    () -> {
                        barrier.await();
                        Reservation place = queue("main").take(1);
                        barrier.await();
                        return place.ahead();
                    };
            List<Future<Integer>> futures =
                    IntStream.range(0, threads).mapToObj(i -> pool.submit(task)).toList();
            int sum = 0;
            for (Future<Integer> future : futures) {
                sum += future.get();
            }
            assertEquals(threads * (threads - 1) / 2, sum);
        }
    }

    @Test
    void whoHasEndedOrIsSilentIsNotAhead() throws Exception {
        Process dead = new ProcessBuilder("sleep", "1000").start();
        ProcessId ended = ProcessId.here(dead.toHandle());
        dead.destroyForcibly().waitFor();
        Reservation left = queue("main").take(3);
        Files.write(files().getFirst(), new Holder(ended, "3", 0).text());
        assertEquals(0, queue("main").take(1).ahead());
        assertEquals(1, files().size(), "it is removed");
        left.close();

        queue("old").take(7);
        for (Path f : files()) {
            Files.setLastModifiedTime(f, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
        }
        assertEquals(0, queue("old").take(1).ahead());
    }

    /** It saves work only: where nothing can be written, nobody is ahead. */
    @Test
    void aFolderThatCannotBeWrittenReservesNothing() throws IOException {
        Files.writeString(folder.resolve("toy.jsonl.alive"), "a file");
        assertEquals(0, queue("main").take(1).ahead());
    }

    @Test
    void aFileThatIsBeingWrittenCountsForOne() throws IOException {
        Reservation first = queue("main").take(5);
        Files.writeString(files().getFirst(), "");
        assertEquals(1, queue("main").take(1).ahead());
        first.close();
    }
}
