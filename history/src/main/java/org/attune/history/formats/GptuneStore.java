package org.attune.history.formats;

import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.Records;
import org.attune.api.TuningProblem;
import org.attune.history.LeaseLock;
import org.attune.history.Store;
import org.attune.history.Tail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A history file of GPTune, {@code gptune.db/NAME.json}, in which studies are kept, so that scripts
 * written for GPTune's reverse communication go on working: what is asked for stands in {@code
 * func_eval} with null results, and who fills these in has told.
 *
 * <p>An update reads the file, and puts a new one in its place when that is on the disk. It holds
 * the lock of Attune's own processes, and the one that GPTune and {@code flock NAME.json.lock}
 * take. A script that holds none may put back a version without the newest records: {@code
 * NAME.json.last}, a copy of what Attune wrote last, tells, and the next update restores them. What
 * Attune does not know stays in the file as it is.
 *
 * <p>Thread-safe. An update costs as much as reading and writing the whole file.
 */
public final class GptuneStore implements Store {
    private final Path file;
    private final Path last;
    private final TuningProblem problem;
    private final LeaseLock lease;
    private final Consumer<String> waiting;
    private final ReentrantLock turn = new ReentrantLock();
    private final List<String> notes = new ArrayList<>();
    private Optional<GptuneFile> content = Optional.empty(); // of the text that was read last

    private GptuneStore(Path file, TuningProblem problem, Consumer<String> waiting) {
        this.file = file;
        this.problem = problem;
        this.waiting = waiting;
        last = sibling(".last");
        lease = new LeaseLock(sibling(".lease"), LeaseLock.LEASE, waiting);
    }

    /**
     * Opens a file, which is created by the first update if it does not exist.
     *
     * @throws IllegalArgumentException if it is damaged, or of another problem, or cannot hold this
     *     one
     * @throws UncheckedIOException if it cannot be read
     */
    public static GptuneStore open(Path file, TuningProblem problem) {
        return open(file, problem, note -> {});
    }

    /**
     * Opens a file, as {@link #open(Path, TuningProblem)} does.
     *
     * @param waiting is told once when an update has waited for the lease for two seconds
     */
    public static GptuneStore open(Path file, TuningProblem problem, Consumer<String> waiting) {
        GptuneWriter.requireHeld(
                problem, "Maybe keep a history of Attune's own: --db-format attune");
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    "%s is a folder, not a file of GPTune. Maybe %s was meant."
                            .formatted(file, file.resolve(problem.name() + ".json")));
        }
        try {
            Path path = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
            var store = new GptuneStore(path, problem, waiting);
            if (!Files.exists(path) && Files.exists(store.last)) {
                store.notes.add(
                        "%s is gone; a new one is begun, and %s is what it last held."
                                .formatted(path, store.sibling(".gone")));
                Files.move(store.last, store.sibling(".gone"), StandardCopyOption.REPLACE_EXISTING);
            }
            store.content();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot open %s: %s".formatted(file, e), e);
        }
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public List<String> studies() {
        return content().studies();
    }

    @Override
    public History study(String name) {
        Store.requireName(name);
        return new GptuneStudy(this, name);
    }

    @Override
    public synchronized List<String> notes() {
        var all = new ArrayList<>(notes);
        all.addAll(content().notes());
        return all;
    }

    /** Returns the ended evaluations in the file that no study has taken over yet. */
    public Reading others() {
        return GptuneReader.read(
                content().others(), file.getFileName().toString(), problem, Instant.now());
    }

    /** Returns where in the list {@code func_eval} a trial stands, from 0. */
    public int place(String study, long trial) {
        return content().place(study, trial);
    }

    /** Returns how often a trial has been handed out. */
    public int offers(String study, long trial) {
        return content().offers(study, trial);
    }

    @Override
    public void close() {
        // nothing is held between updates
    }

    Records records(String study) {
        return content().records(study);
    }

    Records update(String study, Function<Records, List<? extends Entry>> change) {
        turn.lock();
        try {
            if (!Files.exists(file)) {
                change.apply(records(study)); // one that is refused leaves no lock and no folder
            }
            Files.createDirectories(file.getParent());
            try (var held = lease.acquire();
                    var _ = AdvisoryLock.acquire(sibling(".lock"), waiting)) {
                GptuneFile now = read();
                Records before = now.records(study);
                List<? extends Entry> entries = change.apply(before);
                if (entries.isEmpty() && now.isSettled(study)) {
                    return before;
                }
                forget(); // what follows changes it, and may fail
                String text = now.with(study, entries);
                held.verify();
                replace(file, text);
                replace(last, text);
                return keep(text).records(study);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write %s: %s".formatted(file, e.getMessage()), e);
        } finally {
            turn.unlock();
        }
    }

    /** Returns the newest content; a program that writes it in place may be at work. */
    private GptuneFile content() {
        try {
            try {
                return read();
            } catch (IllegalArgumentException incomplete) {
                try (var _ = AdvisoryLock.acquire(sibling(".lock"), waiting)) {
                    return read();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private GptuneFile read() throws IOException {
        String text = Files.exists(file) ? WholeText.read(file) : "";
        if (text.isBlank() && Files.exists(last)) {
            throw new IllegalArgumentException(
                    "%s is empty. Maybe a script wrote to it while it read it; what Attune wrote last is in %s."
                            .formatted(file, last));
        }
        return keep(text);
    }

    /** Returns the content of this text, parsed once. */
    private synchronized GptuneFile keep(String text) throws IOException {
        if (content.isEmpty() || !content.get().isOf(text)) {
            Instant changed =
                    Files.exists(file)
                            ? Files.getLastModifiedTime(file).toInstant()
                            : Instant.now();
            String before = Files.exists(last) ? WholeText.read(last) : "";
            content = Optional.of(GptuneFile.read(text, changed, before, file, problem));
        }
        return content.get();
    }

    private synchronized void forget() {
        content = Optional.empty();
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh =
                file.resolveSibling(
                        ".%s.%d.new".formatted(file.getFileName(), ProcessHandle.current().pid()));
        try (var out =
                Files.newOutputStream(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DSYNC)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            keepPermissions(file, fresh);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        Tail.syncFolder(file.getParent());
    }

    /** Lets others with whom the file is shared go on writing it, where the file system can. */
    private static void keepPermissions(Path file, Path fresh) {
        try {
            if (Files.exists(file)) {
                Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(file));
            }
        } catch (UnsupportedOperationException | IOException notKept) {
            // no reason to refuse the update
        }
    }

    private Path sibling(String end) {
        return file.resolveSibling(file.getFileName() + end);
    }

    /** One study of the file. */
    private record GptuneStudy(GptuneStore store, String name) implements History {
        @Override
        public Records records() {
            return store.records(name);
        }

        @Override
        public Records update(Function<Records, List<? extends Entry>> change) {
            return store.update(name, change);
        }

        @Override
        public void close() {
            // the store is its opener's
        }
    }

    @Override
    public String toString() {
        return "GPTune file " + file();
    }
}
