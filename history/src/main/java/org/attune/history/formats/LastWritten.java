package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.Outcome;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * What Attune wrote last into the file of a {@link GptuneStore}, kept beside it in {@code
 * FILE.last}: by it is told what others have changed since.
 *
 * <p>Each text has the checksum of its data, {@code attune.crc32c}. A copy that does not fit its
 * own is damaged, and not used. The file itself never fits once a script has filled in a result;
 * but as long as both name one checksum, the script has worked on what the copy has, so that every
 * other difference is a change by somebody. What Attune alone gives (tasks, configurations,
 * set-ups) is restored from the copy; a result that has become another one counts, since scripts
 * may correct results, and is said.
 */
final class LastWritten {
    private static final String OURS = OwnRecord.KEY;
    private static final String SUM = "crc32c";

    private final Map<String, Object> data;
    private final Path file;
    private final OwnRecordReader reader;
    private final Set<String> notes;

    private LastWritten(
            Map<String, Object> data, Path file, OwnRecordReader reader, Set<String> notes) {
        this.data = data;
        this.file = file;
        this.reader = reader;
        this.notes = notes;
    }

    /**
     * Reads the copy.
     *
     * @param text of {@code FILE.last}
     * @param file the file itself, for messages
     * @param notes to which is added what was restored, and what has changed
     * @return empty where it is damaged, which is noted
     */
    static Optional<LastWritten> read(
            String text, Path file, OwnRecordReader reader, Set<String> notes) {
        Map<String, Object> data;
        try {
            data = OwnRecord.object(PythonJson.read(text));
            if (sum(data).filter(s -> !s.equals(checksum(data))).isEmpty()) {
                return Optional.of(new LastWritten(data, file, reader, notes));
            }
        } catch (IllegalArgumentException cutOff) {
            // as if its checksum did not fit
        }
        notes.add(
                "%s.last is damaged (its checksum does not fit), and not used: what others may have changed in %s is not seen. The next update writes it anew."
                        .formatted(file, file.getFileName()));
        return Optional.empty();
    }

    /** Returns the text of a file, with its checksum. */
    static String sealed(Map<String, Object> file) {
        var sealed = new LinkedHashMap<>(file);
        var attune = new LinkedHashMap<>(OwnRecord.attune(file));
        attune.put(SUM, checksum(file));
        sealed.put(OURS, attune);
        return PythonText.indented(sealed);
    }

    private static Optional<String> sum(Map<String, Object> file) {
        return Optional.ofNullable(OwnRecord.attune(file).get(SUM)).map(String::valueOf);
    }

    /** Returns the CRC-32C of the data without its checksum, as 8 hexadecimal digits. */
    private static String checksum(Map<String, Object> file) {
        var bare = new LinkedHashMap<>(file);
        var attune = new LinkedHashMap<>(OwnRecord.attune(file));
        attune.remove(SUM);
        bare.put(OURS, attune);
        var sum = new CRC32C();
        sum.update(PythonText.line(bare).getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(sum.getValue());
    }

    /**
     * Puts back what others have removed: records that are not there any more, results that are
     * null again, and of what Attune alone gives all that has changed.
     *
     * @param top keys of the file; changed
     * @param evaluations its records; changed
     */
    void restore(Map<String, Object> top, List<Map<String, Object>> evaluations) {
        boolean sameBase = sum(data).isPresent() && sum(data).equals(sum(top));
        restoreRecords(evaluations, sameBase);
        Map<String, Object> before = OwnRecord.attune(data);
        Map<String, Object> now = OwnRecord.attune(top);
        if (sameBase) {
            if (!before.equals(now)) {
                notes.add(
                        "%s: set-ups or models of studies (key 'attune') had been changed, and are restored from %s.last."
                                .formatted(file, file.getFileName()));
                top.put(OURS, before);
            }
            return;
        }
        var united = new LinkedHashMap<>(now);
        for (String kind : List.of("studies", "sources")) {
            var all = new LinkedHashMap<>(OwnRecord.object(before.get(kind)));
            all.putAll(OwnRecord.object(now.get(kind)));
            united.put(kind, all);
        }
        top.put(OURS, united);
    }

    private void restoreRecords(List<Map<String, Object>> evaluations, boolean sameBase) {
        var present = new HashMap<Object, Integer>();
        for (int i = 0; i < evaluations.size(); i++) {
            present.put(evaluations.get(i).get("uid"), i);
        }
        int lost = 0;
        for (Object item : data.get("func_eval") instanceof List<?> list ? list : List.of()) {
            Map<String, Object> before = OwnRecord.object(item);
            if (!before.containsKey("uid") || !before.containsKey(OURS)) {
                continue;
            }
            Integer place = present.get(before.get("uid"));
            if (place == null) {
                lost++;
                evaluations.add(before);
                continue;
            }
            Map<String, Object> found = evaluations.get(place);
            if (!reader.outcome(before).equals(Outcome.PENDING)
                    && (!found.containsKey(OURS)
                            || reader.outcome(found).equals(Outcome.PENDING))) {
                lost++;
                found.putAll(before);
                continue;
            }
            String where =
                    "%s: func_eval[%d], trial %d,".formatted(file, place, OwnRecord.number(before));
            restoreCandidate(found, before, where);
            if (sameBase) {
                compareOutcomes(found, before, where);
            }
        }
        if (lost > 0) {
            notes.add(
                    "%d of the records or results in %s had been removed, and are restored. Maybe let the script hold the lock (flock %s.lock jq ...); if they were to go, remove %s.last."
                            .formatted(
                                    lost,
                                    file.getFileName(),
                                    file.getFileName(),
                                    file.getFileName()));
        }
    }

    private void restoreCandidate(
            Map<String, Object> found, Map<String, Object> before, String where) {
        Optional<Candidate> given = candidate(before);
        if (given.isPresent() && !given.equals(candidate(found))) {
            for (String key : List.of("task_parameter", "tuning_parameter", OURS)) {
                found.put(key, before.get(key));
            }
            notes.add(
                    "%s had another task or configuration than was asked for; it is restored from %s.last."
                            .formatted(where, file.getFileName()));
        }
    }

    private Optional<Candidate> candidate(Map<String, Object> record) {
        try {
            return Optional.of(reader.trial(record).candidate());
        } catch (IllegalArgumentException changed) {
            return Optional.empty(); // no value of the problem
        }
    }

    private void compareOutcomes(
            Map<String, Object> found, Map<String, Object> before, String where) {
        Outcome old = reader.outcome(before);
        Outcome now = reader.outcome(found);
        if (!old.equals(Outcome.PENDING) && !words(old).equals(words(now))) {
            notes.add(
                    "%s had the result %s, and now has %s, which counts. If nobody meant that, put the old one back: attune tell PROBLEM --correct"
                            .formatted(where, words(old), words(now)));
        }
    }

    /** Returns what a script says of an outcome. */
    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Measured m -> PythonText.line(m.outputs());
            case Outcome.Failed f -> f.cause().text();
            case Outcome.Pending _ -> "none";
        };
    }
}
