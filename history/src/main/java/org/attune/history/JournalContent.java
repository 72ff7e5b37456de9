package org.attune.history;

import org.attune.api.Entry;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the lines of a journal mean, folded into the records of its studies. Not thread-safe. */
final class JournalContent {
    /** The version of the format; a reader refuses newer ones. Since 2 all lines have links. */
    static final long FORMAT = 2;

    private static final Set<String> HEADER = Set.of("record", "format", "tuning_problem_name");

    private final Path file; // for messages
    private final String problem;
    private final Map<String, RecordLog> logs = new LinkedHashMap<>();
    private final TrialLine known = new TrialLine();
    private long lines;

    JournalContent(Path file, String problem) {
        this.file = file;
        this.problem = problem;
    }

    /** Returns the first line of the problem's journal. */
    byte[] header() {
        return header(problem);
    }

    /** Returns the first line of a journal. */
    static byte[] header(String problem) {
        return header(problem, "");
    }

    /**
     * Returns the first line of a journal that is made of others, and differs from theirs by this:
     * where it is put in the place of one of them, {@link EndMark} can tell.
     */
    static byte[] header(String problem, String madeOf) {
        var map = new LinkedHashMap<String, Object>();
        map.put("record", "journal");
        map.put("format", FORMAT);
        map.put("tuning_problem_name", problem);
        if (!madeOf.isEmpty()) {
            map.put("made_of", madeOf);
        }
        return Line.of(Json.write(map));
    }

    /** Returns how many lines have been read. */
    long lines() {
        return lines;
    }

    List<String> studies() {
        return List.copyOf(logs.keySet());
    }

    Records records(String study) {
        return log(study).snapshot();
    }

    /** Returns a copy of a study's log. */
    RecordLog log(String study) {
        RecordLog log = logs.get(study);
        return log == null ? new RecordLog() : new RecordLog(log.snapshot());
    }

    /** Takes over a log to which as many entries were added as lines have been written. */
    void replace(String study, RecordLog log, int entries) {
        logs.put(study, log);
        lines += entries;
    }

    /** Passes a line that does not count. */
    void pass() {
        lines++;
    }

    /**
     * Reads the first line, which must be intact.
     *
     * @return the version of the format
     * @throws JournalException if it makes no sense
     * @throws IllegalArgumentException if the journal is of another problem
     */
    long begin(byte[] text, int from, int length) {
        requireSame(problemOf(file, text, from, length));
        lines++;
        return formatOf(text, from, length);
    }

    /**
     * Reads the next line, which must be intact.
     *
     * @throws JournalException if it makes no sense
     */
    void read(byte[] text, int from, int length) {
        try {
            add(decode(known, text, from, length));
        } catch (IllegalArgumentException e) {
            throw JournalException.damaged(file, lines + 1, e.getMessage());
        }
    }

    /** What a line behind the first one says. */
    record Decoded(String study, Entry entry) {}

    /**
     * Returns what an intact line says; needs nothing of those before it.
     *
     * @throws IllegalArgumentException if it makes no sense
     */
    static Decoded decode(TrialLine known, byte[] text, int from, int length) {
        return known.read(text, from, length).orElseGet(() -> decode(text, from, length));
    }

    /**
     * Returns what a line says, as {@link #decode(TrialLine, byte[], int, int)}, but always by way
     * of JSON.
     */
    static Decoded decode(byte[] text, int from, int length) {
        Map<String, Object> map = Json.read(text, from, length);
        return new Decoded(new Fields(map).string("study"), EntryText.entry(map));
    }

    /**
     * Adds the next line.
     *
     * @throws IllegalArgumentException if it does not follow those before it
     */
    void add(Decoded line) {
        String study = line.study();
        add(study, logs.computeIfAbsent(study, s -> new RecordLog()), line.entry());
        lines++;
    }

    /**
     * Adds an entry to the log of its study.
     *
     * @throws IllegalArgumentException if it does not belong there: a trial leaves out a number,
     *     has the number of another candidate, or is pending though it has ended before
     */
    static void add(String study, RecordLog log, Entry entry) {
        if (entry instanceof StudyRecord s && !s.study().equals(study)) {
            throw new IllegalArgumentException(
                    "the set-up of study '%s' cannot be kept in study '%s'"
                            .formatted(s.study(), study));
        }
        if (entry instanceof Trial t) {
            List<Trial> trials = log.snapshot().trials();
            if (t.number() <= trials.size()) {
                Trial old = trials.get((int) t.number() - 1);
                if (!old.asked().equals(t.asked())) {
                    throw new IllegalArgumentException(
                            "trial %d is %s here, but was %s before"
                                    .formatted(t.number(), t.asked(), old.asked()));
                }
                requireNotAgain(t, old);
            }
        }
        log.add(entry);
    }

    /** An outcome may be corrected, but a trial that has ended does not begin again. */
    static void requireNotAgain(Trial trial, Trial before) {
        if (trial.isPending() && !before.isPending()) {
            throw new IllegalArgumentException(
                    "trial %d is pending here, but ended before: %s"
                            .formatted(trial.number(), before.outcome().words()));
        }
    }

    private void requireSame(String found) {
        if (!found.equals(problem)) {
            throw new IllegalArgumentException(
                    "%s is the journal of problem '%s', not of '%s'. Maybe another file was meant."
                            .formatted(file, Shown.text(found), problem));
        }
    }

    /**
     * Returns the problem's name from the first line.
     *
     * @throws JournalException if it is no header, or a newer one
     */
    static String problemOf(Path file, byte[] text, int from, int length) {
        try {
            var header = new Fields(Json.read(text, from, length));
            long format = header.integer("format");
            if (format > FORMAT) {
                throw new JournalException(
                        file,
                        1,
                        "the format is %d, but this version reads up to %d. Maybe use a newer Attune"
                                .formatted(format, FORMAT));
            }
            return header.string("tuning_problem_name");
        } catch (IllegalArgumentException e) {
            throw JournalException.damaged(file, 1, "no header of a journal: " + e.getMessage());
        }
    }

    /**
     * Returns whether a first line is an object that has none of a header's keys. Damage to one
     * place of a header leaves most of them, or no object.
     */
    static boolean isForeign(byte[] text, int from, int length) {
        try {
            return Collections.disjoint(Json.read(text, from, length).keySet(), HEADER);
        } catch (IllegalArgumentException noObject) {
            return false;
        }
    }

    /** Returns the version of the format from the first line of a journal. */
    static long formatOf(byte[] text, int from, int length) {
        return new Fields(Json.read(text, from, length)).integer("format");
    }
}
