package org.attune.benchmarks;

import org.attune.api.Entry;
import org.attune.api.Generator;
import org.attune.api.History;
import org.attune.api.Trial;
import org.attune.history.Finding;
import org.attune.history.Journal;
import org.attune.history.JournalException;
import org.attune.history.LeaseLock;
import org.attune.history.Tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Journals on a disk that loses, when the power fails, any part of what it was not told to keep:
 * blocks reach it in any order, and one that does not is zeros, or the file ends before it.
 */
final class PowerFailures {
    private static final String PROBLEM = "power";
    private static final int BLOCK = 512; // bytes that a disk writes whole
    private static final int MOST_CALLS = 60; // before the power fails
    private static final int MOST_LINES = 6; // of an update

    private final Path folder;
    private final Generator random;

    PowerFailures(Path folder, Generator random) {
        this.folder = folder;
        this.random = random;
    }

    /** What happens then. */
    private static final class Dark extends Error {
        private static final long serialVersionUID = 1;

        Dark() {
            super("the power failed", null, false, false);
        }
    }

    /** Tries so many failures. */
    JournalAttacks.Row tried(int count) throws IOException {
        Files.createDirectories(folder);
        var losses = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve("j%d.jsonl".formatted(i));
            var schedule = new Schedule(file);
            schedule.run();
            int number = i;
            schedule.loss()
                    .ifPresent(loss -> losses.add("schedule %d: %s".formatted(number, loss)));
        }
        return new JournalAttacks.Row("power failures", count, losses);
    }

    /** Two programs that take turns, until the power fails. */
    private final class Schedule implements Tail.Disk {
        private final Path file;
        private final Map<Path, Long> kept = new HashMap<>(); // bytes that are on the disk
        private final List<byte[]> marks = new ArrayList<>(); // what the file's end mark has been
        private final List<Trial> acknowledged = new ArrayList<>();
        private int left = 1 + random.nextInt(MOST_CALLS);

        Schedule(Path file) {
            this.file = file;
        }

        void run() throws IOException {
            try {
                while (true) {
                    try (Journal journal =
                            Journal.open(file, PROBLEM, LeaseLock.LEASE, this, note -> {})) {
                        History history = journal.study("main");
                        for (int n = random.nextInt(3); n >= 0; n--) {
                            var added = new ArrayList<Entry>();
                            int lines = 1 + random.nextInt(MOST_LINES);
                            history.update(r -> {
                                added.clear();
                                for (int k = 0; k < lines; k++) {
                                    added.add(JournalCost.trial(r.nextNumber() + k));
                                }
                                return added;
                            });
                            added.forEach(t -> acknowledged.add((Trial) t));
                        }
                    }
                    if (Files.exists(mark())) {
                        marks.add(Files.readAllBytes(mark()));
                    }
                }
            } catch (Dark now) {
                lose();
            }
        }

        private Path mark() {
            return Path.of(file + ".end");
        }

        @Override
        public void before(String call) {
            if (--left < 0) {
                throw new Dark();
            }
        }

        @Override
        public Tail open(Path path) throws IOException {
            Tail out = Tail.DISK.open(path);
            kept.putIfAbsent(path, out.length());
            return new Tail() {
                @Override
                public void append(byte[] bytes) throws IOException {
                    if (left == 0) { // in the middle of it
                        out.append(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
                    }
                    before("append");
                    out.append(bytes);
                }

                @Override
                public void sync() throws IOException {
                    before("sync"); // of the real disk nothing is asked
                    kept.put(path, out.length());
                }

                @Override
                public long length() throws IOException {
                    return out.length();
                }

                @Override
                public void close() throws IOException {
                    out.close();
                }
            };
        }

        /** Leaves what a disk may have kept. */
        private void lose() throws IOException {
            for (Path path : siblings()) {
                if (!path.equals(file) && !path.equals(mark())) {
                    Files.delete(path); // locks, which are taken over after a restart
                }
            }
            if (Files.exists(file)) {
                byte[] text = Files.readAllBytes(file);
                int safe = Math.toIntExact(kept.getOrDefault(file, (long) text.length));
                byte[] there = Arrays.copyOf(text, safe + random.nextInt(text.length - safe + 1));
                for (int from = safe; from < there.length; from += BLOCK - from % BLOCK) {
                    if (random.nextInt(2) == 0) {
                        int to = Math.min(from + BLOCK - from % BLOCK, there.length);
                        Arrays.fill(there, from, to, (byte) 0);
                    }
                }
                Files.write(file, there);
            }
            int mark = random.nextInt(marks.size() + 2); // an older one, none, or the last
            if (mark < marks.size()) {
                Files.write(mark(), marks.get(mark));
            } else if (mark == marks.size()) {
                Files.deleteIfExists(mark());
            }
        }

        private List<Path> siblings() throws IOException {
            String name = file.getFileName().toString();
            try (Stream<Path> all = Files.list(folder)) {
                return all.filter(p -> p.getFileName().toString().contains(name)).toList();
            }
        }

        /** Goes on after the failure, and returns what is not as it was acknowledged. */
        Optional<String> loss() throws IOException {
            if (acknowledged.isEmpty() && !Files.exists(file)) {
                return Optional.empty();
            }
            Optional<String> loss;
            try {
                loss = loss(file);
            } catch (JournalException refused) { // holes, and nothing tells how long it was
                Path repaired = folder.resolve(file.getFileName() + ".repaired");
                Journal.repair(file, repaired);
                loss = Files.exists(mark()) ? Optional.of("" + refused) : loss(repaired);
            }
            if (loss.isEmpty()) {
                for (Path path : siblings()) {
                    Files.delete(path);
                }
            }
            return loss;
        }

        private Optional<String> loss(Path path) {
            try (Journal journal = Journal.open(path, PROBLEM)) {
                History history = journal.study("main");
                history.update(r -> List.of(JournalCost.trial(r.nextNumber())));
                List<Trial> there = history.records().trials();
                if (there.size() <= acknowledged.size()
                        || !there.subList(0, acknowledged.size()).equals(acknowledged)) {
                    return Optional.of(
                            "%d of %d acknowledged records are there"
                                    .formatted(there.size() - 1, acknowledged.size()));
                }
                List<Finding> findings = Journal.check(path);
                return findings.isEmpty() ? Optional.empty() : Optional.of(findings.toString());
            }
        }
    }
}
