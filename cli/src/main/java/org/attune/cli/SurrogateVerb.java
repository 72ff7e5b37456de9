package org.attune.cli;

import org.attune.api.FittedModel;
import org.attune.api.Point;
import org.attune.api.TaskCorrelation;
import org.attune.api.Trust;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code attune surrogate}: what the model of a study has learned. */
@Command(
        name = "surrogate",
        description = "Looks at the model of a study.",
        synopsisSubcommandLabel = "show")
final class SurrogateVerb {
    private final Session session;

    SurrogateVerb(Session session) {
        this.session = session;
    }

    @Command(
            name = "show",
            description = "Shows how far the model of a study can be trusted, task by task.")
    int show(
            @Mixin ProblemArguments arguments,
            @Option(names = "--json", description = "Print one JSON object.") boolean json) {
        StoredStudy stored = StoredStudy.read(arguments);
        FittedModel model =
                StudyModel.require(
                        session.tuners(), stored.problem(), stored.setUp(), stored.records());
        if (json) {
            session.out().println(Json.text(json(model, stored.setUp().tasks())));
            return 0;
        }
        StudyModel.printTrust(model, stored.setUp(), session.out());
        model.taskCorrelation().ifPresent(this::print);
        return 0;
    }

    private void print(TaskCorrelation correlation) {
        session.out().println("Correlation of tasks:");
        var headings = new ArrayList<>(List.of(""));
        correlation.tasks().forEach(t -> headings.add(t.toString()));
        var table = new Table(headings.toArray(new String[0]));
        double[][] matrix = correlation.matrix();
        for (int i = 0; i < matrix.length; i++) {
            var cells = new ArrayList<>(List.of(correlation.tasks().get(i).toString()));
            Arrays.stream(matrix[i]).forEach(v -> cells.add(Format.number(v)));
            table.row(cells.toArray(new String[0]));
        }
        table.print(session.out());
    }

    private static Map<String, Object> json(FittedModel model, List<Point> tasks) {
        var list = new ArrayList<Map<String, Object>>();
        for (Point task : tasks) {
            Trust trust = model.trust(task);
            var map = new LinkedHashMap<String, Object>();
            map.put("task", task);
            map.put("trials", trust.trials());
            map.put("relative_error", trust.relativeError());
            map.put("skill", trust.skill());
            map.put("coverage", trust.coverage());
            map.put("statement", trust.statement());
            list.add(map);
        }
        var map = new LinkedHashMap<String, Object>();
        map.put("tasks", list);
        map.put(
                "task_correlation",
                model.taskCorrelation()
                        .map(c ->
                                Arrays.stream(c.matrix())
                                        .map(r -> Arrays.stream(r).boxed().toList())
                                        .toList())
                        .orElse(null));
        return map;
    }
}
