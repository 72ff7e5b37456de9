package org.attune.cli.open;

import org.attune.api.Format;
import org.attune.api.StudyObserver;
import org.attune.cli.shell.Letters;
import org.attune.cli.shell.Notes;
import org.attune.cli.shell.Session;
import org.attune.studies.DbFormat;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyOpening;
import org.attune.studies.StudyPlace;
import org.attune.studies.report.StoredStudy;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says which study of which problem a verb is about. */
public final class ProblemArguments {
    /** Of verbs that take a journal, too. */
    public static final String OR_JOURNAL =
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

    /** Returns which study is meant. */
    public StudyPlace place() {
        return new StudyPlace(problem, study, history, format);
    }

    /**
     * Reads the problem file.
     *
     * @throws IllegalArgumentException if there is none, or something in it is wrong
     */
    public StudyFile read() {
        Letters.require(System.getProperty("user.dir"));
        return place().read();
    }

    /** Reads the study, and says what has changed in the problem since. */
    public StoredStudy stored() {
        return read().stored(notes());
    }

    /** Reads the study of a problem file, or of a journal in its place. */
    public StoredStudy storedOrJournal() {
        return place().isJournal() ? place().ofJournal() : stored();
    }

    /** Begins to open the study, which has to be there. */
    public StudyOpening resuming(Session session) {
        return opening(session, read(), notes()).resuming();
    }

    /** Begins to open the study, or to start it. */
    public StudyOpening opening(Session session, StudyArguments setUp, StudyObserver observer) {
        StudyFile file = read();
        return opening(session, file, observer).settings(setUp.settings(file));
    }

    /** Begins to open a study of this file. */
    public StudyOpening opening(Session session, StudyFile file, StudyObserver observer) {
        return file.opening()
                .tuners(session::tuners)
                .observer(observer)
                .stopper(session::stopOnInterrupt);
    }

    public Path path() {
        return problem;
    }

    /** Returns the study that was named; empty where none was, so that all can be meant. */
    public Optional<String> givenStudy() {
        return verb.commandLine().getParseResult().hasMatchedOption("--study")
                ? Optional.of(place().study())
                : Optional.empty();
    }

    /** Returns what says on stderr what a user has to know of the study. */
    public Notes notes() {
        return new Notes(verb.commandLine().getErr()::println);
    }

    /** Returns the command line of a verb for the same study. */
    public String command(Session session, String verb, String... more) {
        return command(session, verb, place(), more);
    }

    /** Returns a command line for another study, with the same plug-ins. */
    public static String command(Session session, String verb, StudyPlace place, String... more) {
        var words = new ArrayList<>(List.of(session.command()));
        words.addAll(List.of(verb.split(" ")));
        words.addAll(place.words());
        session.jars().forEach(j -> words.addAll(List.of("--plugin", j.toString())));
        words.addAll(List.of(more));
        return Format.quoted(words);
    }
}
