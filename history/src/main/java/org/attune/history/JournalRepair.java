package org.attune.history;

import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a journal as far as it can be read, says what is wrong with it, and saves the rest. */
final class JournalRepair {
    private static final String FOREIGN = "this is no Attune history";

    private final Path file;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Good> good = new ArrayList<>();
    private final Map<String, Map<Long, Trial>> trials =
            new HashMap<>(); // the first of each number, by study
    private final Map<String, Long> last = new HashMap<>(); // the highest number, by study
    private Optional<String> problem = Optional.empty();
    private boolean isJournal; // whether any line may have been one of a journal

    /** A record that can be read. */
    private record Good(String study, Entry entry, byte[] line) {}

    private JournalRepair(Path file) {
        this.file = file;
    }

    static List<Finding> check(Path file) {
        return new JournalRepair(file).read().findings;
    }

    static List<Finding> repair(Path in, Path out) {
        return new JournalRepair(in).read().save(out);
    }

    private JournalRepair read() {
        try (var scanner = new LineScanner(file, 0)) {
            long number = 0;
            while (scanner.next()) {
                line(scanner, ++number);
            }
            if (number == 0) {
                findings.add(new Finding(1, "the file is empty"));
            } else if (!isJournal) {
                return foreign();
            }
            long behind = number + 1;
            Optional<EndMark> end = EndMark.read(file);
            if (end.isPresent()) {
                end.get().missing(file).ifPresent(what -> findings.add(new Finding(behind, what)));
            }
            if (end.isPresent() && findings.isEmpty()) {
                end.get().replaced(file).ifPresent(what -> findings.add(new Finding(behind, what)));
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

    private void line(LineScanner scanner, long number) throws IOException {
        isJournal = isJournal || scanner.isTorn() || isLikeOurs(scanner);
        if (!scanner.isIntact()) {
            String what =
                    scanner.isTorn()
                            ? "unfinished; the next update sets it aside"
                            : number == 1 && !scanner.isLikeAnObject()
                                    ? FOREIGN
                                    : "changed after it had been written: the checksum does not"
                                            + " match";
            findings.add(new Finding(number, what));
            return;
        }
        byte[] text =
                Arrays.copyOfRange(
                        scanner.array(), scanner.from(), scanner.from() + scanner.length());
        try {
            if (number == 1) {
                problem = Optional.of(JournalContent.problemOf(file, text, 0, text.length));
            } else {
                record(Json.read(text, 0, text.length), text, number);
            }
        } catch (IllegalArgumentException | JournalException e) {
            findings.add(new Finding(number, e.getMessage()));
        }
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

    private void record(Map<String, Object> map, byte[] text, long number) {
        String study = new Fields(map).string("study");
        Entry entry = EntryText.entry(map);
        if (entry instanceof Trial t) {
            Trial first =
                    trials.computeIfAbsent(study, s -> new HashMap<>()).putIfAbsent(t.number(), t);
            if (first != null && !first.candidate().equals(t.candidate())) {
                throw new IllegalArgumentException(
                        "trial %d of study '%s' is %s here, but was %s before"
                                .formatted(t.number(), study, t.candidate(), first.candidate()));
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
        if (entry instanceof SourceRecord s && !s.isIntact()) {
            findings.add(
                    new Finding(
                            number,
                            "source '%s' of study '%s' is not what its digest says"
                                    .formatted(s.name(), study)));
        }
        if (problem.isEmpty()
                && entry instanceof StudyRecord s
                && s.problem().get("tuning_problem_name") instanceof String name) {
            problem = Optional.of(name); // the first line is damaged
        }
        byte[] line = Arrays.copyOf(text, text.length + 1);
        line[text.length] = '\n';
        good.add(new Good(study, entry, line));
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
        last.clear();
        for (Good g : good) {
            if (g.entry() instanceof Trial t) {
                for (long n = last.getOrDefault(g.study(), 0L) + 1; n < t.number(); n++) {
                    Trial substitute = substitute(n, t, trials.get(g.study()));
                    bytes.writeBytes(Line.of(Json.write(EntryText.object(g.study(), substitute))));
                }
                last.merge(g.study(), t.number(), Math::max);
            }
            bytes.writeBytes(g.line());
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

    /**
     * Returns the trial as it was asked for, if its outcome tells; otherwise a cancelled one in its
     * stead.
     */
    private static Trial substitute(long number, Trial next, Map<Long, Trial> known) {
        Trial told = known.get(number);
        Trial like = told == null ? next : told;
        return new Trial(
                number,
                like.candidate(),
                like.origin(),
                told == null
                        ? new Outcome.Failed(
                                FailureCause.CANCELLED, "Lost when the journal was damaged.", 0)
                        : Outcome.PENDING,
                like.provenance().untold());
    }
}
