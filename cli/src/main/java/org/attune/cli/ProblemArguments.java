package org.attune.cli;

import org.attune.history.Journal;
import org.attune.history.Store;
import org.attune.history.formats.GptuneStore;
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
    /** Of verbs that take a journal, too. */
    static final String OR_JOURNAL =
            "Instead of PROBLEM the history itself can be given: attune.db/NAME.jsonl";

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

    @Option(
            names = "--db-format",
            paramLabel = "FORMAT",
            description = {
                "${COMPLETION-CANDIDATES} (default: gptune for a history NAME.json, else attune).",
                "gptune: the history is gptune.db/<problem>.json, for scripts that use jq."
            })
    private Optional<DbFormat> format = Optional.empty();

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
        if (problem.toString().endsWith(".jsonl")) {
            throw new IllegalArgumentException(
                    "'%s' is no problem file. Maybe it is a history: give its problem file, and --history %s"
                            .formatted(problem, problem));
        }
        return ProblemFile.read(problem);
    }

    Path path() {
        return problem;
    }

    /** Returns whether a journal was named in the place of its problem file. */
    boolean isJournal() {
        return problem.toString().endsWith(".jsonl")
                && Files.isRegularFile(problem)
                && history.isEmpty();
    }

    /**
     * Opens the history of this problem, which may be a journal in the place of the problem file.
     *
     * @throws IllegalArgumentException if there is none
     */
    Store openExisting() {
        if (isJournal()) {
            return Journal.open(problem, Journal.problem(problem), this::say);
        }
        ProblemFile file = read();
        StoredStudy.requireJournal(journal(file), this);
        return open(file);
    }

    String study() {
        if (study.isBlank()) {
            throw new IllegalArgumentException("A study needs a name that is not blank.");
        }
        return study;
    }

    /** Returns the study that was named; empty where none was, so that all can be meant. */
    Optional<String> givenStudy() {
        return verb.commandLine().getParseResult().hasMatchedOption("--study")
                ? Optional.of(study())
                : Optional.empty();
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
        String name = file.problem().name();
        return history.orElse(
                format() == DbFormat.GPTUNE
                        ? beside.resolve("gptune.db").resolve(name + ".json")
                        : beside.resolve("attune.db").resolve(name + ".jsonl"));
    }

    /** Returns what kind of file the history is. */
    DbFormat format() {
        boolean gptune =
                history.filter(h -> h.toString().endsWith(".json") && !isJournal(h)).isPresent();
        return format.orElse(gptune ? DbFormat.GPTUNE : DbFormat.ATTUNE);
    }

    private static boolean isJournal(Path file) {
        return Files.isRegularFile(file)
                && ForeignFormat.text(file).startsWith("{\"record\":\"journal\"");
    }

    /** Opens the history of this problem. */
    Store open(ProblemFile file) {
        return switch (format()) {
            case ATTUNE -> journal(journal(file), file.problem().name());
            case GPTUNE -> GptuneStore.open(journal(file), file.problem(), this::say);
        };
    }

    private Store journal(Path path, String problem) {
        if (path.toString().endsWith(".json") && Files.isRegularFile(path) && !isJournal(path)) {
            throw new IllegalArgumentException(
                    "%s is no journal. Maybe a file of GPTune was meant: --db-format gptune"
                            .formatted(path));
        }
        return Journal.open(path, problem, this::say);
    }

    /** Refuses to write to the problem file or the history. */
    void requireOther(Path file) {
        NewFile.requireOther(file, problem, "the problem file or history that is read");
        try (Store store = openExisting()) {
            NewFile.requireOther(file, store.file(), "the history that is read");
        }
    }

    private void say(String note) {
        verb.commandLine().getErr().println(note);
    }

    /** Refuses what only a journal can do. */
    void requireJournal(String what) {
        if (format() != DbFormat.ATTUNE) {
            throw new IllegalArgumentException(
                    "'%s' is for journals, not for files of GPTune. Maybe take its records into a journal: attune history import PROBLEM FILE"
                            .formatted(what));
        }
    }

    /** Returns the folder where the trials of a study run. */
    Path runs(ProblemFile file, String name) {
        Path journal = journal(file).toAbsolutePath();
        String stem = journal.getFileName().toString().replaceFirst("\\.jsonl?$", "");
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
        format.ifPresent(f -> words.addAll(List.of("--db-format", f.toString())));
        history.ifPresent(h -> words.addAll(List.of("--history", h.toString())));
        words.addAll(List.of(more));
        return Format.quoted(words);
    }
}
