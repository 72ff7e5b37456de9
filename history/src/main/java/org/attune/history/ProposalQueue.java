package org.attune.history;

import org.attune.api.Reservation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * The queue of those who want trials of a study of a journal, in all processes: a file each, in the
 * folder of the {@link Heartbeats}. Their names are numbers, and who comes has a larger one than
 * all that are there.
 *
 * <p>The files save work and decide nothing. One of a process that is known to have ended does not
 * count, nor one that has not been renewed while others have been: ages are differences of times of
 * the file system, so that clocks need not agree. Where no file can be written there is no queue.
 */
final class ProposalQueue {
    private static final long RENEWED = TimeUnit.SECONDS.toNanos(1);
    private static final long SILENT = 6_000; // ms
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final String prefix;

    /** Makes the places of a study. */
    ProposalQueue(Path journal, String study) {
        this.folder = Heartbeats.folder(journal);
        var sum = new CRC32C();
        sum.update(study.getBytes(StandardCharsets.UTF_8));
        this.prefix = "ask-%08x-".formatted(sum.getValue());
    }

    /**
     * Takes the last place.
     *
     * @param count trials that are wanted
     */
    Reservation take(int count) {
        byte[] text = Holder.here(Integer.toString(count)).text();
        try {
            Files.createDirectories(folder);
            long number = 1;
            while (true) {
                NavigableMap<Long, Path> files = files();
                number = files.isEmpty() ? number : Math.max(number, files.lastKey() + 1);
                Path file = folder.resolve(prefix + number);
                try {
                    Files.write(
                            file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    var place = new Place(number, file, text);
                    LeaseLock.later(place::renew, RENEWED);
                    return place;
                } catch (FileAlreadyExistsException quicker) {
                    number++;
                }
            }
        } catch (IOException cannotSayIt) {
            return Reservation.ALONE;
        }
    }

    /** Returns the files by number. */
    private NavigableMap<Long, Path> files() throws IOException {
        var found = new TreeMap<Long, Path>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*")) {
            for (Path file : files) {
                String number = file.getFileName().toString().substring(prefix.length());
                if (number.matches("[0-9]{1,18}")) {
                    found.put(Long.parseLong(number), file);
                }
            }
        }
        return found;
    }

    /**
     * Returns how many trials the owner of a file wants; none where nobody stands behind it any
     * more, and then removes it.
     *
     * @param now by the clock of the file system, in ms
     */
    private static int wanted(Path file, long now) {
        try {
            byte[] text = Files.readAllBytes(file);
            Optional<Holder> holder = Holder.read(text);
            if (now - Files.getLastModifiedTime(file).toMillis() > SILENT
                    || holder.filter(Holder::isDead).isPresent()) {
                Files.deleteIfExists(file);
                return 0;
            }
            return holder.map(h -> Integer.parseInt(h.token())).orElse(1); // it is being written
        } catch (IOException givenBack) {
            return 0;
        }
    }

    /** A place in the queue. */
    private final class Place implements Reservation {
        private final long number;
        private final Path file;
        private final byte[] text;
        private volatile boolean left;

        Place(long number, Path file, byte[] text) {
            this.number = number;
            this.file = file;
            this.text = text;
        }

        private synchronized void renew() {
            if (left) {
                return;
            }
            try {
                Files.write(file, text, StandardOpenOption.WRITE); // its time is the server's
            } catch (IOException taken) {
                return; // others do without
            }
            LeaseLock.later(this::renew, RENEWED);
        }

        @Override
        public int ahead() {
            return wanted(true);
        }

        @Override
        public int behind() {
            return wanted(false);
        }

        private int wanted(boolean ahead) {
            try {
                NavigableMap<Long, Path> files = files();
                Collection<Path> others =
                        (ahead ? files.headMap(number, false) : files.tailMap(number, false))
                                .values();
                if (others.isEmpty()) {
                    return 0;
                }
                long now = Files.getLastModifiedTime(file).toMillis();
                return others.stream().mapToInt(f -> ProposalQueue.wanted(f, now)).sum();
            } catch (IOException nobodySeen) {
                return 0;
            }
        }

        @Override
        public void pause() {
            LockSupport.parkNanos(PAUSE);
        }

        @Override
        public synchronized void close() {
            left = true;
            try {
                Files.deleteIfExists(file);
            } catch (IOException old) {
                // it counts for nothing after a while
            }
        }
    }

    @Override
    public String toString() {
        return "Queue " + folder.resolve(prefix);
    }
}
