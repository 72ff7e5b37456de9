package org.attune.history;

import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads a journal as far as it can be read, says what is wrong with it, and saves the rest. */
final class JournalRepair {
    private static final String FOREIGN = "this is no Attune history";
    private static final String CHANGED =
            "changed after it had been written: the checksum does not match";

    private final Path file;
    private final Path named; // the one that the user knows, of which that may be a copy
    private final Chain chain;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Good> good = new ArrayList<>();
    private final Map<String, Map<Long, Trial>> trials =
            new HashMap<>(); // the first of each number, by study
    private final Map<String, Map<Long, Trial>> ended = new HashMap<>(); // the last outcomes
    private final Map<String, Long> last = new HashMap<>(); // the highest number, by study
    private Optional<String> problem = Optional.empty();
    private long head = Line.NO_LINK; // checksum of the first line
    private boolean isJournal; // whether any line may have been one of a journal

    /**
     * A record that can be read.
     *
     * @param object without link and checksum
     * @param link checksum of the line that it follows
     * @param sum its own
     */
    private record Good(String study, Entry entry, byte[] object, long link, long sum) {}

    private JournalRepair(Path file, Path named) {
        this.file = file;
        this.named = named;
        chain = new Chain(file);
    }

    static List<Finding> check(Path file) {
        return on(file, repair -> repair.read().findings);
    }

    static List<Finding> repair(Path in, Path out) {
        return on(in, repair -> repair.read().save(out));
    }

    /** Does it on the file, or on a copy that is again as it was before it was converted. */
    private static List<Finding> on(Path file, Function<JournalRepair, List<Finding>> what) {
        try {
            List<Finding> conversions = conversions(file);
            if (conversions.isEmpty()) {
                return what.apply(new JournalRepair(file, file));
            }
            Path folder = Files.createTempDirectory("attune");
            Path copy = folder.resolve(file.getFileName().toString());
            try {
                convertBack(file, copy);
                Optional<EndMark> end = EndMark.read(file);
                if (end.isPresent()) {
                    end.get().write(copy);
                }
                var findings = new ArrayList<>(conversions);
                findings.addAll(what.apply(new JournalRepair(copy, file)));
                return findings;
            } finally {
                EndMark.forget(copy);
                Files.deleteIfExists(copy);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot read the journal %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Returns what was done to the file as a whole. */
    private static List<Finding> conversions(Path file) throws IOException {
        var findings = new ArrayList<Finding>();
        try (var scanner = new LineScanner(file, 0)) {
            if (scanner.next()) {
                if (scanner.isMarked()) {
                    findings.add(new Finding(1, JournalReader.MARKED));
                }
                if (scanner.isConverted()) {
                    findings.add(new Finding(1, JournalReader.CONVERTED));
                }
            }
        }
        return findings;
    }

    private static void convertBack(Path file, Path copy) throws IOException {
        try (var scanner = new LineScanner(file, 0);
                var out = new BufferedOutputStream(Files.newOutputStream(copy))) {
            while (scanner.next()) {
                int mark = scanner.start() == 0 ? scanner.marked() : 0;
                out.write(
                        scanner.array(),
                        scanner.from() + mark,
                        scanner.length() - mark - scanner.returned());
                if (scanner.isTerminated()) {
                    out.write('\n');
                }
            }
        }
    }

    private JournalRepair read() {
        try (var scanner = new LineScanner(file, 0)) {
            long number = 0;
            boolean isUnfinished = false;
            while (!isUnfinished && scanner.next()) {
                isUnfinished = !line(scanner, ++number);
            }
            if (number == 0) {
                findings.add(new Finding(1, "the file is empty"));
            } else if (!isJournal) {
                return foreign();
            }
            long behind = number + 1;
            Optional<EndMark> end = EndMark.read(file);
            if (end.isPresent()) {
                end.get()
                        .missing(file, named)
                        .ifPresent(what -> findings.add(new Finding(behind, what)));
            }
            if (end.isPresent() && findings.isEmpty()) {
                end.get()
                        .replaced(file, named)
                        .ifPresent(what -> findings.add(new Finding(behind, what)));
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot read the journal %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Says once what is wrong with all lines of a file in which none is of a journal. */
    private JournalRepair foreign() {
        findings.clear();
        findings.add(new Finding(1, FOREIGN));
        return this;
    }

    /** Reads a line, and returns whether others may follow. */
    private boolean line(LineScanner scanner, long number) throws IOException {
        isJournal = isJournal || scanner.hasZero() || isLikeOurs(scanner);
        if (number == 1) {
            return firstLine(scanner);
        }
        switch (chain.judge(scanner)) {
            case NEXT -> intact(scanner, number);
            case SKIPPED -> {}
            case STRAY -> {
                findings.add(
                        new Finding(
                                number,
                                "counts for nothing: it was written late, or is there twice"));
                stray(scanner);
            }
            case UNFINISHED -> {
                findings.add(new Finding(number, "unfinished; the next update passes it over"));
                return false;
            }
            case DAMAGED -> {
                if (scanner.isTerminated() && scanner.isIntact()) {
                    findings.add(new Finding(number, JournalReader.OUT_OF_PLACE));
                    intact(scanner, number);
                } else {
                    findings.add(new Finding(number, CHANGED));
                    chain.lose();
                }
            }
        }
        return true;
    }

    private boolean firstLine(LineScanner scanner) {
        if (!scanner.isTerminated() || !scanner.isIntact()) {
            boolean isUnfinished = !scanner.isTerminated() && isJournal;
            findings.add(
                    new Finding(
                            1,
                            isUnfinished
                                    ? "unfinished; the next update passes it over"
                                    : scanner.isLikeAnObject() ? CHANGED : FOREIGN));
            chain.lose();
            return true;
        }
        byte[] text = text(scanner);
        try {
            problem = Optional.of(JournalContent.problemOf(file, text, 0, text.length));
            chain.begin(text, 0, text.length, JournalContent.formatOf(text, 0, text.length));
            head = chain.last();
        } catch (IllegalArgumentException | JournalException e) {
            findings.add(new Finding(1, e.getMessage()));
            chain.lose();
        }
        return true;
    }

    private void intact(LineScanner scanner, long number) {
        byte[] text = text(scanner);
        try {
            Good line = good(text);
            fits(line, number);
            good.add(line);
        } catch (IllegalArgumentException | JournalException e) {
            findings.add(new Finding(number, e.getMessage()));
        }
        chain.take(Line.sum(text, 0, text.length));
    }

    /** Keeps a line that may have its place elsewhere, as where two were exchanged. */
    private void stray(LineScanner scanner) {
        byte[] text = text(scanner);
        if (text.length > 0 && Line.isIntact(text, 0, text.length)) {
            try {
                good.add(good(text));
            } catch (IllegalArgumentException firstLineAgain) {
                // which has been said
            }
        }
    }

    private static byte[] text(LineScanner scanner) {
        return Arrays.copyOfRange(
                scanner.array(), scanner.from(), scanner.from() + scanner.length());
    }

    private Good good(byte[] text) {
        Map<String, Object> map = Json.read(text, 0, text.length);
        String study = new Fields(map).string("study");
        int payload = Line.payload(text, 0, text.length);
        byte[] object = Arrays.copyOf(text, payload + 1);
        object[payload] = '}';
        long link = Line.link(text, 0, text.length);
        return new Good(
                study,
                EntryText.entry(map),
                object,
                link == Line.NO_LINK ? chain.last() : link,
                Line.sum(text, 0, text.length));
    }

    /** Returns whether a line has one of the keys that all have: one flipped bit leaves one. */
    private static boolean isLikeOurs(LineScanner scanner) {
        var text =
                new String(
                        scanner.array(),
                        scanner.from(),
                        scanner.length(),
                        StandardCharsets.ISO_8859_1);
        return text.contains("\"record\":") || text.contains("\"crc32c\":");
    }

    /** Notes what is missing before a line, and refuses one that contradicts those before it. */
    private void fits(Good line, long number) {
        String study = line.study();
        if (line.entry() instanceof Trial t) {
            Trial first =
                    trials.computeIfAbsent(study, s -> new HashMap<>()).putIfAbsent(t.number(), t);
            if (first != null && !first.asked().equals(t.asked())) {
                throw new IllegalArgumentException(
                        "trial %d of study '%s' is %s here, but was %s before"
                                .formatted(t.number(), study, t.asked(), first.asked()));
            }
            Map<Long, Trial> newest = ended.computeIfAbsent(study, s -> new HashMap<>());
            if (newest.containsKey(t.number())) {
                JournalContent.requireNotAgain(t, newest.get(t.number()));
            }
            if (!t.isPending()) {
                newest.put(t.number(), t);
            }
            for (long n = last.getOrDefault(study, 0L) + 1; n < t.number(); n++) {
                findings.add(
                        new Finding(
                                number,
                                "trial %d of study '%s' is missing before this"
                                        .formatted(n, study)));
            }
            last.merge(study, t.number(), Math::max);
        }
        if (line.entry() instanceof SourceRecord s && !s.isIntact()) {
            findings.add(
                    new Finding(
                            number,
                            "source '%s' of study '%s' is not what its digest says"
                                    .formatted(s.name(), study)));
        }
        if (problem.isEmpty()
                && line.entry() instanceof StudyRecord s
                && s.problem().get("tuning_problem_name") instanceof String name) {
            problem = Optional.of(name); // the first line is damaged
        }
    }

    /**
     * Returns the lines in the order in which they follow each other; those of the file where that
     * is not known. A line that follows one that another line follows, too, is left out.
     */
    private List<Good> inOrder() {
        var following = new HashMap<Long, Good>();
        good.forEach(g -> following.putIfAbsent(g.link(), g));
        Set<Good> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        var order = new ArrayList<Good>();
        follow(head, following, taken, order);
        for (Good line : good) {
            if (following.get(line.link()) == line && taken.add(line)) {
                order.add(line);
                follow(line.sum(), following, taken, order);
            }
        }
        return order;
    }

    private static void follow(
            long sum, Map<Long, Good> following, Set<Good> taken, List<Good> order) {
        for (Good next = following.get(sum);
                next != null && taken.add(next);
                next = following.get(next.sum())) {
            order.add(next);
        }
    }

    private List<Finding> save(Path out) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(
                JournalContent.header(
                        problem.orElseThrow(() ->
                                new JournalException(
                                        file,
                                        1,
                                        "nothing in it tells the problem's name, so that nothing"
                                                + " can be saved. Maybe another file was meant")),
                        findings.isEmpty()
                                ? ""
                                : "%s, repaired at %s"
                                        .formatted(file.getFileName(), Instant.now())));
        byte[] header = bytes.toByteArray();
        long before = Line.sum(header, 0, header.length - 1);
        last.clear();
        for (Good g : inOrder()) {
            if (g.entry() instanceof Trial t) {
                for (long n = last.getOrDefault(g.study(), 0L) + 1; n < t.number(); n++) {
                    Trial lost = substitute(n, t, trials.getOrDefault(g.study(), Map.of()));
                    before = append(bytes, EntryText.bytes(g.study(), lost), before);
                }
                last.merge(g.study(), t.number(), Math::max);
            }
            before = append(bytes, g.object(), before);
        }
        try {
            Files.write(
                    out,
                    bytes.toByteArray(),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.SYNC);
            Tail.syncFolder(out.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write %s: %s".formatted(out, e), e);
        }
        return findings;
    }

    private static long append(ByteArrayOutputStream bytes, byte[] object, long before) {
        byte[] line = Line.of(object, before);
        bytes.writeBytes(line);
        return Line.sum(line, 0, line.length - 1);
    }

    /**
     * Returns the trial as it was asked for, if its outcome tells; otherwise a cancelled one in its
     * stead.
     */
    private static Trial substitute(long number, Trial next, Map<Long, Trial> known) {
        Trial told = known.get(number);
        Trial like = told == null ? next : told;
        return new Trial(
                number,
                like.asked(),
                told == null ? new Origin(like.origin().phase(), TrialUids.LOST) : like.origin(),
                told == null
                        ? new Outcome.Failed(FailureCause.CANCELLED, TrialUids.LOST_DETAIL, 0)
                        : Outcome.PENDING,
                like.provenance().untold());
    }
}
