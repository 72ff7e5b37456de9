package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.Format;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.SourceData;
import org.attune.api.SourceMapping;
import org.attune.api.SourceModel;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;
import org.attune.history.environment.Environment;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What studies and files of other programs hold, as data that sources can be made of. */
public final class SourceFiles {
    private SourceFiles() {}

    /** Returns the ended trials of a study, with where each ran. */
    public static SourceData of(String name, Records records) {
        SourceData data = SourceData.of(name, records);
        return with(data, records.finished(), t -> Surroundings.of(t, records));
    }

    /** Returns the trials of a file, with where each ran as far as its record says. */
    public static SourceData of(String name, Reading reading) {
        return with(new SourceData(name, reading.trials()), reading.trials(), Surroundings::of);
    }

    /**
     * Returns the models of a file without its trials: their hyperparameters alone, for each task
     * that a model is of. Of several models of an output and task the last one counts.
     */
    public static SourceData models(String name, Reading reading) {
        var models = new LinkedHashMap<Point, Map<String, SourceModel>>();
        for (ImportedModel m : reading.models()) {
            for (Object task : m.data().get("tasks") instanceof List<?> list ? list : List.of()) {
                Point point = Point.of(GptuneRecord.object(task).orElse(Map.of()));
                models.computeIfAbsent(point, p -> new LinkedHashMap<>())
                        .put(
                                m.output(),
                                new SourceModel(
                                        m.output(), List.of(), List.of(), List.of(), m.data()));
            }
        }
        var listed = new LinkedHashMap<Point, List<SourceModel>>();
        models.forEach((task, byOutput) -> listed.put(task, new ArrayList<>(byOutput.values())));
        return new SourceData(
                name, Optional.empty(), List.of(), Map.of(), Map.of(), listed, Map.of());
    }

    /**
     * Reads the file of a source.
     *
     * @param problem whose trials they become; the source may have other names
     * @param note hears what was left out
     * @throws IllegalArgumentException if it cannot be read as what it is said to be, or has no
     *     trial, or no model where models are asked for
     */
    public static SourceData of(
            TransferSource source, Path path, TuningProblem problem, Consumer<String> note) {
        ForeignFormat format = source.format().orElseGet(() -> ForeignFormat.of(path));
        TuningProblem reading =
                format == ForeignFormat.CSV
                        ? ofTable(source.mapping(), path, problem)
                        : source.mapping().reading(problem);
        if (source.what() == TransferSource.What.BEST && format == ForeignFormat.CSV) {
            Optional<List<Candidate>> listed =
                    advised(
                            source.mapping(),
                            () ->
                                    CsvReader.configurations(
                                            TextFile.read(path), path.toString(), reading));
            if (listed.isPresent()) {
                return listed(source.name(), listed.get());
            }
        }
        boolean models = source.what() == TransferSource.What.MODEL;
        Reading read =
                advised(
                        source.mapping(),
                        () ->
                                format.read(
                                        path,
                                        models ? problem : reading,
                                        Instant.now(),
                                        false,
                                        source.said("study")));
        if (models) {
            SourceData data = SourceFiles.models(source.name(), read);
            if (data.models().isEmpty()) {
                throw new IllegalArgumentException(
                        "Source '%s' has no model. Maybe leave out what=model."
                                .formatted(source.place()));
            }
            return data;
        }
        String leftOut =
                read.skipped().isEmpty()
                        ? ""
                        : "%d of %s left out, such as %s."
                                .formatted(
                                        read.skipped().size(),
                                        Format.count(read.records(), "record"),
                                        read.skipped()
                                                .getFirst()
                                                .toString()
                                                .replaceFirst("\\.$", ""));
        if (read.trials().isEmpty()) {
            throw new IllegalArgumentException(
                    "Source '%s' has no trial. %s%s"
                            .formatted(
                                    source.place(),
                                    leftOut,
                                    leftOut.isEmpty() || format == ForeignFormat.CSV
                                            ? ""
                                            : " Maybe its names are others than here:"
                                                    + " ?map.NAME=THEIRS.")
                            .strip());
        }
        if (!leftOut.isEmpty()) {
            note.accept("%s: %s".formatted(source.place(), leftOut));
        }
        return SourceFiles.of(source.name(), read);
    }

    /**
     * Returns the problem by which a table is read, with the categories that it has: which of them
     * are none of the problem's is for the mapping to say.
     */
    private static TuningProblem ofTable(SourceMapping mapping, Path path, TuningProblem problem) {
        String text = TextFile.read(path);
        return mapping.reading(
                problem,
                p ->
                        CsvReader.withCategories(
                                p,
                                text,
                                path.toString(),
                                name -> !isOfProblem(problem, name) || isMapped(mapping, name)));
    }

    private static boolean isOfProblem(TuningProblem problem, String name) {
        return Stream.of(problem.taskSpace(), problem.parameterSpace())
                .flatMap(s -> s.parameters().stream())
                .anyMatch(p -> p.name().equals(name));
    }

    private static boolean isMapped(SourceMapping mapping, String name) {
        return mapping.values().containsKey(name);
    }

    /** Reads, and says of columns that a table lacks how to say what they are called there. */
    private static <T> T advised(SourceMapping mapping, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (MissingColumnsException e) {
            for (Map.Entry<String, Expression> said : mapping.values().entrySet()) {
                Optional<String> wrong =
                        said.getValue().names().stream().filter(e.missing()::contains).findFirst();
                if (wrong.isPresent()) {
                    throw new IllegalArgumentException(
                            "map.%s=%s reads '%s'. %s%s"
                                    .formatted(
                                            said.getKey(),
                                            said.getValue().text(),
                                            wrong.get(),
                                            e.getMessage(),
                                            NearestName.hint(wrong.get(), e.columns())),
                            e);
                }
            }
            String name = e.missing().getFirst();
            throw new IllegalArgumentException(
                    "%s Maybe say what it is there: ?map.%s=%s."
                            .formatted(
                                    e.getMessage(),
                                    name,
                                    NearestName.of(name, e.columns()).orElse("COLUMN")),
                    e);
        }
    }

    private static SourceData listed(String name, List<Candidate> candidates) {
        var best = new LinkedHashMap<Point, List<Point>>();
        candidates.forEach(
                c -> best.computeIfAbsent(c.task(), t -> new ArrayList<>()).add(c.configuration()));
        return new SourceData(
                name, Optional.empty(), List.of(), Map.of(), Map.of(), Map.of(), best);
    }

    private static SourceData with(
            SourceData data, List<Trial> trials, Function<Trial, Surroundings> where) {
        var environments = new LinkedHashMap<Long, Map<String, Object>>();
        for (Trial t : trials) {
            Environment environment = where.apply(t).environment();
            if (!environment.equals(Environment.UNKNOWN)) {
                environments.put(t.number(), environment.record());
            }
        }
        return new SourceData(
                data.name(),
                data.problem(),
                data.trials(),
                data.features(),
                environments,
                data.models(),
                data.best());
    }
}
