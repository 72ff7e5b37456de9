package org.attune.cli;

import org.attune.api.Tuners;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.PrintStream;
import java.io.PrintWriter;

/** The {@code attune} command. */
@Command(name = "attune", mixinStandardHelpOptions = true, version = "attune 0.1.0")
public final class Attune {
    private Attune() {}

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /** Runs one command line in this process and returns its exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return new CommandLine(new Attune())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Command(description = "Lists the tuners.")
    void tuners() {
        Tuners.available().all().forEach(t -> System.out.println(t.name() + "  " + t.summary()));
    }
}
