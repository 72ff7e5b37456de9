package org.attune.cli;

import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.TaskCorrelation;
import org.attune.history.Journal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code attune surrogate}: what the model of a study has learned. */
@Command(
        name = "surrogate",
        description = "Looks at the model of a study.",
        synopsisSubcommandLabel = "(build | read | show)")
final class SurrogateVerb {
    private final Session session;

    SurrogateVerb(Session session) {
        this.session = session;
    }

    @Command(
            name = "build",
            description = "Fits the model of a study and keeps it in the history, as data.")
    int build(@Mixin ProblemArguments arguments) {
        StoredStudy stored = StoredStudy.read(arguments);
        ModelRecord record = StudyModel.of(session, stored).record();
        try (Journal journal = Journal.open(stored.history(), stored.problem().name())) {
            journal.study(stored.setUp().study())
                    .update(now ->
                            now.model(record.key()).equals(Optional.of(record))
                                    ? List.of()
                                    : List.of(record));
        }
        session.err()
                .println(
                        "Kept model '%s' in %s. Next: %s"
                                .formatted(
                                        record.key(),
                                        stored.history(),
                                        arguments.command(session, "surrogate read")));
        return 0;
    }

    @Command(
            name = "read",
            description = {
                "Prints the models that are kept in the history as one JSON object;",
                "'basis' tells the data that a model was fitted to."
            })
    int read(@Mixin ProblemArguments arguments) {
        StoredStudy stored = StoredStudy.read(arguments);
        List<ModelRecord> models = stored.records().models();
        if (models.isEmpty()) {
            throw new IllegalStateException(
                    "No model of study '%s' has been kept. Maybe: %s"
                            .formatted(
                                    stored.setUp().study(),
                                    arguments.command(session, "surrogate build")));
        }
        session.out()
                .println(
                        Json.text(
                                Map.of(
                                        "models",
                                        models.stream().map(SurrogateVerb::json).toList())));
        return 0;
    }

    private static Map<String, Object> json(ModelRecord model) {
        var map = new LinkedHashMap<String, Object>();
        map.put("key", model.key());
        map.put("basis", model.basis());
        map.put("content", model.content());
        return map;
    }

    @Command(
            name = "show",
            description = {
                "Shows, task by task, how far the model of a study can be trusted and what it",
                "has learned. Importance: share of the variation of predictions that goes with a",
                "parameter. Lengthscale: the part of its range over which outputs stay alike."
            })
    int show(@Mixin ProblemArguments arguments, @Mixin TableOrJson layout) {
        StoredStudy stored = StoredStudy.read(arguments);
        Optional<FittedModel> model = StudyModel.find(session, stored);
        List<SurrogateView> views =
                stored.setUp().tasks().stream()
                        .map(t -> new SurrogateView(stored, model, t))
                        .toList();
        Optional<TaskCorrelation> correlation = model.flatMap(FittedModel::taskCorrelation);
        if (layout.isJson()) {
            session.out().println(Json.text(json(views, correlation)));
            return 0;
        }
        for (SurrogateView view : views) {
            if (view != views.getFirst()) {
                session.out().println();
            }
            view.print(session.out());
        }
        correlation.ifPresent(c -> {
            session.out().println();
            CorrelationTable.print(c, session.out());
        });
        return 0;
    }

    private static Map<String, Object> json(
            List<SurrogateView> views, Optional<TaskCorrelation> correlation) {
        var map = new LinkedHashMap<String, Object>();
        map.put("tasks", views.stream().map(SurrogateView::json).toList());
        map.put(
                "task_correlation",
                correlation
                        .map(c ->
                                Arrays.stream(c.matrix())
                                        .map(r -> Arrays.stream(r).boxed().toList())
                                        .toList())
                        .orElse(null));
        return map;
    }
}
