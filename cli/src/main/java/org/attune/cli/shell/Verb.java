package org.attune.cli.shell;

import org.attune.studies.text.Json;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.Locale;
import java.util.concurrent.Callable;

/** A verb: results go to standard output, everything else to standard error. */
public abstract class Verb implements Callable<Integer> {
    @Spec private CommandSpec spec;

    /**
     * Does what the verb is for and returns the exit code; one that only has verbs asks for one.
     */
    @Override
    public Integer call() throws Exception {
        throw misused(
                "A verb is missing, such as: %s."
                        .formatted(
                                String.join(", ", spec.commandLine().getSubcommands().keySet())));
    }

    /** Returns the run of the command that this is a verb of. */
    protected Session session() {
        return (Session) spec.root().userObject();
    }

    /** Prints a line of the result. */
    protected void print(String line) {
        session().out().println(line);
    }

    /** Prints a line of the result, with values in the places of its {@code %s}. */
    protected void print(String line, Object... values) {
        print(String.format(Locale.ROOT, line, values));
    }

    /** Prints the result as one JSON object. */
    protected void json(Object result) {
        print(Json.text(result));
    }

    /** Says something to a human. */
    protected void say(String line) {
        session().err().println(line);
    }

    /** Says something to a human, with values in the places of its {@code %s}. */
    protected void say(String line, Object... values) {
        say(String.format(Locale.ROOT, line, values));
    }

    /** Returns what is declared of this verb. */
    protected CommandSpec spec() {
        return spec;
    }

    /** Returns what to throw where arguments do not go together. */
    protected ParameterException misused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
