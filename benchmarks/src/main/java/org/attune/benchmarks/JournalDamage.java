package org.attune.benchmarks;

import org.attune.api.Entry;
import org.attune.api.Generator;
import org.attune.api.History;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.history.Journal;
import org.attune.history.JournalException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Changes the bytes of a journal that nobody uses, and looks what is made of it. */
final class JournalDamage {
    private static final String PROBLEM = "damage";
    private static final int TRIALS = 12; // each asked and told

    private final Path folder;
    private final Generator random;

    JournalDamage(Path folder, Generator random) {
        this.folder = folder;
        this.random = random;
    }

    /** A kind of damage. */
    enum Kind {
        /** One bit is another. */
        FLIPS("bit flips", 1200),
        /** The file ends earlier. */
        CUTS("cuts", 300),
        /** Two lines are exchanged. */
        SWAPS("lines exchanged", 120),
        /** A line is there twice, the second time anywhere behind the first. */
        DOUBLINGS("lines doubled", 120),
        /** A line is missing. */
        LOSSES("lines removed", 120),
        /** Zeros stand in place of a part. */
        HOLES("blocks of zeros", 120);

        private final String words;
        private final int count;

        Kind(String words, int count) {
            this.words = words;
            this.count = count;
        }

        /** Returns how many are tried. */
        int count() {
            return count;
        }
    }

    /** Tries so many attacks of one kind. */
    JournalAttacks.Row tried(Kind kind, int count) throws IOException {
        var losses = new ArrayList<String>();
        Path folderOfKind =
                Files.createDirectories(folder.resolve(kind.name().toLowerCase(Locale.ROOT)));
        Path file = folderOfKind.resolve("sample.jsonl");
        List<Trial> acknowledged = write(file);
        byte[] text = Files.readAllBytes(file);
        byte[] end = Files.readAllBytes(Path.of(file + ".end"));
        for (int i = 0; i < count; i++) {
            byte[] damaged = damaged(kind, text);
            Files.write(file, damaged);
            Files.write(Path.of(file + ".end"), end);
            if (!Arrays.equals(damaged, text)) {
                String attack = "%s %d".formatted(kind.words, i);
                loss(file, acknowledged, attack).ifPresent(losses::add);
            }
        }
        return new JournalAttacks.Row(kind.words, count, losses);
    }

    /** Writes pending trials, outcomes in another order, and returns what is acknowledged. */
    private static List<Trial> write(Path file) {
        try (Journal journal = Journal.open(file, PROBLEM)) {
            History history = journal.study("main");
            for (int first = 1; first <= TRIALS; first += 3) {
                var pending = new ArrayList<Entry>();
                for (int n = first; n < first + 3; n++) {
                    Trial t = JournalCost.trial(n);
                    pending.add(
                            new Trial(
                                    n,
                                    t.candidate(),
                                    t.origin(),
                                    Outcome.PENDING,
                                    t.provenance().untold()));
                }
                history.update(r -> pending);
                for (int n = first + 2; n >= first; n--) {
                    Trial told = JournalCost.trial(n);
                    history.update(r -> List.of(told));
                }
            }
            return history.records().finished();
        }
    }

    private byte[] damaged(Kind kind, byte[] text) {
        List<byte[]> lines = lines(text);
        int a = random.nextInt(lines.size());
        int b = random.nextInt(lines.size());
        int at = random.nextInt(text.length);
        switch (kind) {
            case FLIPS -> {
                byte[] flipped = text.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                return flipped;
            }
            case CUTS -> {
                return Arrays.copyOf(text, at);
            }
            case HOLES -> {
                byte[] hole = text.clone();
                Arrays.fill(
                        hole, at, Math.min(text.length, at + 1 + random.nextInt(512)), (byte) 0);
                return hole;
            }
            case SWAPS -> {
                b = (a + 1 + random.nextInt(lines.size() - 1)) % lines.size();
                byte[] one = lines.get(a);
                lines.set(a, lines.get(b));
                lines.set(b, one);
            }
            case DOUBLINGS -> lines.add(Math.max(a, b) + 1, lines.get(Math.min(a, b)));
            case LOSSES -> lines.remove(a);
        }
        var bytes = new ByteArrayOutputStream();
        lines.forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    private static List<byte[]> lines(byte[] text) {
        var lines = new ArrayList<byte[]>();
        int from = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                lines.add(Arrays.copyOfRange(text, from, i + 1));
                from = i + 1;
            }
        }
        return lines;
    }

    private static Optional<String> loss(Path file, List<Trial> acknowledged, String attack)
            throws IOException {
        byte[] before = Files.readAllBytes(file);
        String check = Journal.check(file).toString();
        if (check.equals("[]")) {
            return Optional.of(attack + ": history check names nothing");
        }
        try (Journal journal = Journal.open(file, PROBLEM)) {
            History history = journal.study("main");
            if (!history.records().finished().equals(acknowledged)) {
                return Optional.of(attack + ": opened with other records: " + check);
            }
            long next = acknowledged.size() + 1L;
            history.update(r -> List.of(JournalCost.trial(next)));
            try (Journal again = Journal.open(file, PROBLEM)) {
                List<Trial> after = again.study("main").records().finished();
                return after.size() == next && after.subList(0, (int) next - 1).equals(acknowledged)
                        ? Optional.empty()
                        : Optional.of(attack + ": another record overwrote some");
            }
        } catch (JournalException refused) {
            return Arrays.equals(before, Files.readAllBytes(file))
                    ? Optional.empty()
                    : Optional.of(attack + ": refused, but changed");
        }
    }
}
