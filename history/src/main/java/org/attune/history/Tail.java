package org.attune.history;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How bytes get to the end of a file and onto the disk. */
interface Tail {
    /** Onto the real disk. None of it is broken off when the thread is interrupted. */
    Tail DISK =
            (file, offset, bytes) -> {
                file.seek(offset);
                file.write(bytes);
                file.getFD().sync();
            };

    /**
     * Writes bytes at an offset, which is the file's end, and returns when they are on the disk.
     *
     * @throws IOException if they are not; some may have been written
     */
    void write(RandomAccessFile file, long offset, byte[] bytes) throws IOException;

    /** Opens a file that must be there. */
    static RandomAccessFile open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new FileNotFoundException("The file is gone.");
        }
        return new RandomAccessFile(path.toFile(), "rw");
    }

    /** Cuts a file off. */
    static void truncate(Path path, long length) throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(length);
            file.getFD().sync();
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
