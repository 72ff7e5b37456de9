package org.attune.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;

/**
 * What an update holds: the lock, and the file open for writing. Where updates follow each other at
 * once, the next one takes it over, because creating the lock and opening the file cost as much as
 * a fast disk takes to write a line.
 */
final class Grip implements AutoCloseable {
    /** How soon the next update must follow, in ns; others wait so much longer at most. */
    static final long LINGER = Duration.ofMillis(20).toNanos();

    /** ns; others that cannot say that they wait, as when a file server delays it, get a chance. */
    private static final long LONGEST = Duration.ofSeconds(1).toNanos();

    private final LeaseLock.Held held;
    private final Tail.Disk disk;
    private final long since = System.nanoTime();
    private Optional<Tail> file = Optional.empty();
    private Optional<Object> key = Optional.empty();

    Grip(LeaseLock.Held held, Tail.Disk disk) {
        this.held = held;
        this.disk = disk;
    }

    LeaseLock.Held held() {
        return held;
    }

    /** Returns the file for writing, and remembers which one it is. */
    Tail file(Path path) throws IOException {
        if (file.isEmpty()) {
            file = Optional.of(disk.open(path));
            key = key(path);
        }
        return file.get();
    }

    /** Returns whether the path still leads to the file that is open. */
    boolean isFile(Path path) throws IOException {
        return key.equals(key(path));
    }

    private static Optional<Object> key(Path path) throws IOException {
        return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    boolean hasWritten() {
        return file.isPresent();
    }

    boolean isOld() {
        return System.nanoTime() - since > LONGEST;
    }

    @Override
    public void close() throws IOException {
        try (held) {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }
}
