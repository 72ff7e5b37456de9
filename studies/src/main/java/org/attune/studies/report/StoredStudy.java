package org.attune.studies.report;

import org.attune.cli.open.ProblemArguments;
import org.attune.studies.program.ProgramModels;

import org.attune.api.ChangedProblem;
import org.attune.api.Records;
import org.attune.api.StudyRecord;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;
import org.attune.history.Store;
import org.attune.problemfile.ProblemFile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A study that is only read.
 *
 * @param file the problem file
 * @param history where it is kept
 * @param setUp what it was set up with
 * @param records its trials
 */
public record StoredStudy(ProblemFile file, Path history, StudyRecord setUp, Records records) {

    /**
     * Reads the study, and says what has changed in the problem since.
     *
     * @throws IllegalArgumentException if there is none, or the problem has changed too much
     */
    public static StoredStudy read(ProblemArguments arguments) {
        ProblemFile file = arguments.read();
        Path path = arguments.journal(file);
        requireJournal(path, arguments);
        try (Store journal = arguments.open(file)) {
            Records records = journal.study(arguments.study()).records();
            StudyRecord setUp =
                    records.study().orElseThrow(() -> missing(journal, arguments.study()));
            ChangedProblem.notes(setUp, records, file.problem(), file.evaluation())
                    .forEach(arguments.notes()::note);
            return new StoredStudy(file, path, setUp, records);
        }
    }

    /**
     * Reads the study as {@link #read} does. Where a journal was named in the place of the problem
     * file, the problem is the one that the study was set up with.
     *
     * @throws IllegalArgumentException as {@link #read}
     */
    public static StoredStudy readFileOrJournal(ProblemArguments arguments) {
        if (!arguments.isJournal()) {
            return read(arguments);
        }
        Path path = arguments.path();
        try (Store journal = arguments.openExisting()) {
            Records records = journal.study(arguments.study()).records();
            StudyRecord setUp =
                    records.study().orElseThrow(() -> missing(journal, arguments.study()));
            ProblemFile file = ProblemFile.kept(path, setUp.problem(), setUp.tasks());
            return new StoredStudy(file, path, setUp, records);
        }
    }

    /** Refuses a history that does not exist. */
    public static void requireJournal(Path path, ProblemArguments arguments) {
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    "There is no history %s yet. Maybe start with: attune tune %s"
                            .formatted(path, arguments.path()));
        }
        if (path.toFile().length() == 0) {
            throw new IllegalArgumentException(
                    "The history %s is empty: 0 bytes. Maybe restore it; if it is to begin anew, remove it."
                            .formatted(path));
        }
    }

    /** Returns what to say of a study that does not exist. */
    public static IllegalArgumentException missing(Store journal, String study) {
        List<String> known = journal.studies();
        return new IllegalArgumentException(
                "%s has no study '%s'.%s"
                        .formatted(
                                journal.file(),
                                study,
                                known.isEmpty()
                                        ? " It is empty."
                                        : NearestName.hint(study, known)
                                                + " Known are: "
                                                + String.join(", ", known)
                                                + "."));
    }

    public TuningProblem problem() {
        return ProgramModels.loaded(file, records);
    }
}
