package org.attune.studies;

import static java.util.stream.Collectors.joining;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.SourceData;
import org.attune.api.SourceMapping;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.history.Journal;
import org.attune.history.JournalException;
import org.attune.history.Store;
import org.attune.history.formats.SourceFiles;
import org.attune.history.formats.SourceSelection;
import org.attune.history.formats.TransferSource;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.model.ModelChoice;
import org.attune.studies.model.StoredModels;
import org.attune.studies.report.StoredStudy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads what a study is to learn from: other studies, and files of Attune and other programs. */
final class TransferSources {
    private static final String MAIN = "main"; // which study is read where none is named
    private static final int LISTED = 10; // studies of a file in a message

    private final StudyFile file;
    private final Store journal;
    private final Supplier<Tuners> tuners;
    private final Set<String> known;
    private final Optional<Set<Point>> asked; // where the study itself can be a source
    private final List<String> notes = new ArrayList<>();

    /**
     * Reads for a study.
     *
     * @param journal its history, whose other studies can be sources
     * @param tuners by which stored models are made again
     * @param known digests of the sources that the study has, of which nothing needs to be said
     */
    TransferSources(StudyFile file, Store journal, Supplier<Tuners> tuners, Set<String> known) {
        this(file, journal, tuners, known, Optional.empty());
    }

    private TransferSources(
            StudyFile file,
            Store journal,
            Supplier<Tuners> tuners,
            Set<String> known,
            Optional<Set<Point>> asked) {
        this.file = file;
        this.journal = journal;
        this.tuners = tuners;
        this.known = Set.copyOf(known);
        this.asked = asked;
    }

    /** Reads for tasks that are only asked about: the study's own other tasks can be sources. */
    static TransferSources lookingAt(
            List<Point> tasks, StudyFile file, Store journal, Supplier<Tuners> tuners) {
        return new TransferSources(file, journal, tuners, Set.of(), Optional.of(Set.copyOf(tasks)));
    }

    /** Returns what to say of the sources, in the order in which they were read. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * Reads sources.
     *
     * @param given as after {@code --transfer-from}
     * @throws IllegalArgumentException if one is not there, or does not fit the problem and it is
     *     not said how
     */
    List<SourceRecord> read(List<String> given) {
        return given.stream().map(TransferSource::of).flatMap(s -> read(s).stream()).toList();
    }

    private List<SourceRecord> read(TransferSource source) {
        int said = notes.size();
        SourceData data = SourceSelection.of(source).from(data(source));
        SourceMapping.Mapped mapped = source.mapping().apply(data, file.problem());
        List<SourceRecord> records =
                source.what() == TransferSource.What.BEST
                        ? mapped.sources().stream().map(this::bestOf).toList()
                        : mapped.sources();
        notes.add(words(source, records, mapped));
        mapped.notes().forEach(n -> notes.add("Source '%s': %s".formatted(data.name(), n)));
        notes.addAll(UsableTrials.notes(records, file.problem()));
        if (records.stream().allMatch(r -> known.contains(r.digest()))) {
            notes.subList(said, notes.size()).clear();
        }
        return records;
    }

    private static String words(
            TransferSource source, List<SourceRecord> records, SourceMapping.Mapped mapped) {
        int trials = records.stream().mapToInt(r -> r.trials().size()).sum();
        String left = Format.counts(mapped.leftOut());
        return "%s: %s with %s%s."
                .formatted(
                        source.place(),
                        Format.count(records.size(), "source task"),
                        Format.count(trials, "trial"),
                        left.isEmpty() ? "" : "; left out: " + left);
    }

    private SourceData data(TransferSource source) {
        if (journal.studies().contains(source.place())) {
            return ofStudy(source, journal, source.place());
        }
        Path path = Path.of(source.place());
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "--transfer-from %s: this is a folder. Maybe name a file in it."
                            .formatted(source.place()));
        }
        if (path.toString().matches(".*\\.ya?ml")) {
            throw new IllegalArgumentException(
                    "--transfer-from %s: this is a problem file. Maybe name its history, attune.db/NAME.jsonl beside it."
                            .formatted(source.place()));
        }
        StudyPlace.requireNoDevice(path);
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    "--transfer-from %s: there is no such file, and %s has no study of that name.%s"
                            .formatted(
                                    source.place(),
                                    journal.file(),
                                    journal.studies().isEmpty()
                                            ? ""
                                            : " Its studies are: %s."
                                                    .formatted(
                                                            String.join(", ", journal.studies()))));
        }
        try {
            if (source.format().isPresent() || !isJournal(path)) {
                return SourceFiles.of(source, path, file.problem(), notes::add);
            }
            try (Journal other = Journal.open(path, Journal.problem(path))) {
                return ofStudy(source, other, study(source, other));
            }
        } catch (JournalException e) {
            throw new IllegalArgumentException("--transfer-from: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            String said = e.getMessage();
            boolean named = said.contains("--transfer-from") || said.startsWith("Source '");
            throw named ? e : new IllegalArgumentException("--transfer-from: " + said, e);
        }
    }

    /**
     * Returns which study of a journal is read: the one that is said, or the only one, or main.
     *
     * @throws IllegalArgumentException if it has several, none of them is main, and none is said
     */
    private String study(TransferSource source, Journal other) {
        Optional<String> said = source.said("study");
        List<String> known = other.studies();
        if (said.isPresent() || known.isEmpty()) {
            return said.orElse(MAIN);
        }
        if (known.size() == 1) {
            return known.getFirst();
        }
        List<String> others = known.stream().filter(s -> !s.equals(MAIN)).toList();
        String listed =
                others.stream().limit(LISTED).collect(joining(", "))
                        + (others.size() > LISTED ? ", ..." : "");
        if (!known.contains(MAIN)) {
            throw new IllegalArgumentException(
                    "--transfer-from %s: it has %d studies. Maybe name one: %s?study=NAME. They are: %s."
                            .formatted(source.place(), known.size(), source.place(), listed));
        }
        notes.add(
                "%s: study '%s' is read, one of %d. Another one: %s?study=NAME. The others are: %s."
                        .formatted(source.place(), MAIN, known.size(), source.place(), listed));
        return MAIN;
    }

    private static boolean isSame(Path a, Path b) {
        try {
            return Files.isSameFile(a, b);
        } catch (IOException notThere) {
            return false;
        }
    }

    private static boolean isJournal(Path path) {
        return path.toString().endsWith(".jsonl") || StudyPlace.isJournal(path);
    }

    private SourceData ofStudy(TransferSource source, Store store, String study) {
        boolean own = study.equals(file.study()) && isSame(store.file(), journal.file());
        if (own && asked.isEmpty()) {
            throw new IllegalArgumentException(
                    "Study '%s' sees its own trials without --transfer-from.".formatted(study));
        }
        Records records = StudyFile.records(store, study);
        StudyRecord setUp = records.study().orElseThrow();
        Set<Point> left = own ? asked.orElseThrow() : Set.of();
        SourceData data = SourceFiles.of(source.name(), records).without(left);
        if (own && data.trials().isEmpty()) {
            throw new IllegalArgumentException(
                    "Study '%s' has no trial of another task than those that are asked about."
                            .formatted(study));
        }
        if (source.what() != TransferSource.What.MODEL) {
            return data;
        }
        TuningProblem problem =
                ProblemFile.kept(store.file(), setUp.problem(), setUp.tasks()).problem();
        FittedModel model =
                new StoredModels(tuners, new StoredStudy(problem, store.file(), setUp, records))
                        .load(new ModelChoice(source.said("model").orElse("max-evals")));
        var models = new LinkedHashMap<Point, List<SourceModel>>();
        for (Point task : setUp.tasks()) {
            if (left.contains(task)) {
                continue;
            }
            models.put(
                    task,
                    model.outputs().stream()
                            .map(o -> SourceModel.of(problem, task, o, source.places(), model))
                            .toList());
        }
        return data.inPlaceOfTrials(models);
    }

    /** Returns a source of its best configuration alone, or those of its front. */
    private SourceRecord bestOf(SourceRecord source) {
        if (source.trials().isEmpty()) {
            return source;
        }
        List<Trial> front = ParetoFront.of(file.problem(), source.trials()).trials();
        if (front.isEmpty()) {
            throw new IllegalArgumentException(
                    "Source '%s' has no trial that is the best.".formatted(source.name()));
        }
        return SourceRecord.of(source.name(), source.task(), file.problem())
                .features(source.features())
                .environment(source.environment())
                .parameters(source.parameters())
                .best(front.stream().map(Trial::configuration).toList())
                .build();
    }
}
