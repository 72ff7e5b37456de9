package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.ModelRecord;
import org.attune.api.Point;
import org.attune.api.Reused;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.TrialUids;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.formats.Filtered;
import org.attune.history.formats.ForeignFormat;
import org.attune.history.formats.ImportedModel;
import org.attune.history.formats.Reading;
import org.attune.history.formats.RecordFilter;
import org.attune.history.formats.TextFile;
import org.attune.studies.OpenStudy;
import org.attune.studies.ReusedTrials;
import org.attune.studies.StudyFile;
import org.attune.studies.report.ImportedFile;
import org.attune.studies.report.Listed;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code attune history import}: takes over the records of other programs. */
@Command(
        name = "import",
        description = {
            "Takes over the records of other programs into a study, which is started if need be.",
            "They count towards its number of trials; what is there already is not added again."
        })
public final class HistoryImport extends JsonVerb {
    private static final int SHOWN = 10; // records that were left out, of one file

    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "Files of GPTune's history database, tables (.csv), or Optuna's (.db,"
                            + " .sqlite3).")
    private List<Path> files;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: by the file's name).")
    private Optional<ForeignFormat> format = Optional.empty();

    @Option(
            names = "--keep-readable",
            description = "Of a damaged file of GPTune, import the records before the damage.")
    private boolean keepReadable;

    @Option(
            names = "--from-study",
            paramLabel = "NAME",
            description = "Which study of Optuna's storage (default: its only one).")
    private Optional<String> fromStudy = Optional.empty();

    @Override
    public Integer call() {
        requireOrder();
        StudyFile file = arguments.read();
        RecordFilter records = setUp.filter();
        MetaDescription description = file.description(records);
        LoadFilter filter = records.filter(description, file.problem());
        Instant now = Instant.now();
        var readings = new LinkedHashMap<Path, Reading>();
        for (Path path : files) {
            ForeignFormat as = format.orElseGet(() -> ForeignFormat.of(path));
            readings.put(path, read(as, path, file, now));
        }
        if (readings.values().stream().allMatch(r -> r.trials().isEmpty())) {
            description.remark(file.problem().name()).ifPresent(this::say);
            readings.forEach((path, r) -> print(ImportedFile.of(path, r, 0, Map.of(), List.of())));
            say("Nothing was imported.");
            return Failures.OTHER;
        }
        try (var open =
                arguments
                        .opening(session(), setUp, arguments.notes())
                        .toAdd()
                        .runningNothing()
                        .open()) {
            var imported = new ArrayList<ImportedFile>();
            for (Map.Entry<Path, Reading> entry : readings.entrySet()) {
                Reading reading = entry.getValue();
                Filtered filtered = Filtered.of(filter, file.problem(), reading.trials());
                Reused reused = open.study().copy(fresh(open, filtered.kept()));
                imported.add(
                        ImportedFile.of(
                                entry.getKey(),
                                reading,
                                reused.taken().size(),
                                filtered.leftOut(reused.leftOut()),
                                models(open, reading)));
                if (!isJson()) {
                    print(imported.getLast());
                    otherTasks(open, filtered.kept());
                    imported.getLast().models().forEach(m -> print("  " + m));
                }
            }
            if (isJson()) {
                json(new Listed.Files(imported));
            } else if (imported.stream().anyMatch(f -> f.imported() > 0)) {
                print(ReusedTrials.budget(open));
            }
            return 0;
        }
    }

    /** Refuses files in the wrong order, which would look like a broken problem file. */
    private void requireOrder() {
        if (isProblem(arguments.path())) {
            return;
        }
        files.stream()
                .filter(HistoryImport::isProblem)
                .findFirst()
                .ifPresent(problem -> {
                    var turned = new ArrayList<>(List.of(problem, arguments.path()));
                    files.stream().filter(f -> f != problem).forEach(turned::add);
                    throw new IllegalArgumentException(
                            "The problem file comes first, and '%s' is none. Maybe: attune history import %s"
                                    .formatted(
                                            arguments.path(),
                                            Format.quoted(
                                                    turned.stream().map(Path::toString).toList())));
                });
    }

    /** Returns whether a file is meant as a problem file, whatever is wrong in it. */
    private static boolean isProblem(Path file) {
        if (file.toString().matches(".*\\.ya?ml")) {
            return true;
        }
        if (!file.toString().endsWith(".json") || !Files.isRegularFile(file)) {
            return false;
        }
        String text = TextFile.read(file);
        return text.contains("\"parameter_space\"") && !text.contains("\"func_eval\"");
    }

    private Reading read(ForeignFormat as, Path path, StudyFile file, Instant now) {
        try {
            return as.read(path, file.problem(), now, keepReadable, fromStudy);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw message.endsWith("before that.")
                    ? new IllegalArgumentException(
                            message + " Maybe import these: --keep-readable", e)
                    : e;
        }
    }

    /** Keeps the models of a file that can be made again, and returns what to say of them. */
    private List<String> models(OpenStudy open, Reading reading) {
        var stored = open.models();
        var kept = new ArrayList<ModelRecord>();
        var said = new ArrayList<String>();
        for (ImportedModel model : reading.models()) {
            try {
                List<String> listed =
                        reading.trials().stream()
                                .filter(t ->
                                        model.time().stream()
                                                .noneMatch(t.provenance().asked()::isAfter))
                                .map(t -> t.provenance().source().orElseThrow().uid())
                                .toList();
                kept.add(stored.imported(model, listed));
            } catch (IllegalArgumentException e) {
                said.add(
                        "Model %s of '%s' is left out: %s"
                                .formatted(model.uid(), model.output(), e.getMessage()));
            }
        }
        if (!kept.isEmpty()) {
            open.journal()
                    .study(open.study().setUp().study())
                    .update(now ->
                            kept.stream().filter(m -> now.model(m.key()).isEmpty()).toList());
            said.addFirst(
                    "%s kept; see: %s"
                            .formatted(
                                    Format.count(kept.size(), "surrogate model"),
                                    arguments.command(
                                            session(), "predict", "--model", "max-evals")));
        }
        int more = said.size() - SHOWN;
        return more > 0
                ? Stream.concat(
                                said.stream().limit(SHOWN),
                                Stream.of("and %d more models".formatted(more)))
                        .toList()
                : said;
    }

    /** Leaves out what has come from this very study. */
    private static List<Trial> fresh(OpenStudy open, List<Trial> trials) {
        var known =
                new HashSet<>(TrialUids.of(open.problem().name(), open.study().records()).values());
        return trials.stream()
                .filter(t -> !known.contains(t.provenance().source().orElseThrow().uid()))
                .toList();
    }

    private void print(ImportedFile file) {
        print(
                "%s: %s, %d imported, %d there already, %d left out.",
                file.file(),
                Format.count(file.records(), "record"),
                file.imported(),
                file.known(),
                file.allLeftOut());
        file.notes().forEach(n -> print("  " + n));
        file.misfits().forEach((why, count) -> print("  %d %s", count, why));
        file.leftOut().stream().limit(SHOWN).forEach(s -> print("  " + s));
        int more = file.leftOut().size() - SHOWN;
        if (more > 0) {
            print("  and %d more; --json lists all", more);
        }
    }

    private void otherTasks(OpenStudy open, List<Trial> trials) {
        List<Point> known = open.study().setUp().tasks();
        List<Point> others =
                trials.stream()
                        .map(Trial::task)
                        .distinct()
                        .filter(t -> !known.contains(t))
                        .toList();
        if (!others.isEmpty()) {
            print(
                    "  The study does not have the task%s %s. Maybe add to 'tasks' of %s what"
                            + " should be learned from, and import again.",
                    others.size() == 1 ? "" : "s",
                    String.join("; ", others.stream().limit(SHOWN).map(Point::toString).toList()),
                    arguments.path());
        }
    }
}
