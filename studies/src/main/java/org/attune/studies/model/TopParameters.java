package org.attune.studies.model;

import org.attune.api.FittedModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.sensitivity.Analysis;
import org.attune.studies.report.StoredStudy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The parameters that matter most to a model, in a line for each task. */
public final class TopParameters {
    private static final int TOP = 3;
    private static final int TASKS = 4;
    private static final double LEAST = 0.03; // share from which on a parameter is named

    private TopParameters() {}

    /**
     * Returns the lines for the first objective, of a few tasks whose model predicts; they name it
     * where there are several.
     */
    public static List<String> lines(StoredStudy stored, FittedModel model) {
        var lines = new ArrayList<String>();
        String output = stored.problem().optimized().getFirst().name();
        if (stored.setUp().tasks().size() > TASKS || !model.outputs().contains(output)) {
            return lines;
        }
        String what = stored.problem().optimized().size() > 1 ? " for " + output : "";
        for (Point task : stored.setUp().tasks()) {
            if (model.trust(task, output).predicts()) {
                String named =
                        Analysis.shown(stored.problem(), task, new Seed(stored.setUp().seed()))
                                .importance(model, output)
                                .entrySet()
                                .stream()
                                .filter(e -> e.getValue() >= LEAST)
                                .sorted(
                                        Comparator.comparingDouble(
                                                (Map.Entry<String, Double> e) -> -e.getValue()))
                                .limit(TOP)
                                .map(e ->
                                        "%s (%s)"
                                                .formatted(
                                                        e.getKey(),
                                                        SurrogateView.percent(e.getValue())))
                                .collect(Collectors.joining(", "));
                if (!named.isEmpty()) {
                    lines.add("Most important%s%s: %s".formatted(what, task.after(" of "), named));
                }
            }
        }
        return lines;
    }
}
