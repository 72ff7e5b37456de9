package org.attune.cli.shell;

import picocli.CommandLine.Option;

/** A verb that prints its result for humans or, with {@code --json}, for programs. */
public abstract class JsonVerb extends Verb {
    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /** Returns whether the result is for programs. */
    protected boolean isJson() {
        return json;
    }

    /**
     * Prints the result.
     *
     * @param result a record, for programs
     * @param humans prints it for them
     */
    protected void print(Object result, Runnable humans) {
        if (json) {
            json(result);
        } else {
            humans.run();
        }
    }
}
