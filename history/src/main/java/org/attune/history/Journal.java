package org.attune.history;

import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.RecordLog;
import org.attune.api.Records;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The studies of one problem in an append-only file that any number of threads and processes share.
 *
 * <p>The file has one line per record, each with its checksum and that of the line that it follows;
 * the module's README describes it. It is only ever appended to, by the one process that holds the
 * lock {@code FILE.lock}, and what an update appends is on the disk before the update returns. What
 * a killed process left unfinished, or one that had lost the lock wrote late, stays where it is and
 * counts for nothing; any other damage is an error.
 *
 * <p>Thread-safe. Reading never waits for an update of another thread or process.
 */
public final class Journal implements Store {
    /** Bytes of the longest file name of usual file systems, less those of {@link LeaseLock}'s. */
    private static final int LONGEST_NAME = 255 - LeaseLock.LONGEST_SUFFIX;

    private final Path file;
    private final LeaseLock lock;
    private final LingeringLock updates;

    private final Object state = new Object(); // guards what follows
    private final JournalReader reader;
    private final JournalWriter writer;
    private final List<String> notes = new ArrayList<>();
    private volatile boolean closed;

    Journal(Path file, String problem, LeaseLock lock, Tail.Disk disk) {
        this.file = file;
        this.lock = lock;
        reader = new JournalReader(file, problem, notes::add);
        writer = new JournalWriter(file, reader, disk, notes::add);
        updates = new LingeringLock(file, lock, disk, this::keepEnd, this::note);
    }

    /**
     * Opens a journal; if there is none, the first record creates it, with its folder.
     *
     * @param problem name of the problem whose studies it holds
     * @throws IllegalArgumentException if the file is a folder, or the journal of another problem
     * @throws JournalException if the file is no journal, or is damaged other than by an unfinished
     *     last line
     * @throws UncheckedIOException if it cannot be read or created
     */
    public static Journal open(Path file, String problem) {
        return open(file, problem, note -> {});
    }

    /**
     * Opens a journal, as {@link #open(Path, String)} does.
     *
     * @param waiting is told once when an update has waited for the lock for two seconds, by whom
     *     it is held
     */
    public static Journal open(Path file, String problem, Consumer<String> waiting) {
        return open(file, problem, LeaseLock.LEASE, Tail.DISK, waiting);
    }

    /**
     * Opens a journal on another disk, as one that fails, or with another lease of its lock, as for
     * tests of what becomes of it then.
     */
    public static Journal open(
            Path file, String problem, Duration lease, Tail.Disk disk, Consumer<String> waiting) {
        Path path = target(file).toAbsolutePath();
        int length = path.getFileName().toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    ("The name of the journal %s is too long: it has %d bytes, and at most %d leave"
                                    + " room for those of its lock.")
                            .formatted(path, length, LONGEST_NAME));
        }
        Path lock = path.resolveSibling(path.getFileName() + ".lock");
        return open(path, problem, new LeaseLock(lock, lease, disk, waiting), disk);
    }

    private static Journal open(Path path, String problem, LeaseLock lock, Tail.Disk disk) {
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
        var journal = new Journal(path, problem, lock, disk);
        try {
            Optional<EndMark> end = EndMark.read(path); // first: the file goes on growing
            if (!Files.exists(path)) {
                requireFolder(path.getParent());
                if (end.isPresent()) { // it is gone, which is said now
                    journal.create();
                }
                end = Optional.empty();
            } else {
                journal.require(end.isEmpty() ? Optional.empty() : end.get().missing(path, path));
                if (journal.writer.isUnfinished()) {
                    journal.create();
                }
            }
            synchronized (journal.state) {
                journal.refreshed();
            }
            journal.require(end.isEmpty() ? Optional.empty() : end.get().replaced(path, path));
            return journal;
        } catch (IOException e) {
            throw failed("Cannot open", path, e);
        }
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public List<String> studies() {
        synchronized (state) {
            refreshed();
            return reader.content().studies();
        }
    }

    @Override
    public History study(String name) {
        Store.requireName(name);
        return new JournalStudy(this, name);
    }

    /**
     * Returns what this object has repaired, for a human; empty in the ordinary course of events.
     */
    @Override
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
        return merge(in, out, note -> {});
    }

    /**
     * Merges journals, as {@link #merge(List, Path)} does.
     *
     * @param notes is told which of them end with an incomplete line, which is left out
     */
    public static List<MergedStudy> merge(List<Path> in, Path out, Consumer<String> notes) {
        return JournalMerge.merge(in, out, notes);
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
                throw scanner.isMarked()
                        ? JournalException.damaged(file, 1, JournalReader.MARKED)
                        : scanner.isConverted()
                                ? JournalException.damaged(file, 1, JournalReader.CONVERTED)
                                : JournalException.foreign(file);
            }
            return JournalContent.problemOf(
                    file, scanner.array(), scanner.from(), scanner.length());
        } catch (IOException e) {
            throw failed("Cannot read", file, e);
        }
    }

    /** Forbids further use. */
    @Override
    public void close() {
        synchronized (state) {
            closed = true;
        }
        try {
            updates.close();
        } catch (IOException e) {
            throw failed("Cannot close", file, e);
        }
    }

    /** Returns the number of the last line, if it is incomplete. */
    OptionalLong incompleteLine() {
        synchronized (state) {
            refreshed();
            return reader.seen() > reader.offset()
                    ? OptionalLong.of(reader.content().lines() + 1)
                    : OptionalLong.empty();
        }
    }

    Records records(String study) {
        synchronized (state) {
            refreshed();
            return reader.content().records(study);
        }
    }

    Records update(String study, Function<Records, List<? extends Entry>> change) {
        try (LingeringLock.Turn turn = updates.take()) {
            Optional<Records> after = Optional.empty();
            while (after.isEmpty()) { // again where others have written in spite of the lock
                after = attempt(turn, study, change);
            }
            return after.get();
        } catch (IOException e) {
            throw failed("Cannot write", file, e);
        }
    }

    private Optional<Records> attempt(
            LingeringLock.Turn turn, String study, Function<Records, List<? extends Entry>> change)
            throws IOException {
        List<Path> made = isToBegin() ? makeFolder() : List.of(); // for the lock
        try {
            return turn.hold((grip, fresh) -> update(study, change, grip, fresh));
        } finally {
            if (!made.isEmpty() && isToBegin()) {
                remove(made);
            }
        }
    }

    /** Creates the folder; returns what was missing of its path, the innermost first. */
    private List<Path> makeFolder() throws IOException {
        Path folder = file.getParent();
        List<Path> missing =
                Stream.iterate(folder, f -> !Files.exists(f), Path::getParent).toList();
        Files.createDirectories(folder);
        return missing;
    }

    private static void remove(List<Path> folders) throws IOException {
        try {
            for (Path folder : folders) {
                Files.deleteIfExists(folder);
            }
        } catch (DirectoryNotEmptyException e) {
            // another process has begun to use it
        }
    }

    private Optional<Records> update(
            String study, Function<Records, List<? extends Entry>> change, Grip grip, boolean fresh)
            throws IOException {
        Records before;
        synchronized (state) {
            if (fresh) { // otherwise nobody can have written since
                refreshed();
                if (!isToBegin()) {
                    writer.endLastLine(grip);
                }
            }
            before = reader.content().records(study);
        }
        List<? extends Entry> entries = change.apply(before);
        if (entries.isEmpty()) {
            return Optional.of(before);
        }
        synchronized (state) {
            if (reader.content().lines() == 0) {
                writer.create();
                refreshed();
                if (reader.content().lines() > 1) {
                    return Optional.empty(); // others have begun it in spite of the lock
                }
            }
            return append(study, entries, grip);
        }
    }

    private void keepEnd() {
        synchronized (state) {
            writer.keepEnd();
        }
    }

    private void note(String note) {
        synchronized (state) {
            notes.add(note);
        }
    }

    private Optional<Records> append(String study, List<? extends Entry> entries, Grip grip)
            throws IOException {
        var lines = new ArrayList<byte[]>();
        long last = reader.last();
        RecordLog log = reader.content().log(study);
        for (Entry entry : entries) {
            byte[] object = EntryText.bytes(study, entry);
            if (object.length > LineScanner.LONGEST / 2) {
                throw new IllegalArgumentException(
                        "A record of %d MB is too large for %s, whose lines have at most %d MB. Maybe keep large results in files, and their names in the record."
                                .formatted(object.length >> 20, file, LineScanner.LONGEST >> 21));
            }
            JournalContent.add(study, log, EntryText.asRead(entry, object));
            byte[] line = Line.of(object, last);
            last = Line.sum(line, 0, line.length - 1);
            lines.add(line);
        }
        var after = new AtomicReference<Records>();
        Runnable found = () -> after.set(reader.content().records(study));
        Runnable taken =
                () -> {
                    reader.content().replace(study, log, entries.size());
                    found.run();
                };
        return writer.append(lines, grip, taken, found)
                ? Optional.of(after.get())
                : Optional.empty();
    }

    private void refreshed() {
        if (closed) {
            throw new IllegalStateException("The journal %s has been closed.".formatted(file));
        }
        if (isToBegin()) {
            return;
        }
        try {
            reader.refresh();
        } catch (IOException e) {
            throw failed("Cannot read", file, e);
        }
    }

    /** Returns whether there has never been a file, so that the first record creates it. */
    private boolean isToBegin() {
        synchronized (state) {
            return reader.content().lines() == 0 && !Files.exists(file);
        }
    }

    /** Refuses a file that is not what it was when it was last written. */
    private void require(Optional<String> change) {
        change.ifPresent(what -> {
            throw new JournalException(file, Math.max(reader.content().lines(), 1), what);
        });
    }

    /** Refuses a place where no file can be begun. */
    private static void requireFolder(Path folder) throws IOException {
        Path there = folder;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new FileAlreadyExistsException(there.toString());
        }
    }

    /** Creates the file without a record, where there is none. */
    void begin() {
        try {
            Files.createDirectories(file.getParent());
            create();
        } catch (IOException e) {
            throw failed("Cannot write", file, e);
        }
    }

    private void create() throws IOException {
        try (var _ = lock.acquire()) {
            synchronized (state) {
                writer.create();
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

    @Override
    public String toString() {
        return "Journal " + file;
    }
}
