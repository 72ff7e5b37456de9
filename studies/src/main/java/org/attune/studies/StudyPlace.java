package org.attune.studies;

import org.attune.history.Journal;
import org.attune.history.Store;
import org.attune.history.formats.TextFile;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.report.StoredStudy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which study of which problem is meant. Nothing is read before it is asked for.
 *
 * @param problem the problem file; to look at a study, its journal will do
 * @param study name of the study
 * @param history the file of the history, where it is not the usual one beside the problem file
 * @param format of that file, where its name does not say it
 */
public record StudyPlace(
        Path problem, String study, Optional<Path> history, Optional<DbFormat> format) {
    /** Returns the study {@code main} of a problem file, in its usual history. */
    public static StudyPlace of(Path problem) {
        return new StudyPlace(problem, "main", Optional.empty(), Optional.empty());
    }

    /** Returns the name, which is not blank. */
    @Override
    public String study() {
        if (study.isBlank()) {
            throw new IllegalArgumentException("A study needs a name that is not blank.");
        }
        return study;
    }

    /** Returns the words by which a command line names it. */
    public List<String> words() {
        var words = new ArrayList<>(List.of(problem.toString()));
        if (!study.equals("main")) {
            words.addAll(List.of("--study", study));
        }
        format.ifPresent(f -> words.addAll(List.of("--db-format", f.toString())));
        history.ifPresent(h -> words.addAll(List.of("--history", h.toString())));
        return words;
    }

    /**
     * Reads the problem file.
     *
     * @throws IllegalArgumentException if there is none, or something in it is wrong
     */
    public StudyFile read() {
        if (Files.isDirectory(problem)) {
            throw new IllegalArgumentException(
                    "'%s' is a folder, not a problem file.%s"
                            .formatted(problem, NearbyFiles.inside(problem)));
        }
        requireNoDevice(problem);
        if (!Files.isRegularFile(problem)) {
            throw new IllegalArgumentException(
                    "There is no %s '%s'.%s"
                            .formatted(
                                    problem.toString().endsWith(".jsonl")
                                            ? "history"
                                            : "problem file",
                                    problem,
                                    NearbyFiles.beside(problem)));
        }
        if (problem.toString().endsWith(".jsonl")) {
            throw new IllegalArgumentException(
                    "'%s' is no problem file. Maybe it is a history: give its problem file, and --history %s"
                            .formatted(problem, problem));
        }
        return new StudyFile(this, ProblemFile.read(problem));
    }

    /** Returns whether a journal was named in the place of its problem file. */
    public boolean isJournal() {
        return problem.toString().endsWith(".jsonl")
                && Files.isRegularFile(problem)
                && history.isEmpty();
    }

    /**
     * Opens the history of this problem, which may be a journal in the place of the problem file.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Store openExisting() {
        if (isJournal()) {
            return Journal.open(problem, Journal.problem(problem));
        }
        StudyFile file = read();
        file.requireStarted();
        return file.store();
    }

    /**
     * Reads the study of a journal that was named in the place of its problem file: its problem is
     * the one that it was set up with.
     *
     * @throws IllegalArgumentException if there is none
     */
    public StoredStudy ofJournal() {
        try (Store journal = openExisting()) {
            return StudyFile.stored(
                    journal,
                    study(),
                    problem,
                    (setUp, records) ->
                            ProblemFile.kept(problem, setUp.problem(), setUp.tasks()).problem());
        }
    }

    /** Returns the folder of the problem file. */
    public Path folder() {
        return problem.toAbsolutePath().getParent();
    }

    /** Returns what kind of file the history is. */
    public DbFormat kind() {
        boolean gptune =
                history.filter(h -> h.toString().endsWith(".json") && !isJournal(h)).isPresent();
        return format.orElse(gptune ? DbFormat.GPTUNE : DbFormat.ATTUNE);
    }

    /** Refuses what is there, but keeps nothing. */
    static void requireNoDevice(Path path) {
        if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "'%s' is a pipe, a device or the like, not a file.".formatted(path));
        }
    }

    static boolean isJournal(Path file) {
        return Files.isRegularFile(file) && TextFile.startsWith(file, "{\"record\":\"journal\"");
    }

    /** Refuses what only a journal can do. */
    public void requireJournal(String what) {
        if (kind() != DbFormat.ATTUNE) {
            throw new IllegalArgumentException(
                    "'%s' is for journals, not for files of GPTune. Maybe take its records into a journal: attune history import PROBLEM FILE"
                            .formatted(what));
        }
    }
}
