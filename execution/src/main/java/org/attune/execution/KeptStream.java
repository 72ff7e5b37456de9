package org.attune.execution;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * Keeps the first and the last MiB of a stream, compressed: {@code NAME.gz}, and, where the middle
 * was left out, {@code NAME.tail.gz}.
 */
final class KeptStream implements AutoCloseable {
    /** Bytes that are kept from each end. */
    static final int END = 1 << 20;

    private static final int LAST = 16 << 10; // for messages and signs of what went wrong

    private final Path file;
    private final OutputStream head;
    private long headLeft = END;
    private byte[] ring = new byte[0];
    private long ringed; // bytes that went into the ring
    private byte[] last = new byte[0];

    /** Starts a stream that is kept in {@code folder/name.gz}. */
    KeptStream(Path folder, String name) {
        file = folder.resolve(name + ".gz");
        try {
            head = compressed(file);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    /**
     * Takes the next bytes.
     *
     * @throws UncheckedIOException if they cannot be written, as on a full disk
     */
    void write(byte[] bytes, int count) {
        int first = (int) Math.min(headLeft, count);
        try {
            head.write(bytes, 0, first);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
        headLeft -= first;
        if (first < count) {
            intoRing(bytes, first, count - first);
        }
        remember(bytes, count);
    }

    /** Returns the last 16 KiB as text. */
    String last() {
        return new String(last, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try (head) {
            if (ringed <= ring.length) {
                head.write(ring, 0, (int) ringed);
            } else {
                Path tail = tail(file);
                try (OutputStream out = compressed(tail)) {
                    int start = (int) (ringed % END);
                    out.write(ring, start, END - start);
                    out.write(ring, 0, start);
                }
            }
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private void intoRing(byte[] bytes, int from, int count) {
        if (ring.length == 0) {
            ring = new byte[END];
        }
        for (int done = 0; done < count; ) {
            int at = (int) ((ringed + done) % END);
            int part = Math.min(count - done, END - at);
            System.arraycopy(bytes, from + done, ring, at, part);
            done += part;
        }
        ringed += count;
    }

    private void remember(byte[] bytes, int count) {
        int kept = Math.min(count, LAST);
        int older = Math.min(last.length, LAST - kept);
        byte[] next = new byte[older + kept];
        System.arraycopy(last, last.length - older, next, 0, older);
        System.arraycopy(bytes, count - kept, next, older, kept);
        last = next;
    }

    /** Keeps a copy of a file without its secrets, and hands its lines over. */
    static void copy(Path original, SecretFilter secrets, Path folder, String name, LineFeed feed)
            throws IOException {
        try (InputStream in = secrets.filtered(Files.newInputStream(original));
                var kept = new KeptStream(folder, name)) {
            pump(in, feed, kept);
        }
    }

    /** Hands all bytes to the stream's keeper and to the feed, up to its end. */
    static void pump(InputStream in, LineFeed feed, KeptStream kept) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            kept.write(buffer, n);
            feed.accept(buffer, n);
        }
        feed.end();
    }

    /** Hands over what was kept. Returns false if there is nothing of this name. */
    static boolean read(Path folder, String name, LineFeed feed) {
        Path file = folder.resolve(name + ".gz");
        if (!Files.exists(file)) {
            return false;
        }
        readPart(file, 2 * END, feed);
        if (Files.exists(tail(file))) {
            feed.gap();
            readPart(tail(file), END, feed);
        }
        feed.end();
        return true;
    }

    private static void readPart(Path file, long most, LineFeed feed) {
        if (!Files.isRegularFile(file)) {
            throw KeptProperties.damaged(file, "it is no file");
        }
        byte[] buffer = new byte[1 << 16];
        long left = most; // a few bytes can unpack to any number
        try (InputStream in =
                new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                left -= n;
                if (left < 0) {
                    throw KeptProperties.damaged(
                            file, "it holds more than the %d bytes that are kept".formatted(most));
                }
                feed.accept(buffer, n);
            }
        } catch (EOFException e) {
            throw KeptProperties.damaged(file, "it is cut off");
        } catch (ZipException e) {
            throw KeptProperties.damaged(file, "it cannot be unpacked");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    private static Path tail(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("gz$", "tail.gz"));
    }

    private static OutputStream compressed(Path file) throws IOException {
        return new GZIPOutputStream(new java.io.FileOutputStream(file.toFile()), 1 << 16);
    }

    private static UncheckedIOException cannotWrite(Path file, IOException e) {
        return new UncheckedIOException("cannot write " + file, e);
    }
}
