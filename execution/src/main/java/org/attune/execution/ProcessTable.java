package org.attune.execution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The processes of this computer, as Linux shows them in {@code /proc} (proc(5)).
 *
 * <p>A process may end while it is looked at; it is then left out.
 */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * One process.
     *
     * @param pid its number
     * @param state one letter; Z is a process that has ended and was not waited for
     * @param session number of its session
     * @param start when it began, in clock ticks since the computer did
     */
    record Row(long pid, char state, long session, long start) {
        boolean ended() {
            return state == 'Z' || state == 'X';
        }
    }

    static boolean isAvailable() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    /** Returns all processes, those that have ended included. */
    static List<Row> rows() {
        var rows = new ArrayList<Row>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : folders) {
                row(Long.parseLong(folder.getFileName().toString())).ifPresent(rows::add);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot list " + PROC, e);
        }
        return rows;
    }

    /** Returns one process. */
    static Optional<Row> row(long pid) {
        String stat = read(pid, "stat");
        int end = stat.lastIndexOf(')'); // the name before it may hold anything
        if (end < 0) {
            return Optional.empty();
        }
        String[] fields = stat.substring(end + 2).split(" "); // from field 3 on
        return Optional.of(
                new Row(
                        pid,
                        fields[0].charAt(0),
                        Long.parseLong(fields[3]),
                        Long.parseLong(fields[19])));
    }

    /** Returns whether the process was started with this variable in its environment. */
    static boolean hasVariable(long pid, String nameAndValue) {
        return ('\0' + read(pid, "environ")).contains('\0' + nameAndValue + '\0');
    }

    /** Returns the largest resident size so far in bytes, 0 where it cannot be read. */
    static long peakBytes(long pid) {
        return read(pid, "status")
                .lines()
                .filter(l -> l.startsWith("VmHWM:"))
                .mapToLong(l -> 1024 * Long.parseLong(l.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns what tells one start of one computer from all others, empty where it is not known.
     */
    static String boot() {
        return text(PROC.resolve("sys/kernel/random/boot_id")).strip();
    }

    /**
     * Returns how many processes the system has killed for want of memory, -1 where it does not
     * say.
     */
    static long memoryKills() {
        return text(PROC.resolve("vmstat"))
                .lines()
                .filter(l -> l.startsWith("oom_kill "))
                .mapToLong(l -> Long.parseLong(l.substring(9).strip()))
                .findFirst()
                .orElse(-1);
    }

    private static String read(long pid, String file) {
        return text(PROC.resolve(Long.toString(pid)).resolve(file));
    }

    private static String text(Path file) {
        try (var in =
                new java.io.FileInputStream(
                        file.toFile())) { // not a channel: interrupts must not close it
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return ""; // the process has ended, or belongs to somebody else
        }
    }
}
