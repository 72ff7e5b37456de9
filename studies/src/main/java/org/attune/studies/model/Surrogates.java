package org.attune.studies.model;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.studies.text.Json.IfPresent;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the model of a study has learned, as data.
 *
 * @param tasks a view of each output of each task
 * @param taskCorrelation how alike tasks are, by output: a square matrix in their order
 * @param exhibits what else the tuner has to show
 */
public record Surrogates(
        List<SurrogateView.Data> tasks,
        Map<String, List<List<Double>>> taskCorrelation,
        @IfPresent List<Exhibit> exhibits) {

    /** Collects it; there are no correlations without a model. */
    public static Surrogates of(
            List<SurrogateView> views, Optional<FittedModel> model, List<Exhibit> exhibits) {
        var correlations = new LinkedHashMap<String, List<List<Double>>>();
        model.ifPresent(m ->
                m.outputs()
                        .forEach(o ->
                                m.taskCorrelation(o)
                                        .ifPresent(c -> correlations.put(o, rows(c.matrix())))));
        return new Surrogates(
                views.stream().map(SurrogateView::data).toList(), correlations, exhibits);
    }

    private static List<List<Double>> rows(double[][] matrix) {
        return Arrays.stream(matrix).map(r -> Arrays.stream(r).boxed().toList()).toList();
    }
}
