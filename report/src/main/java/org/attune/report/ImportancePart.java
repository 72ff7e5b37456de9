package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.charts.Axis;
import org.attune.charts.IntervalChart;
import org.attune.charts.Look;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.sensitivity.Analysis;
import org.attune.sensitivity.Estimate;
import org.attune.sensitivity.ModelResponse;
import org.attune.sensitivity.SampleSize;
import org.attune.sensitivity.ShapleyEffects;
import org.attune.studies.model.SurrogateView;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which parameters matter for each objective: their Shapley effects, with intervals. */
final class ImportancePart {
    private static final int POINTS = 1024;
    private static final int MOST = 8; // tasks times objectives

    private final Subject subject;
    private final Map<Objective, Map<Point, Map<String, Estimate>>> effects = new LinkedHashMap<>();
    private boolean predicts = true; // each model, something

    /** Computes the effects. */
    ImportancePart(Subject subject, FittedModel model) {
        this.subject = subject;
        List<Objective> objectives =
                subject.problem().optimized().stream()
                        .filter(o -> model.outputs().contains(o.name()))
                        .toList();
        for (Objective o : objectives) {
            var ofTasks = new LinkedHashMap<Point, Map<String, Estimate>>();
            List<Point> known =
                    subject.tasks().stream()
                            .filter(t ->
                                    model.view(t, o.name()).isPresent()
                                            || model.trust(t, o.name()).trials() > 0)
                            .toList();
            for (int t : Thinned.of(known.size(), Math.max(MOST / objectives.size(), 2))) {
                ofTasks.put(known.get(t), effects(model, known.get(t), o.name()));
                predicts &= model.trust(known.get(t), o.name()).predicts();
            }
            if (!ofTasks.isEmpty()) {
                effects.put(o, ofTasks);
            }
        }
    }

    private Map<String, Estimate> effects(FittedModel model, Point task, String output) {
        var response = new ModelResponse(subject.problem(), model, task, output);
        var analysis =
                new Analysis(
                        subject.problem(),
                        task,
                        SampleSize.of(POINTS, subject.problem().parameterSpace().dimension()),
                        response.hasDraws() ? Analysis.DRAWS : 0,
                        ModelResponse.Scale.NATIVE,
                        new Seed(subject.study().setUp().seed()));
        ShapleyEffects all =
                analysis.shapley(analysis.functions(response), analysis.single(), false);
        var named = new LinkedHashMap<String, Estimate>();
        for (int i = 0; i < all.names().size(); i++) {
            named.put(all.names().get(i), all.shares().get(i));
        }
        return named;
    }

    /**
     * Returns the parameters, the most important one for an objective first; in their order where
     * nothing is known.
     */
    List<Parameter> ordered(Objective objective) {
        return subject.problem().parameterSpace().parameters().stream()
                .sorted(Comparator.comparingDouble(p -> -importance(objective, p.name())))
                .toList();
    }

    /** Returns the largest share that a parameter has in any task; NaN where none is known. */
    double importance(Objective objective, String parameter) {
        return effects.getOrDefault(objective, Map.of()).values().stream()
                .mapToDouble(e -> of(e, parameter).mapToDouble(name -> e.get(name).value()).sum())
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    /**
     * Returns the parameters of which even the upper end of the interval is below a share, for
     * every objective, in every task; none where a model predicts nothing.
     */
    List<String> below(double share) {
        List<Map<String, Estimate>> all =
                effects.values().stream().flatMap(e -> e.values().stream()).toList();
        return all.isEmpty() || !predicts
                ? List.of()
                : ordered(subject.objective()).stream()
                        .map(Parameter::name)
                        .filter(p ->
                                all.stream()
                                        .allMatch(e ->
                                                of(e, p).map(e::get)
                                                        .allMatch(v ->
                                                                v.isKnown() && v.upper() < share)))
                        .toList();
    }

    /** Returns the names under which a parameter stands: an order once for each of its items. */
    private static Stream<String> of(Map<String, Estimate> estimates, String parameter) {
        return estimates.keySet().stream().filter(n -> SurrogateView.isOf(n, parameter));
    }

    void write(Sheet sheet) {
        sheet.html().section("importance", "Which parameters matter");
        if (effects.isEmpty()) {
            sheet.html().quiet("The model has seen too little to say.");
            return;
        }
        effects.forEach((objective, ofTasks) -> draw(sheet, objective, ofTasks));
    }

    private void draw(Sheet sheet, Objective objective, Map<Point, Map<String, Estimate>> ofTasks) {
        Map<String, Estimate> any = ofTasks.values().iterator().next();
        List<String> names = ordered(objective).stream().flatMap(p -> of(any, p.name())).toList();
        var columns = new ArrayList<IntervalChart.Column>();
        var csv = new Csv("task", "parameter", "share", "lower 2.5 %", "upper 97.5 %");
        ofTasks.forEach((task, of) -> {
            var dots = new ArrayList<IntervalChart.Dot>();
            for (int row = 0; row < names.size(); row++) {
                Estimate e = of.get(names.get(row));
                if (Double.isFinite(e.value())) {
                    double low = e.isKnown() ? e.lower() : e.value();
                    double high = e.isKnown() ? e.upper() : e.value();
                    dots.add(
                            new IntervalChart.Dot(
                                    row,
                                    100 * e.value(),
                                    Math.clamp(100 * low, -10, 110),
                                    Math.clamp(100 * high, -10, 110)));
                }
                csv.row(Subject.name(task), names.get(row), e.value(), e.lower(), e.upper());
            }
            columns.add(
                    new IntervalChart.Column(
                            task.values().isEmpty() ? "" : Format.cut(task.toString(), 34), dots));
        });
        String output = objective.name();
        boolean first = objective.equals(subject.objective());
        sheet.show(
                new Figure(
                        sheet.id("importance" + (first ? "" : " " + output)),
                        "Importance for %s".formatted(output),
                        "Shapley effect: the share of the variation of predictions over the whole space that goes with a parameter; what parameters do together is divided among them. With 95 %% intervals, which know how sure the model is.%s"
                                .formatted(
                                        subject.tasks().size() > ofTasks.size()
                                                ? " Shown are %d of %d tasks."
                                                        .formatted(
                                                                ofTasks.size(),
                                                                subject.tasks().size())
                                                : ""),
                        IntervalChart.of(
                                sheet.id("importance-picture"),
                                "Importance of parameters for %s".formatted(output),
                                names.stream().map(n -> Format.cut(n, 24)).toList(),
                                names.stream().map(n -> Look.of(0)).toList(),
                                new Axis(-5, 105, false),
                                "share of the variation of %s, in percent".formatted(output),
                                columns),
                        csv));
    }
}
