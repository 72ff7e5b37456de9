package org.attune.cli.shell;

import org.attune.api.TunerException;
import org.attune.execution.queue.UnusableSchedulerException;
import org.attune.history.JournalException;
import org.attune.studies.program.Interrupted;

import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParameterException;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** Turns what went wrong into a line for a human and an exit code. */
public final class Failures {
    /** Exit code of everything that is not the caller's mistake. */
    public static final int OTHER = 1;

    /** Exit code of the caller's mistakes. */
    public static final int MISTAKE = 2;

    /** Exit code where the scheduler answers nothing, or refuses all; nothing is lost. */
    public static final int SCHEDULER = 4;

    private static final Pattern UNWRITABLE_HISTORY =
            Pattern.compile("Cannot write the journal .*(No permission|Read-only).*");

    private static final Pattern FULL =
            Pattern.compile("No space left on device|Disk quota exceeded");
    private static final long MEGABYTES = Runtime.getRuntime().maxMemory() >> 20;

    private Failures() {}

    /** Reports arguments that cannot be understood. */
    public static int report(ParameterException e) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        Optional<String> plain =
                Misread.verb(e)
                        .or(() -> Misread.surplus(e))
                        .or(() -> Misread.option(e))
                        .or(() -> Misread.value(e));
        if (plain.isPresent()) {
            err.println(plain.get());
            return MISTAKE;
        }
        err.println(e.getMessage());
        err.println("Maybe see: %s --help".formatted(command.getCommandSpec().qualifiedName()));
        return MISTAKE;
    }

    /** Reports what a verb has thrown. */
    public static int report(Throwable thrown, Session session) {
        Throwable e = thrown;
        while ((e instanceof CompletionException || e instanceof ExecutionException)
                && e.getCause() != null) {
            e = e.getCause();
        }
        if (session.debug()) {
            e.printStackTrace(session.err());
        }
        if (e instanceof Interrupted) {
            session.err().println(e.getMessage());
            return session.interrupted().orElse(Interrupts.Kind.INT).exitCode;
        }
        if (e instanceof UnusableSchedulerException) {
            session.err().println(e.getMessage());
            return SCHEDULER;
        }
        session.err().println(line(e));
        return isMistake(e) ? MISTAKE : OTHER;
    }

    private static boolean isMistake(Throwable e) {
        return e instanceof IllegalArgumentException
                || e instanceof IllegalStateException && !(e instanceof TunerException)
                || e instanceof JournalException j && j.isForeign();
    }

    /** Returns what a human should read of what was thrown, on one line. */
    public static String line(Throwable e) {
        if (e instanceof InvalidPathException path && path.getReason().contains("unmappable")) {
            return Letters.unwritable(path.getInput());
        }
        if (isMistake(e) && e.getMessage() != null) {
            return e.getMessage();
        }
        if (e instanceof TunerException) {
            return e.getMessage()
                    + " That is a fault of the tuner; all that was recorded is kept, and --debug"
                    + " shows more.";
        }
        if (e instanceof UncheckedIOException unchecked) {
            String own = unchecked.getMessage();
            IOException cause = unchecked.getCause();
            if (own == null || own.equals(cause.toString())) {
                return advised(described(cause));
            }
            String said = described(cause);
            String plain = own.replace(": " + cause.getMessage(), "");
            return advised(own.contains(said) ? own : plain + ": " + said);
        }
        if (e instanceof IOException io) {
            return advised(described(io));
        }
        if (e instanceof OutOfMemoryError) {
            return "There is too little memory: Java may use %d MB. Maybe give it more: ATTUNE_JAVA_OPTS=-Xmx%dm"
                    .formatted(MEGABYTES, 2 * MEGABYTES);
        }
        return "%s. This should not happen; --debug shows where it did.".formatted(e);
    }

    /** Says what to do where a disk is full, or a history is where nothing can be written. */
    private static String advised(String line) {
        if (UNWRITABLE_HISTORY.matcher(line).matches()) {
            return line + " Maybe keep the history in another folder: --history FILE";
        }
        return FULL.matcher(line).find()
                ? line.replaceFirst("\\.$", "")
                        + ". What was recorded before is kept; a trial whose result could not be"
                        + " recorded is run again. Maybe free some space, and run the same command"
                        + " again."
                : line;
    }

    private static String described(IOException e) {
        if (String.valueOf(e.getMessage()).contains("Too many open files")) {
            return "%s. Maybe allow this process more of them: ulimit -n 4096"
                    .formatted(e.getMessage());
        }
        return switch (e) {
            case NoSuchFileException f -> "There is no file %s.".formatted(f.getFile());
            case AccessDeniedException f -> "No permission to use %s.".formatted(f.getFile());
            case FileAlreadyExistsException f -> "%s exists already.".formatted(f.getFile());
            case FileSystemException f when f.getReason() != null ->
                    "%s: %s.".formatted(f.getFile(), f.getReason());
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }
}
