package org.attune.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What people have noted on trials: the file {@code HISTORY.notes} beside a history, a line of JSON
 * for each note, of which the last on a trial counts.
 *
 * <p>Notes are no entries of the journal, since no tuner may see them, and since a proposal that is
 * being made has to be made again when the journal grows. A note names its trial by the uid of
 * {@link TrialUids}, so that it follows the trial into merged histories, and is not taken for one
 * on the trial of the same number of a history that was begun anew.
 */
public final class TrialNotes {
    /** Letters of the longest note. */
    public static final int LONGEST = 2000;

    private static final int MOST_BYTES = 1 << 26; // of the file, which is read as a whole

    private final Path file;

    /**
     * A note.
     *
     * @param uid of the trial
     * @param study that it was written in, for human readers of the file
     * @param trial its number there
     * @param text empty where a note is taken away
     */
    public record Note(String uid, String study, long trial, String text) {
        /**
         * Takes the text without space around it, and with spaces for control characters.
         *
         * @throws IllegalArgumentException if it is longer than {@link #LONGEST}
         */
        public Note {
            text =
                    text.replace("\r\n", "\n")
                            .codePoints()
                            .map(c -> Character.isISOControl(c) && c != '\n' ? ' ' : c)
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    StringBuilder::append)
                            .toString()
                            .strip();
            if (text.length() > LONGEST) {
                throw new IllegalArgumentException(
                        "A note has at most %d letters; this one has %d, and begins '%s'. Maybe keep the text in a file and note its name."
                                .formatted(LONGEST, text.length(), text.substring(0, 40)));
            }
        }

        /** Returns the same note under a whole uid, of which a saved one has the beginning. */
        public Note of(String whole) {
            return new Note(whole, study, trial, text);
        }
    }

    /** Somebody else has changed the note in the meantime. */
    public static final class ChangedMeanwhile extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private ChangedMeanwhile(Note note, String now) {
            super(
                    "The note on trial %d was changed in the meantime%s"
                            .formatted(
                                    note.trial(),
                                    now.isEmpty() ? ": it is gone." : "; it is now: " + now));
        }
    }

    private TrialNotes(Path file) {
        this.file = file;
    }

    /** Returns the notes beside a history; nothing is read before it is asked for. */
    public static TrialNotes beside(Path history) {
        return new TrialNotes(history.resolveSibling(history.getFileName() + ".notes"));
    }

    /** Returns the file, which is there once something has been noted. */
    public Path file() {
        return file;
    }

    /**
     * Returns the notes by the uids of their trials. Lines that are damaged are passed over.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public Map<String, Note> all() {
        var notes = new LinkedHashMap<String, Note>();
        for (Note note : lines()) {
            notes.remove(note.uid());
            if (!note.text().isEmpty()) {
                notes.put(note.uid(), note);
            }
        }
        return notes;
    }

    /**
     * Returns the texts of the notes on the trials of a study by their numbers.
     *
     * @param uids of {@link TrialUids}
     */
    public Map<Long, String> of(Map<Long, String> uids) {
        Map<String, Note> all = all();
        var texts = new LinkedHashMap<Long, String>();
        if (!all.isEmpty()) {
            uids.forEach((number, uid) -> {
                Note note = all.get(uid);
                if (note != null) {
                    texts.put(number, note.text());
                }
            });
        }
        return texts;
    }

    /** Returns the text of the note on a trial. */
    public Optional<String> on(String uid) {
        return Optional.ofNullable(all().get(uid)).map(Note::text);
    }

    /**
     * Keeps a note, in the place of the one that the trial has. Several processes may write at
     * once.
     *
     * @param seen what the writer has seen there, empty for no note; if it is not known, whatever
     *     stands there is replaced
     * @return the note that was there before, empty if there was none
     * @throws ChangedMeanwhile if something else than was seen stands there
     * @throws UncheckedIOException if it cannot be written; then nothing is
     */
    public String keep(Note note, Optional<String> seen) {
        try (var held = new LeaseLock(lock(), LeaseLock.LEASE).acquire()) {
            String before = on(note.uid()).orElse("");
            if (seen.isPresent() && !seen.get().equals(before) && !note.text().equals(before)) {
                throw new ChangedMeanwhile(note, before);
            }
            if (!note.text().equals(before)) {
                held.verify();
                append(line(note));
            }
            return before;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the note into " + file, e);
        }
    }

    /** Takes over the notes of other histories; of two on one trial the later one's counts. */
    public void addAll(List<Path> histories) {
        var more = new LinkedHashMap<String, Note>();
        histories.forEach(h -> more.putAll(beside(h).all()));
        if (more.isEmpty()) {
            return;
        }
        try (var held = new LeaseLock(lock(), LeaseLock.LEASE).acquire()) {
            var lines = new ByteArrayOutputStream();
            for (Note note : more.values()) {
                lines.write(line(note));
            }
            held.verify();
            append(lines.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write notes into " + file, e);
        }
    }

    /**
     * Reads notes that were saved from a page.
     *
     * @throws IllegalArgumentException if a line is no note, with its number
     */
    public static List<Saved> saved(String text) {
        var notes = new ArrayList<Saved>();
        String[] lines = text.split("\n");
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].isBlank()) {
                continue;
            }
            try {
                Map<String, Object> line = read(lines[i]);
                notes.add(new Saved(note(line), line.get("seen") instanceof String s ? s : ""));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "Line %d is no note: %s".formatted(i + 1, e.getMessage()), e);
            }
        }
        return notes;
    }

    /**
     * A note that was saved from a page.
     *
     * @param note what is to be kept
     * @param seen the note that the page showed, empty if there was none
     */
    public record Saved(Note note, String seen) {}

    private Path lock() {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    private List<Note> lines() {
        byte[] bytes;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "%s has more than %d MB of notes. Maybe move it away, and keep what matters of it."
                                .formatted(file, MOST_BYTES >> 20));
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
        var notes = new ArrayList<Note>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
            try {
                notes.add(note(read(line)));
            } catch (IllegalArgumentException damaged) {
                // by a process that was killed, or by hand: the other lines count
            }
        }
        return notes;
    }

    private static Map<String, Object> read(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return Json.read(bytes, 0, bytes.length);
    }

    private static Note note(Map<String, Object> line) {
        if (line.get("uid") instanceof String uid
                && line.get("study") instanceof String study
                && line.get("trial") instanceof Long trial
                && line.get("note") instanceof String text) {
            return new Note(uid, study, trial, text);
        }
        throw new IllegalArgumentException("it lacks one of uid, study, trial and note.");
    }

    private static byte[] line(Note note) {
        var line = new LinkedHashMap<String, Object>();
        line.put("uid", note.uid());
        line.put("study", note.study());
        line.put("trial", note.trial());
        line.put("note", note.text());
        line.put("written", Instant.now().toString());
        byte[] json = Json.write(line);
        byte[] text = Arrays.copyOf(json, json.length + 1);
        text[text.length - 1] = '\n';
        return text;
    }

    /** Appends lines, after what another process may have left of one; all of it or nothing. */
    private void append(byte[] lines) throws IOException {
        try (FileChannel out =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            long end = out.size();
            if (end + lines.length + 1 > MOST_BYTES) {
                throw new IOException("it would be larger than %d MB".formatted(MOST_BYTES >> 20));
            }
            var last = ByteBuffer.allocate(1);
            boolean torn = end > 0 && out.read(last, end - 1) == 1 && last.get(0) != '\n';
            var bytes = ByteBuffer.allocate(lines.length + 1);
            if (torn) {
                bytes.put((byte) '\n');
            }
            bytes.put(lines).flip();
            try {
                out.position(end);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                out.force(true);
            } catch (IOException full) {
                out.truncate(end);
                throw full;
            }
        }
    }

    @Override
    public String toString() {
        return "Notes in " + file;
    }
}
