package org.attune.benchmarks;

import tools.jackson.core.JacksonException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Results, one per line. What is there is kept and known; a line that a killed process left
 * unfinished is removed. Thread-safe; a second process is refused.
 */
public final class ResultFile implements AutoCloseable {
    private static final Pattern LACKING = Pattern.compile("No value for property '([^']*)'");
    private static final String START = "{\"peer\":";

    private final Path path;
    private final FileChannel channel;
    private final List<RunResult> known = new ArrayList<>(); // what was there
    private final Map<RunResult.Key, Optional<String>> codes = new HashMap<>(); // of the last ones

    private ResultFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Opens or creates a file.
     *
     * @throws IllegalArgumentException if it holds something else than results
     * @throws IllegalStateException if another run writes to it
     */
    static ResultFile open(Path path) {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "%s is a folder. Maybe %s was meant."
                            .formatted(path, path.resolve("results.jsonl")));
        }
        FileChannel channel;
        try {
            channel =
                    FileChannel.open(
                            path,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write results to " + path, reason(path, e));
        }
        var file = new ResultFile(path, channel);
        try {
            file.lock();
            file.read();
            return file;
        } catch (IOException e) {
            file.close();
            throw new UncheckedIOException("Cannot use result file " + path, e);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Reads the results of a file that may still be written to; a torn last line is left out.
     *
     * @throws IllegalArgumentException if there is no such file, or it holds something else
     * @throws UncheckedIOException if it cannot be read
     */
    public static List<RunResult> read(Path path) {
        return read(path, torn -> {});
    }

    /**
     * Does so.
     *
     * @param notes hears of a torn last line
     */
    public static List<RunResult> read(Path path, Consumer<String> notes) {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "%s is a folder. Maybe name the result files in it.".formatted(path));
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("There is no result file %s.".formatted(path));
        }
        String text;
        try {
            text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read results from " + path, e);
        }
        var results = new ArrayList<RunResult>();
        int complete = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList().size();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                results.add(RunResult.of(line));
            } catch (JacksonException | IllegalArgumentException e) {
                boolean torn =
                        number > complete && (line.startsWith(START) || START.startsWith(line));
                if (!torn) {
                    throw noResult(path, number, e);
                }
                notes.accept(
                        "%s:%d is left out: the line was begun and not ended. The same bench run makes that result again."
                                .formatted(path, number));
            }
        }
        return results;
    }

    /** A file that is to be made is missing only where its folder is. */
    private static IOException reason(Path path, IOException cause) {
        return cause instanceof NoSuchFileException
                ? new IOException(
                        "there is no folder %s. Maybe make it first."
                                .formatted(path.toAbsolutePath().getParent()),
                        cause)
                : cause;
    }

    private void lock() throws IOException {
        boolean locked;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException sameProcess) {
            locked = false;
        }
        if (!locked) {
            throw new IllegalStateException(
                    "Another run is writing to %s. Maybe give this one a file of its own."
                            .formatted(path));
        }
    }

    /**
     * Reads through the channel that has the lock: closing another one of the same file would give
     * up the lock of this process (POSIX).
     */
    private void read() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // the rest
        }
        int end = bytes.position();
        while (end > 0 && bytes.get(end - 1) != '\n') {
            end--;
        }
        int number = 0;
        for (String line : text(bytes, 0, end).lines().toList()) {
            number++;
            if (!line.isBlank()) {
                note(result(line, number));
            }
        }
        String tail = text(bytes, end, bytes.position());
        if (!tail.isEmpty()) {
            mend(tail, number + 1, end);
        }
        channel.position(channel.size());
    }

    private static String text(ByteBuffer bytes, int start, int end) {
        return new String(bytes.array(), start, end - start, StandardCharsets.UTF_8);
    }

    private void note(RunResult result) {
        known.add(result);
        codes.put(result.key(), result.environment().flatMap(Environment::code));
    }

    private RunResult result(String line, int number) {
        try {
            return RunResult.of(line);
        } catch (JacksonException | IllegalArgumentException e) {
            throw noResult(path, number, e);
        }
    }

    /** Completes a last line that lacks only its end, and removes one that is torn. */
    private void mend(String tail, int number, long start) throws IOException {
        if (!tail.startsWith(START) && !START.startsWith(tail)) {
            throw noResult(path, number, new IllegalArgumentException(tail));
        }
        try {
            note(RunResult.of(tail));
            channel.position(channel.size());
            write("\n");
        } catch (JacksonException torn) {
            channel.truncate(start);
        }
    }

    private static IllegalArgumentException noResult(
            Path path, int number, RuntimeException cause) {
        return new IllegalArgumentException(
                "%s:%d is no result of a run: %s. Maybe this is the wrong file%s."
                        .formatted(
                                path,
                                number,
                                reason(cause),
                                number == 1 ? "" : ", or remove that line"),
                cause);
    }

    /** Returns what is wrong, in words that need no knowledge of the library that reads JSON. */
    private static String reason(RuntimeException cause) {
        if (!(cause instanceof JacksonException json)) {
            return cause.getMessage();
        }
        Matcher lacking = LACKING.matcher(json.getOriginalMessage());
        return lacking.find()
                ? "it has no '%s'".formatted(lacking.group(1))
                : "it is not a whole JSON object";
    }

    /** Returns the results that were there when the file was opened. */
    List<RunResult> known() {
        return List.copyOf(known);
    }

    /** Returns whether a result of this run is there. */
    synchronized boolean has(RunResult.Key key) {
        return codes.containsKey(key);
    }

    /** Returns whether the result of this run is there, and by other code or of no known code. */
    synchronized boolean isOfOtherCode(RunResult.Key key, String code) {
        return has(key) && !codes.get(key).equals(Optional.of(code));
    }

    /** Appends a result. */
    synchronized void add(RunResult result) {
        try {
            write(result.json() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write results to " + path, e);
        }
        codes.put(result.key(), result.environment().flatMap(Environment::code));
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close result file " + path, e);
        }
    }
}
