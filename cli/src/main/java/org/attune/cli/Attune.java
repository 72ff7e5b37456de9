package org.attune.cli;

import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Letters;
import org.attune.cli.shell.Session;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** The {@code attune} command. */
public final class Attune {
    private Attune() {}

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /**
     * Runs one command line in this process.
     *
     * @param args verb, options and arguments
     * @param out for results
     * @param err for progress and messages
     * @return exit code: 0, 2 for a mistake of the caller, 1 for other errors; {@code ask} also 3
     *     (wait) and 4 (done)
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        var session = new Session(out, err, Verbs.names());
        var line = new CommandLine(session);
        Verbs.addTo(line, args);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        line.setParameterExceptionHandler((e, rest) -> Failures.report(e));
        line.setExecutionExceptionHandler((e, command, parsed) -> Failures.report(e, session));
        try {
            Arrays.asList(args).forEach(Letters::require);
            int code = line.execute(args);
            if (out.checkError()) {
                throw new UncheckedIOException(
                        new IOException(
                                "The standard output cannot be written. Maybe the disk is full, or"
                                        + " the next program of a pipe has ended."));
            }
            return code;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            return Failures.report(e, session);
        } catch (Error e) { // such as too little memory
            return Failures.report(e, session);
        } finally {
            out.flush();
            err.flush();
        }
    }
}
