package org.attune.studies;

import org.attune.api.ChangedProblem;
import org.attune.api.Format;
import org.attune.api.Records;
import org.attune.api.StudyObserver;
import org.attune.api.StudyRecord;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;
import org.attune.history.Journal;
import org.attune.history.Store;
import org.attune.history.environment.MetaDescription;
import org.attune.history.formats.GptuneStore;
import org.attune.history.formats.RecordFilter;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.program.ProgramModels;
import org.attune.studies.report.StoredStudy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A problem file that has been read, and where its study is kept.
 *
 * @param place by which it was found
 * @param file what it says
 */
public record StudyFile(StudyPlace place, ProblemFile file) {
    /** Reads a problem file, for its study {@code main}. */
    public static StudyFile read(Path problem) {
        return StudyPlace.of(problem).read();
    }

    /** Begins to open the study. */
    public StudyOpening opening() {
        return new StudyOpening(this);
    }

    /**
     * Returns this file with the {@code nodes} and {@code cores} of a study that it leaves open.
     */
    public StudyFile of(StudyRecord setUp) {
        return new StudyFile(place, file.of(setUp.problem()));
    }

    /** Returns the problem as the file has it, without what its programs say. */
    public TuningProblem problem() {
        return file.problem();
    }

    /** Returns the name of the study. */
    public String study() {
        return place.study();
    }

    /** Returns the file of the history, named as the user names it. */
    public Path history() {
        Path beside = Optional.ofNullable(place.problem().getParent()).orElse(Path.of(""));
        String name = problem().name();
        return place.history()
                .orElse(
                        place.kind() == DbFormat.GPTUNE
                                ? beside.resolve("gptune.db").resolve(name + ".json")
                                : beside.resolve("attune.db").resolve(name + ".jsonl"));
    }

    /** Opens the history, which may be a new one. */
    public Store store() {
        return store(note -> {});
    }

    /**
     * Opens the history, which may be a new one.
     *
     * @param waiting is told whom an update waits for, if it does for long
     */
    public Store store(Consumer<String> waiting) {
        Path path = history();
        if (place.kind() == DbFormat.GPTUNE) {
            return GptuneStore.open(path, problem(), waiting);
        }
        if (path.toString().endsWith(".json")
                && Files.isRegularFile(path)
                && !StudyPlace.isJournal(path)) {
            throw new IllegalArgumentException(
                    "%s is no journal. Maybe a file of GPTune was meant: --db-format gptune"
                            .formatted(path));
        }
        return Journal.open(path, problem().name(), waiting);
    }

    /** Returns the folder where the trials of a study run. */
    public Path runs(String name) {
        return StoredStudy.runs(history(), name);
    }

    /** Returns the meta description for the problem; what the problem file says itself counts. */
    public MetaDescription description(RecordFilter filter) {
        return filter.description(place.folder()).overriddenBy(file.meta());
    }

    /** Refuses a history that does not exist. */
    public void requireStarted() {
        Path path = history();
        StudyPlace.requireNoDevice(path);
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    "There is no history %s yet. Maybe start with: attune tune %s"
                            .formatted(path, Format.quoted(place.words())));
        }
        if (path.toFile().length() == 0) {
            throw new IllegalArgumentException(
                    "The history %s is empty: 0 bytes. Maybe restore it; if it is to begin anew, remove it."
                            .formatted(path));
        }
    }

    /**
     * Reads the study, which is not opened by that, and says what has changed in the problem since.
     * {@code nodes} and {@code cores} that the file leaves open are those of the study.
     *
     * @throws IllegalArgumentException if there is none, or the problem has changed too much
     */
    public StoredStudy stored(StudyObserver observer) {
        requireStarted();
        try (Store journal = store()) {
            return stored(
                    journal,
                    study(),
                    history(),
                    (setUp, records) -> {
                        ProblemFile then = of(setUp).file();
                        ChangedProblem.notes(setUp, records, then.problem(), then.evaluation())
                                .forEach(observer::note);
                        return ProgramModels.loaded(then, records);
                    });
        }
    }

    static StoredStudy stored(
            Store journal,
            String study,
            Path history,
            BiFunction<StudyRecord, Records, TuningProblem> problem) {
        Records records = records(journal, study);
        StudyRecord setUp = records.study().orElseThrow();
        return new StoredStudy(problem.apply(setUp, records), history, setUp, records);
    }

    /**
     * Returns the records of a study.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Records records(Store journal, String study) {
        Records records = journal.study(study).records();
        if (records.study().isEmpty()) {
            throw missing(journal, study);
        }
        return records;
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
                                        ? " It is empty. Maybe begin one: attune tune"
                                        : NearestName.hint(study, known)
                                                + " Known are: "
                                                + String.join(", ", known)
                                                + "."));
    }
}
