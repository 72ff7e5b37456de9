package org.attune.history;

import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.RecordLog;
import org.attune.api.Records;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The studies of one problem in an append-only file that any number of threads and processes share.
 *
 * <p>The file has one line per record, each with its checksum; the module's README describes it. It
 * is only ever written at its end, by the one process that holds the lock {@code FILE.lock}, and
 * what an update appends is on the disk before the update returns. A last line that a killed
 * process left unfinished is set aside by the next update; any other damage is an error, and the
 * file stays as it is.
 *
 * <p>Thread-safe. Reading never waits for an update of another thread or process.
 */
public final class Journal implements AutoCloseable {
    private static final Pattern STUDY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int MARK = Line.FRAME + 1; // bytes that hold the checksum of the last line
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    private final Path file;
    private final LeaseLock lock;
    private final Tail tail;
    private final ReentrantLock turn = new ReentrantLock(); // of the threads that want to update

    private final Object state =
            new Object(); // guards what follows: the part of the file that has been read
    private final JournalContent content;
    private final List<String> notes = new ArrayList<>();
    private long offset; // behind the last line that has been read
    private byte[]
            mark = {}; // the last bytes before it, to notice that the file is not the same any more
    private boolean closed;

    Journal(Path file, String problem, LeaseLock lock, Tail tail) {
        this.file = file;
        this.lock = lock;
        this.tail = tail;
        content = new JournalContent(file, problem);
    }

    /**
     * Opens a journal; creates it, with its folder, if there is none.
     *
     * @param problem name of the problem whose studies it holds
     * @throws IllegalArgumentException if the file is a folder, or the journal of another problem
     * @throws JournalException if the file is no journal, or is damaged other than by an unfinished
     *     last line
     * @throws UncheckedIOException if it cannot be read or created
     */
    public static Journal open(Path file, String problem) {
        Path path = target(file).toAbsolutePath();
        Path lock = path.resolveSibling(path.getFileName() + ".lock");
        return open(path, problem, new LeaseLock(lock, LeaseLock.LEASE), Tail.DISK);
    }

    static Journal open(Path path, String problem, LeaseLock lock, Tail tail) {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "%s is a folder, not a journal. Maybe %s was meant."
                            .formatted(path, path.resolve(problem + ".jsonl")));
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    "%s is a device or the like, not a file that could keep a journal."
                            .formatted(path));
        }
        var journal = new Journal(path, problem, lock, tail);
        try {
            if (!Files.exists(path) || journal.isUnfinished()) {
                Files.createDirectories(path.getParent());
                journal.create();
            }
            synchronized (journal.state) {
                journal.refresh();
            }
            return journal;
        } catch (IOException e) {
            throw failed("Cannot open", path, e);
        }
    }

    /** Returns the file. */
    public Path file() {
        return file;
    }

    /** Returns the names of the studies that have records, in the order of their first ones. */
    public List<String> studies() {
        synchronized (state) {
            refreshed();
            return content.studies();
        }
    }

    /**
     * Returns the history of a study, which may be one that is still to be started. Closing it
     * closes nothing here.
     *
     * @throws IllegalArgumentException if the name is not 1 to 64 letters, digits, dots, hyphens
     *     and underscores, or does not start with a letter or digit: it is also the name of a
     *     folder
     */
    public History study(String name) {
        if (!STUDY.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    ("'%s' cannot name a study. Use up to 64 letters, digits, '.', '-' and '_', and"
                                    + " start with a letter or digit.")
                            .formatted(name));
        }
        return new JournalStudy(this, name);
    }

    /**
     * Returns what this object has repaired, for a human; empty in the ordinary course of events.
     */
    public List<String> notes() {
        synchronized (state) {
            return List.copyOf(notes);
        }
    }

    /**
     * Examines a file without changing it.
     *
     * @return what is wrong, in the order of the lines; empty for a sound journal
     * @throws UncheckedIOException if it cannot be read
     */
    public static List<Finding> check(Path file) {
        return JournalRepair.check(file);
    }

    /**
     * Writes what is readable of a journal into a new one, which can be opened again.
     *
     * <p>Lines that are intact are copied as they are. A trial of which nothing is left keeps its
     * number: it becomes a cancelled one.
     *
     * @param out must not exist
     * @return what could not be saved
     * @throws UncheckedIOException if {@code in} cannot be read, {@code out} exists or cannot be
     *     written
     * @throws JournalException if the problem's name cannot be found in the file
     */
    public static List<Finding> repair(Path in, Path out) {
        return JournalRepair.repair(in, out);
    }

    /**
     * Writes what several journals of one problem hold into a new one. Studies of one name become
     * one, with every trial once; see {@link TrialUids}.
     *
     * @param in at least one
     * @param out must not exist
     * @return what became of the studies
     * @throws IllegalArgumentException if {@code out} exists, the journals are of different
     *     problems, or studies of one name have other parameters
     * @throws JournalException if one of them is damaged
     * @throws UncheckedIOException if one cannot be read, or {@code out} cannot be written
     */
    public static List<MergedStudy> merge(List<Path> in, Path out) {
        return JournalMerge.merge(in, out);
    }

    /**
     * Returns the name of the problem whose journal a file is.
     *
     * @throws JournalException if it is none
     * @throws UncheckedIOException if it cannot be read
     */
    public static String problem(Path file) {
        try (var scanner = new LineScanner(file, 0)) {
            if (!scanner.next() || !scanner.isIntact()) {
                throw new JournalException(
                        file, 1, "this is no Attune history. Maybe another file was meant");
            }
            return JournalContent.problemOf(
                    file, scanner.array(), scanner.from(), scanner.length());
        } catch (IOException e) {
            throw failed("Cannot read", file, e);
        }
    }

    /** Forbids further use; holds nothing that would have to be given back. */
    @Override
    public void close() {
        synchronized (state) {
            closed = true;
        }
    }

    Records records(String study) {
        synchronized (state) {
            refreshed();
            return content.records(study);
        }
    }

    Records update(String study, Function<Records, List<? extends Entry>> change) {
        takeTurn();
        try (LeaseLock.Held held = lock.acquire()) {
            Records before;
            synchronized (state) {
                refreshed();
                setUnfinishedLineAside();
                before = content.records(study);
            }
            List<? extends Entry> entries = change.apply(before);
            if (entries.isEmpty()) {
                return before;
            }
            synchronized (state) {
                return append(study, entries, held);
            }
        } catch (IOException e) {
            throw failed("Cannot write", file, e);
        } finally {
            turn.unlock();
        }
    }

    private void takeTurn() {
        if (turn.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "An update of %s cannot be made within another one.".formatted(file));
        }
        if (!turn.tryLock()) { // succeeds for an interrupted thread, too, if it need not wait
            try {
                turn.lockInterruptibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failed(
                        "Cannot write",
                        file,
                        new InterruptedIOException(
                                "Interrupted while waiting for another thread."));
            }
        }
    }

    private Records append(String study, List<? extends Entry> entries, LeaseLock.Held held)
            throws IOException {
        var bytes = new ByteArrayOutputStream();
        RecordLog log = content.log(study);
        for (Entry entry : entries) {
            byte[] object = Json.write(EntryText.object(study, entry));
            JournalContent.add(study, log, EntryText.entry(Json.read(object, 0, object.length)));
            bytes.writeBytes(Line.of(object));
        }
        held.verify();
        write(bytes.toByteArray(), held);
        content.replace(study, log, entries.size());
        return content.records(study);
    }

    /** Appends whole lines, or leaves the file as it is. */
    private void write(byte[] lines, LeaseLock.Held held) throws IOException {
        if (Files.size(file) != offset) {
            throw changed();
        }
        try {
            tail.write(file, offset, lines);
        } catch (IOException e) {
            try {
                held.verify();
                Tail.truncate(file, offset);
            } catch (IOException left) {
                e.addSuppressed(left); // the unfinished line is set aside by the next update
            }
            throw e;
        }
        offset += lines.length;
        mark = Arrays.copyOfRange(lines, lines.length - MARK, lines.length);
    }

    private void refreshed() {
        if (closed) {
            throw new IllegalStateException("The journal %s has been closed.".formatted(file));
        }
        try {
            refresh();
        } catch (IOException e) {
            throw failed("Cannot read", file, e);
        }
    }

    /** Reads the lines that have been appended since the last time. */
    private void refresh() throws IOException {
        try (var scanner = new LineScanner(file, offset)) {
            if (!Arrays.equals(mark, scanner.peek(offset - mark.length, mark.length))) {
                throw changed();
            }
            long before = offset;
            try {
                readLines(scanner);
            } finally {
                if (offset > before) {
                    int length = (int) Math.min(offset, MARK);
                    mark = scanner.peek(offset - length, length);
                }
            }
        }
    }

    private void readLines(LineScanner scanner) throws IOException {
        while (scanner.next() && scanner.isTerminated()) {
            if (!scanner.isIntact()) {
                if (scanner.isTorn()) {
                    break;
                }
                if (content.lines() == 0 && !scanner.isLikeAnObject()) {
                    throw noHistory();
                }
                throw JournalException.damaged(
                        file,
                        content.lines() + 1,
                        "the line was changed after it had been written");
            }
            content.read(scanner.array(), scanner.from(), scanner.length());
            offset = scanner.end();
        }
        if (content.lines()
                == 0) { // never set aside what may be somebody's only copy of something else
            throw noHistory();
        }
    }

    private JournalException noHistory() {
        return new JournalException(
                file, 1, "this is no Attune history. Maybe another file was meant");
    }

    private JournalException changed() {
        return new JournalException(
                file,
                content.lines(),
                "the file was cut off, replaced or edited while it was in use. Maybe restore it, or"
                        + " start again if this was meant");
    }

    /**
     * Under the lock, what is left behind the last good line can only be what a killed process was
     * writing.
     */
    private void setUnfinishedLineAside() {
        try {
            long size = Files.size(file);
            if (size == offset) {
                return;
            }
            byte[] rest;
            try (var scanner = new LineScanner(file, offset)) {
                rest = scanner.peek(offset, Math.toIntExact(size - offset));
            }
            if (Line.isIntact(rest, 0, rest.length)) { // only its line break is missing
                tail.write(file, size, new byte[] {'\n'});
                refresh();
                return;
            }
            Path aside =
                    file.resolveSibling(
                            file.getFileName() + ".torn-" + STAMP.format(Instant.now()));
            Files.write(aside, rest, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
            Tail.truncate(file, offset);
            notes.add(
                    "Line %d of %s was unfinished; its %d bytes are now in %s."
                            .formatted(
                                    content.lines() + 1, file, rest.length, aside.getFileName()));
        } catch (IOException e) {
            throw failed("Cannot repair", file, e);
        }
    }

    /** Returns whether the file ends within its first line, as when its creator was killed. */
    private boolean isUnfinished() throws IOException {
        byte[] header = content.header();
        return Files.size(file) < header.length
                && Arrays.mismatch(header, Files.readAllBytes(file)) == Files.size(file);
    }

    private void create() throws IOException {
        try (var _ = lock.acquire()) {
            if (!Files.exists(file)) {
                Files.createFile(file);
                Tail.syncFolder(file.getParent());
            }
            if (isUnfinished()) {
                Tail.truncate(file, 0);
                tail.write(file, 0, content.header());
            }
        }
    }

    /** Returns the file itself: two links to it must not be locked apart. */
    private static Path target(Path file) {
        try {
            return Files.isSymbolicLink(file) ? file.toRealPath() : file;
        } catch (IOException e) {
            throw failed("Cannot open", file, e);
        }
    }

    private static UncheckedIOException failed(String what, Path file, IOException e) {
        String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new UncheckedIOException("%s the journal %s: %s".formatted(what, file, why), e);
    }
}
