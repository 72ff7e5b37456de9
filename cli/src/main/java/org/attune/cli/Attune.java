package org.attune.cli;

import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Letters;
import org.attune.cli.shell.Pipe;
import org.attune.cli.shell.Session;
import org.attune.cli.shell.VisibleControls;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The {@code attune} command. */
public final class Attune {
    private Attune() {}

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] args) {
        PrintStream out = utf8(System.out);
        System.setErr(utf8(System.err));
        System.setOut(System.err); // what plug-ins print is no result
        boolean isTerminal = System.console() != null && System.console().isTerminal();
        int code = run(args, isTerminal ? shown(out) : out, System.err, true);
        System.exit(code);
    }

    private static PrintStream shown(PrintStream out) {
        return new PrintStream(new VisibleControls(out), true, out.charset());
    }

    /** Scripts are to read the letters that are recorded, in a locale that lacks them, too. */
    private static PrintStream utf8(PrintStream stream) {
        return stream.charset().equals(StandardCharsets.UTF_8)
                ? stream
                : new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    /**
     * Runs one command line in this process.
     *
     * @param args verb, options and arguments
     * @param out for results
     * @param messages for progress and messages, in which control characters are shown
     * @return exit code: 0, 2 for a mistake of the caller, 1 for other errors, 3 where the study
     *     goes on elsewhere or later, 4 where no scheduler answers; of {@code ask} 3 is for wait
     *     and 4 for done
     */
    public static int run(String[] args, PrintStream out, PrintStream messages) {
        return run(args, out, messages, false);
    }

    private static int run(
            String[] args, PrintStream out, PrintStream messages, boolean isStandard) {
        PrintStream err = shown(messages);
        var session = new Session(out, err, Verbs.names(), isStandard);
        CommandLine line = line(session, args);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExpandAtFiles(false); // a detail such as "@/etc/passwd" is a text
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        line.setParameterExceptionHandler((e, rest) -> Failures.report(e));
        line.setExecutionExceptionHandler((e, command, parsed) -> Failures.report(e, session));
        try {
            Arrays.asList(args).forEach(Letters::require);
            int code = line.execute(args);
            if (out.checkError()) {
                if (isStandard && Pipe.isStandardOutput()) {
                    return Pipe.CLOSED; // as head closes it, which has read all that it wanted
                }
                throw new UncheckedIOException(
                        new IOException(
                                "The standard output cannot be written. Maybe the disk is full."));
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

    /**
     * Returns the command line with all verbs, for what describes it, such as pages of a manual.
     */
    public static CommandLine commandLine() {
        return line(new Session(System.out, System.err, Verbs.names(), true), new String[0]);
    }

    private static CommandLine line(Session session, String[] args) {
        var line = new CommandLine(session);
        Verbs.addTo(line, args);
        return line;
    }
}
