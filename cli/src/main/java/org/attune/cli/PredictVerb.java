package org.attune.cli;

import org.attune.api.Candidate;
import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Prediction;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code attune predict}: what the model of a study expects of configurations. */
@Command(
        name = "predict",
        description = "Predicts the outputs of given configurations with the model of a study.")
final class PredictVerb implements Callable<Integer> {
    private final Session session;

    @Mixin private ProblemArguments arguments;
    @Mixin private GivenPoints points;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    PredictVerb(Session session) {
        this.session = session;
    }

    private record Row(Point task, Point configuration, String output, Prediction prediction) {
        Map<String, Object> json() {
            var map = new LinkedHashMap<String, Object>();
            map.put("task", task);
            map.put("configuration", configuration);
            map.put("output", output);
            map.put("mean", prediction.mean());
            map.put("sd", prediction.standardDeviation());
            map.put("variance", Math.pow(prediction.standardDeviation(), 2));
            map.put("median", prediction.median());
            map.put("lower", prediction.lower());
            map.put("upper", prediction.upper());
            return map;
        }
    }

    @Override
    public Integer call() {
        StoredStudy stored = StoredStudy.read(arguments);
        FittedModel model = StudyModel.of(session, stored);
        var rows = new ArrayList<Row>();
        for (Candidate c : points.candidates(stored.problem(), stored.setUp())) {
            for (Objective o : stored.problem().optimized()) {
                Prediction p = model.predict(c.task(), c.configuration(), o.name());
                rows.add(new Row(c.task(), c.configuration(), o.name(), p));
            }
        }
        print(rows);
        return 0;
    }

    private void print(List<Row> rows) {
        if (json) {
            var map = Map.of("predictions", rows.stream().map(Row::json).toList());
            session.out().println(Json.text(map));
            return;
        }
        var table = new Table("task", "output", "median", "95 % interval", "configuration");
        for (Row r : rows) {
            table.row(
                    r.task().toString(),
                    r.output(),
                    Format.number(r.prediction().median()),
                    "%s to %s"
                            .formatted(
                                    Format.number(r.prediction().lower()),
                                    Format.number(r.prediction().upper())),
                    Format.assignments(r.configuration()));
        }
        table.print(session.out());
    }
}
