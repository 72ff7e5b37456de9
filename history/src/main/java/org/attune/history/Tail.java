package org.attune.history;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The end of an open file, and how bytes get there and onto the disk.
 *
 * <p>Nothing else is ever done to a journal: no byte of it is overwritten or cut off, so that
 * whatever a process does that was stopped for long, it does behind what others have written.
 */
public interface Tail extends AutoCloseable {
    /** How files are opened. */
    interface Disk {
        /**
         * Opens a file that must be there.
         *
         * @throws IOException if it is not
         */
        Tail open(Path file) throws IOException;

        /**
         * Is told before each call of the system that changes a file, or looks at the lock: what
         * ends or stops a process there, for tests.
         *
         * @param call in words
         */
        default void before(String call) {}
    }

    /** The real disk. None of it is broken off when the thread is interrupted. */
    Disk DISK = OnDisk::new;

    /**
     * Writes bytes behind all that the file has then, whoever has written it.
     *
     * @throws IOException if it cannot; some may have been written
     */
    void append(byte[] bytes) throws IOException;

    /** Returns when all that was written is on the disk. */
    void sync() throws IOException;

    /** Returns the number of bytes of the file. */
    long length() throws IOException;

    @Override
    void close() throws IOException;

    /** A file of the operating system's. */
    final class OnDisk implements Tail {
        private final Path path;
        private final FileOutputStream out;
        private final RandomAccessFile in; // an output stream tells its length by a channel only

        private OnDisk(Path path) throws IOException {
            if (!Files.exists(path)) {
                throw new FileNotFoundException("The file is gone.");
            }
            this.path = path;
            out = new FileOutputStream(path.toFile(), true);
            in = new RandomAccessFile(path.toFile(), "r");
        }

        @Override
        public String toString() {
            return "End of " + path;
        }

        @Override
        public void append(byte[] bytes) throws IOException {
            out.write(bytes);
        }

        @Override
        public void sync() throws IOException {
            out.getFD().sync();
        }

        @Override
        public long length() throws IOException {
            return in.length();
        }

        @Override
        public void close() throws IOException {
            try (in) {
                out.close();
            }
        }
    }

    /** Makes the name of a new file durable, where the system has a way to. */
    static void syncFolder(Path folder) {
        boolean interrupted = Thread.interrupted(); // it would close the channel
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notSupported) {
            // Windows and some network file systems do not open folders; they keep names by
            // themselves
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
