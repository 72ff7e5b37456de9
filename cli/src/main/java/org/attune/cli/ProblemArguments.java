package org.attune.cli;

import org.attune.problemfile.ProblemFile;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says which study of which problem a verb is about. */
final class ProblemArguments {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec verb;

    @Parameters(paramLabel = "PROBLEM", description = "The problem file.")
    private Path problem;

    @Option(
            names = "--study",
            paramLabel = "NAME",
            defaultValue = "main",
            description = "Which study of the history (default: main).")
    private String study;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description = "The history (default: attune.db/<problem>.jsonl beside PROBLEM).")
    private Optional<Path> history = Optional.empty();

    /**
     * Reads the problem file.
     *
     * @throws IllegalArgumentException if there is none, or something in it is wrong
     */
    ProblemFile read() {
        Letters.require(System.getProperty("user.dir"));
        if (Files.isDirectory(problem)) {
            throw new IllegalArgumentException(
                    "'%s' is a folder, not a problem file. Maybe %s was meant."
                            .formatted(problem, problem.resolve("problem.yaml")));
        }
        if (!Files.isRegularFile(problem)) {
            throw new IllegalArgumentException(
                    "There is no problem file '%s'. Maybe 'attune init' writes one to start from."
                            .formatted(problem));
        }
        return ProblemFile.read(problem);
    }

    Path path() {
        return problem;
    }

    String study() {
        if (study.isBlank()) {
            throw new IllegalArgumentException("A study needs a name that is not blank.");
        }
        return study;
    }

    /** Returns what says on stderr what a user has to know of the study. */
    Notes notes() {
        return new Notes(verb.commandLine().getErr()::println);
    }

    /** Returns the folder of the problem file. */
    Path folder() {
        return problem.toAbsolutePath().getParent();
    }

    /** Returns the file of the history of this problem. */
    Path journal(ProblemFile file) {
        Path beside = Optional.ofNullable(problem.getParent()).orElse(Path.of(""));
        return history.orElse(
                beside.resolve("attune.db").resolve(file.problem().name() + ".jsonl"));
    }

    /** Returns the folder where the trials of a study run. */
    Path runs(ProblemFile file, String name) {
        Path journal = journal(file).toAbsolutePath();
        String stem = journal.getFileName().toString().replaceFirst("\\.jsonl$", "");
        return journal.resolveSibling(stem + ".runs").resolve(name);
    }

    /** Returns the command line of a verb for the same study. */
    String command(Session session, String verb, String... more) {
        var words = new ArrayList<>(List.of(session.command()));
        words.addAll(List.of(verb.split(" ")));
        words.add(problem.toString());
        if (!study.equals("main")) {
            words.addAll(List.of("--study", study));
        }
        history.ifPresent(h -> words.addAll(List.of("--history", h.toString())));
        words.addAll(List.of(more));
        return Format.quoted(words);
    }
}
