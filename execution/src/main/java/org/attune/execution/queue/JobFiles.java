package org.attune.execution.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that a job's run writes. Each attempt has its own, so that an orphan of an earlier one,
 * which goes on writing on a node that its scheduler has lost, spoils nothing.
 *
 * @param folder of the trial
 * @param name that all begin with, never used twice
 */
public record JobFiles(Path folder, String name) {
    private static final Pattern END =
            Pattern.compile("exit (\\d{1,3}) begin (\\d{1,19}) end (\\d{1,19})\\s*");

    /** What a scheduler's restarts of the job stand for in the script: a shell's word. */
    public static final String RESTARTS = "${SLURM_RESTART_COUNT:-0}";

    /**
     * How a run ended.
     *
     * @param exit code of the shell that waited for it
     * @param wall seconds it took
     * @param restarts of the job before it
     */
    public record End(int exit, double wall, int restarts) {}

    /**
     * Returns the text of a script that runs a line and writes down how it ended. Where that was
     * killed, it waits a little: who ends a job for its memory may kill the program some
     * milliseconds before this script, and a run that has written down its end has not been killed
     * with its job.
     */
    public String script(String line) {
        String base = quoted(folder.resolve(name).toString()) + ".\"$r\"";
        return """
        r=%s
        begin=$(date +%%s%%N)
        %s </dev/null >%s.out 2>%s.err
        code=$?
        end=$(date +%%s%%N)
        [ $code != 137 ] || sleep 1
        """
                        .formatted(RESTARTS, line.replace("\0TIMES", base + ".times"), base, base)
                + """
                echo "exit $code begin $begin end $end" >%s.tmp
                mv %s.tmp %s.end
                """
                        .formatted(base, base, base);
    }

    /** What stands in a line for the file of the shell's {@code times}. */
    public static String times() {
        return "\0TIMES";
    }

    /** Returns what the run wrote to stdout. */
    public Path out(int restarts) {
        return file(restarts, "out");
    }

    /** Returns what it wrote to stderr. */
    public Path err(int restarts) {
        return file(restarts, "err");
    }

    /** Returns the times of the shell that waited for it. */
    public Path timesFile(int restarts) {
        return file(restarts, "times");
    }

    private Path file(int restarts, String end) {
        return folder.resolve("%s.%d.%s".formatted(name, restarts, end));
    }

    /**
     * Returns whether the first run has ended; costs one look at one file, which a network file
     * system may answer from what it saw a while ago.
     */
    boolean seemsEnded() {
        return Files.exists(file(0, "end"));
    }

    /** Returns how the run ended, the last one where the scheduler began again. */
    public Optional<End> end() {
        OptionalInt last =
                names().stream()
                        .filter(n -> n.endsWith(".end"))
                        .map(n -> n.substring(name.length() + 1, n.length() - ".end".length()))
                        .filter(n -> n.matches("\\d{1,6}"))
                        .mapToInt(Integer::parseInt)
                        .max();
        return last.isEmpty() ? Optional.empty() : read(last.getAsInt());
    }

    private Optional<End> read(int restarts) {
        Path file = file(restarts, "end");
        try {
            Matcher m = END.matcher(Files.readString(file));
            return m.matches()
                    ? Optional.of(
                            new End(
                                    Integer.parseInt(m.group(1)),
                                    seconds(m.group(2), m.group(3)),
                                    restarts))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static double seconds(String begin, String end) {
        return Math.max(0, Long.parseLong(end) - Long.parseLong(begin)) / 1e9;
    }

    /** Deletes what the run wrote. */
    public void delete() {
        for (String file : names()) {
            try {
                Files.deleteIfExists(folder.resolve(file));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete " + folder.resolve(file), e);
            }
        }
    }

    /** Reads the folder, by which a network file system looks again. */
    private List<String> names() {
        var names = new ArrayList<String>();
        if (!Files.isDirectory(folder)) {
            return names;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name + ".*")) {
            files.forEach(f -> names.add(f.getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
        return names;
    }

    /** Returns a word for a shell. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
