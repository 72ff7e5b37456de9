package org.attune.history.formats;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The lock that GPTune and the command {@code flock} take on a file: flock(2), which Java does not
 * have (its own file locks are another kind, which these do not see). Where the system has none, or
 * the file system refuses it, holding it means nothing; Attune's processes have a lock of their
 * own.
 */
@SuppressWarnings("restricted") // calls native code
final class AdvisoryLock implements AutoCloseable {
    private static final int EXCLUSIVE_AT_ONCE = 2 | 4; // LOCK_EX | LOCK_NB
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SILENCE = Duration.ofSeconds(2); // then it says so
    private static final long PAUSE = 5; // ms
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /** EAGAIN of Linux and of others, and EINTR: to be tried again. */
    private static final Set<Integer> HELD = Set.of(11, 35, 4);

    private static final Optional<Functions> C = functions();

    private final Optional<MemorySegment> stream;

    private AdvisoryLock(Optional<MemorySegment> stream) {
        this.stream = stream;
    }

    private record Functions(
            MethodHandle open, MethodHandle number, MethodHandle flock, MethodHandle close) {}

    /**
     * Waits for the lock.
     *
     * @param file is created if it does not exist, and stays
     * @param waiting is told once when another program has held it for two seconds
     * @throws IOException if another program holds it for two minutes, or the thread is interrupted
     */
    static AdvisoryLock acquire(Path file, Consumer<String> waiting) throws IOException {
        if (C.isEmpty()) {
            return new AdvisoryLock(Optional.empty());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stream =
                    (MemorySegment)
                            C.get()
                                    .open
                                    .invokeExact(
                                            arena.allocateFrom(file.toString()),
                                            arena.allocateFrom("ae"));
            if (stream.address() == 0) {
                throw new IOException("Cannot open %s to lock it.".formatted(file));
            }
            var lock = new AdvisoryLock(Optional.of(stream));
            try {
                lock.lock(file, waiting, arena);
                return lock;
            } catch (IOException e) {
                lock.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void lock(Path file, Consumer<String> waiting, Arena arena) throws Throwable {
        MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
        int number = (int) C.get().number.invokeExact(stream.orElseThrow());
        long start = System.nanoTime();
        boolean said = false;
        while ((int) C.get().flock.invokeExact(state, number, EXCLUSIVE_AT_ONCE) != 0) {
            int error = (int) ERRNO.get(state, 0L);
            if (!HELD.contains(error)) {
                return; // the file system has no such locks
            }
            long waited = System.nanoTime() - start;
            if (!said && waited > SILENCE.toNanos()) {
                said = true;
                waiting.accept(
                        "Waiting for another program to give back the lock %s. See who has it with: fuser %s"
                                .formatted(file, file));
            }
            if (waited > PATIENCE.toNanos()) {
                throw new IOException(
                        "Another program has held the lock %s for %d s. Maybe end it, or see who does with: fuser %s"
                                .formatted(file, PATIENCE.toSeconds(), file));
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException(
                        "Interrupted while waiting for %s.".formatted(file));
            }
        }
    }

    @Override
    public void close() {
        if (stream.isPresent()) {
            try {
                int _ = (int) C.get().close.invokeExact(stream.get());
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Optional<Functions> functions() {
        Linker linker = Linker.nativeLinker();
        try {
            return Optional.of(
                    new Functions(
                            function(linker, "fopen", ADDRESS, ADDRESS, ADDRESS),
                            function(linker, "fileno", JAVA_INT, ADDRESS),
                            flock(linker),
                            function(linker, "fclose", JAVA_INT, ADDRESS)));
        } catch (NoSuchElementException notThere) {
            return Optional.empty(); // not a Unix
        }
    }

    private static MethodHandle flock(Linker linker) {
        return linker.downcallHandle(
                linker.defaultLookup().find("flock").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT),
                Linker.Option.captureCallState("errno"));
    }

    private static MethodHandle function(
            Linker linker, String name, MemoryLayout result, MemoryLayout... arguments) {
        return linker.downcallHandle(
                linker.defaultLookup().find(name).orElseThrow(),
                FunctionDescriptor.of(result, arguments));
    }
}
