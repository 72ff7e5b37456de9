package org.attune.history;

import org.attune.api.Reservation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Who is proposing trials of a study of a journal at this moment, in all processes: a file each, in
 * the folder of the {@link Heartbeats}. Their names are numbers, and who comes has a larger one
 * than all that are there.
 *
 * <p>The files save work and decide nothing, so that nothing is waited for: the file of a process
 * that is known to have ended, or that is older than two leases, does not count, and where no file
 * can be written nobody is ahead.
 */
final class ProposalPlaces {
    private static final long KEPT = 2 * LeaseLock.LEASE.toMillis();

    private final Path folder;
    private final String prefix;

    /** Makes the places of a study. */
    ProposalPlaces(Path journal, String study) {
        this.folder = Heartbeats.folder(journal);
        var sum = new CRC32C();
        sum.update(study.getBytes(StandardCharsets.UTF_8));
        this.prefix = "ask-%08x-".formatted(sum.getValue());
    }

    /**
     * Takes the place behind all others.
     *
     * @param count trials that are wanted
     */
    Reservation take(int count) {
        byte[] text = Holder.here(Integer.toString(count)).text();
        try {
            Files.createDirectories(folder);
            long number = 1;
            while (true) {
                NavigableMap<Long, Integer> others = others();
                number = others.isEmpty() ? number : Math.max(number, others.lastKey() + 1);
                Path file = folder.resolve(prefix + number);
                try {
                    Files.write(
                            file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    return new Place(number, file);
                } catch (FileAlreadyExistsException quicker) {
                    number++;
                }
            }
        } catch (IOException cannotSayIt) {
            return Reservation.ALONE;
        }
    }

    /** Returns how many trials others want, by the number of their place. */
    private NavigableMap<Long, Integer> others() throws IOException {
        var others = new TreeMap<Long, Integer>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*")) {
            for (Path file : files) {
                String number = file.getFileName().toString().substring(prefix.length());
                if (number.matches("[0-9]{1,18}") && !isLeft(file)) {
                    others.put(Long.parseLong(number), count(file));
                }
            }
        }
        return others;
    }

    /** Removes the file of a process that cannot be proposing any more. */
    private static boolean isLeft(Path file) {
        try {
            long age = System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
            boolean left =
                    age > KEPT
                            || Holder.read(Files.readAllBytes(file))
                                    .filter(Holder::isDead)
                                    .isPresent();
            if (left) {
                Files.deleteIfExists(file);
            }
            return left;
        } catch (IOException givenBack) {
            return true;
        }
    }

    private static int count(Path file) {
        try {
            return Holder.read(Files.readAllBytes(file))
                    .map(h -> Integer.parseInt(h.token()))
                    .orElse(1); // it is being written
        } catch (IOException givenBack) {
            return 0;
        }
    }

    /** A place behind those of smaller numbers. */
    private final class Place implements Reservation {
        private final long number;
        private final Path file;

        Place(long number, Path file) {
            this.number = number;
            this.file = file;
        }

        @Override
        public int ahead() {
            try {
                Map<Long, Integer> before = others().headMap(number, false);
                return before.values().stream().mapToInt(n -> n).sum();
            } catch (IOException nobodySeen) {
                return 0;
            }
        }

        @Override
        public void close() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException old) {
                // it counts for nothing after a while
            }
        }
    }

    @Override
    public String toString() {
        return "Places " + folder.resolve(prefix);
    }
}
