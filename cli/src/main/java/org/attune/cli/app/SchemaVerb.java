package org.attune.cli.app;

import org.attune.cli.shell.Verb;
import org.attune.problemfile.ProblemFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.concurrent.Callable;

/** {@code attune schema}: prints the schema of problem files, or a page of their keys. */
@Command(
        name = "schema",
        description = {
            "Prints the JSON Schema of problem files, for editors and validators:",
            "attune schema > problem.schema.json, and as the first line of a problem file",
            "# yaml-language-server: $schema=problem.schema.json"
        })
public final class SchemaVerb extends Verb implements Callable<Integer> {
    @Option(names = "--keys", description = "Print a table of every key instead, in Markdown.")
    private boolean keys;

    @Override
    public Integer call() {
        session().out().print(keys ? ProblemFile.keys() : ProblemFile.schema());
        session().out().flush();
        return 0;
    }
}
