package org.attune.cli.app;

import org.attune.cli.shell.Verb;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.util.function.Consumer;

/** {@code attune completion}: prints a script by which a shell completes verbs and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script by which bash and zsh complete verbs and options. For this shell:",
            "source <(attune completion)",
            "For all to come, add that line to ~/.bashrc or ~/.zshrc."
        })
public final class CompletionVerb extends Verb {
    private final Consumer<CommandLine> verbs;

    /**
     * Makes the verb.
     *
     * @param verbs adds all verbs to a command line, which has no more than it was asked for
     */
    public CompletionVerb(Consumer<CommandLine> verbs) {
        this.verbs = verbs;
    }

    @Override
    public Integer call() {
        CommandLine all = spec().root().commandLine();
        verbs.accept(all);
        session().out().print(AutoComplete.bash("attune", all));
        session().out().flush();
        return 0;
    }
}
