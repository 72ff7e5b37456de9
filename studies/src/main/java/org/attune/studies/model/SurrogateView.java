package org.attune.studies.model;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.ModelQuality;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.sensitivity.Analysis;
import org.attune.studies.report.Ranges;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Json.IfPresent;
import org.attune.studies.text.Json.Inline;
import org.attune.studies.text.Table;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * What the model of a study has learned of one output of a task, and what it has learned it from.
 *
 * @param stored the study
 * @param model of all tasks, if anything has been measured
 * @param task which one
 * @param output which one
 */
public record SurrogateView(
        StoredStudy stored, Optional<FittedModel> model, Point task, String output) {
    private static final double NEGLIGIBLE = 0.05; // beside the largest weight

    /** Returns the views of all tasks and of all outputs that are modelled. */
    public static List<SurrogateView> all(StoredStudy stored, Optional<FittedModel> model) {
        String first = stored.problem().optimized().getFirst().name();
        List<String> outputs = model.map(FittedModel::outputs).orElse(List.of(first));
        return stored.setUp().tasks().stream()
                .flatMap(t -> outputs.stream().map(o -> new SurrogateView(stored, model, t, o)))
                .toList();
    }

    private List<Trial> told() {
        return stored.records().trials(task).stream().filter(Trial::isFull).toList();
    }

    private Penalties penalties() {
        return Penalties.of(stored.problem(), stored.records());
    }

    /** Returns the trials, those with a penalty as failed ones, as they are to the model. */
    private List<Trial> trials() {
        return penalties().asFailures(told());
    }

    private long count(Class<? extends Outcome> kind) {
        return trials().stream().filter(t -> kind.isInstance(t.outcome())).count();
    }

    private Trust trust() {
        return model.map(m -> m.trust(task, output))
                .orElseGet(() -> Trust.unknown(0, StudyModel.KNOWS_NOTHING));
    }

    private Optional<String> sharing() {
        return model.flatMap(m -> m.sharing(task, output));
    }

    private Objective objective() {
        return stored.problem().objectives().stream()
                .filter(o -> o.name().equals(output))
                .findFirst()
                .orElseThrow();
    }

    private Optional<ModelView> view() {
        return model.flatMap(m -> m.view(task, output));
    }

    /** Returns whether the model says what matters to it. */
    public boolean isSeen() {
        return view().isPresent();
    }

    private OptionalDouble failing(Point configuration) {
        return model.map(m -> m.failureProbability(task, configuration))
                .orElse(OptionalDouble.empty());
    }

    /** Returns the first trial of a configuration. */
    private OptionalLong tried(Point configuration) {
        return trials().stream()
                .filter(t -> t.configuration().equals(configuration))
                .mapToLong(Trial::number)
                .findFirst();
    }

    /** Returns the shares of the variation of predictions that go with the parameters. */
    private SequencedMap<String, Double> importance() {
        return Analysis.shown(stored.problem(), task, new Seed(stored.setUp().seed()))
                .importance(model.orElseThrow(), output);
    }

    private static List<ModelView.Influence> byImportance(
            ModelView view, Map<String, Double> importance) {
        return view.parameters().stream()
                .sorted(
                        Comparator.comparingDouble(i -> {
                            double share = share(importance, i.parameter());
                            return Double.isNaN(share) ? 0 : -share;
                        }))
                .toList();
    }

    /**
     * A view as data. Errors and shares are those of held-out runs, see {@link Trust}.
     *
     * @param failed those with a penalty, too
     * @param penalties how many have a value that is taken for a penalty, where some have
     * @param relativeErrorElsewhere away from the best
     * @param sharing by what the tasks are learned together, or none
     * @param learned what matters to the model, if it says so
     * @param performanceModels how good they are
     */
    public record Data(
            Point task,
            String output,
            long measured,
            long failed,
            @IfPresent OptionalLong penalties,
            long pending,
            int trials,
            double relativeError,
            double error,
            double skill,
            double rankCorrelation,
            double coverage50,
            double coverage95,
            double relativeErrorElsewhere,
            String statement,
            boolean shared,
            String sharing,
            @Inline Optional<Learned> learned,
            @IfPresent List<ModelQuality> performanceModels) {}

    /** What matters to a model. */
    public record Learned(
            double noise,
            double additiveShare,
            @IfPresent List<ModelView.Sum> sums,
            @IfPresent List<ModelView.Alignment> alignments,
            String outputWarp,
            List<Influence> parameters,
            Best predictedBest) {}

    /** How a parameter matters. */
    public record Influence(
            String parameter, double importance, double lengthscale, String finerAt) {}

    /**
     * The configuration that a model expects most of.
     *
     * @param trial that has measured it already
     */
    public record Best(
            Point configuration,
            double median,
            @IfPresent OptionalDouble lower,
            @IfPresent OptionalDouble upper,
            @IfPresent OptionalDouble failureProbability,
            @IfPresent OptionalLong trial) {}

    /** Returns the view as data. */
    public Data data() {
        Trust trust = trust();
        int penalised = penalties().in(told()).size();
        return new Data(
                task,
                output,
                count(Outcome.Measured.class),
                count(Outcome.Failed.class),
                penalised == 0 ? OptionalLong.empty() : OptionalLong.of(penalised),
                count(Outcome.Pending.class),
                trust.trials(),
                trust.relativeError(),
                trust.error(),
                trust.skill(),
                trust.rankCorrelation(),
                trust.coverage50(),
                trust.coverage95(),
                trust.elsewhere(),
                trust.statement(),
                sharing().isPresent(),
                sharing().orElse("none"),
                view().map(this::learned),
                models());
    }

    private Learned learned(ModelView view) {
        Prediction there = view.prediction();
        SequencedMap<String, Double> importance = importance();
        return new Learned(
                view.noise(),
                view.additiveShare(),
                view.sums(),
                view.alignments(),
                view.outputWarp(),
                byImportance(view, importance).stream()
                        .map(i ->
                                new Influence(
                                        i.parameter(),
                                        share(importance, i.parameter()),
                                        i.lengthscale(),
                                        i.finer()))
                        .toList(),
                new Best(
                        view.best(),
                        there.median(),
                        PredictedOutput.bounded(there.lower()),
                        PredictedOutput.bounded(there.upper()),
                        failing(view.best()),
                        tried(view.best())));
    }

    private List<ModelQuality> models() {
        return model.map(m -> m.performanceModels(task, output)).orElse(List.of());
    }

    /** Prints the view in lines and tables. */
    public void print(PrintStream out) {
        boolean several = model.filter(m -> m.outputs().size() > 1).isPresent();
        String name = StudyModel.name(task, several ? output : "");
        int all = stored.records().trials(task).size();
        boolean cheaper = all > trials().size();
        int penalised = penalties().in(told()).size();
        out.println(
                "%s%s%s: %d measured, %d failed%s, %d pending"
                        .formatted(
                                name.isEmpty() ? "" : name + ": ",
                                Format.count(trials().size(), cheaper ? "full run" : "trial"),
                                cheaper ? " (of %d trials)".formatted(all) : "",
                                count(Outcome.Measured.class),
                                count(Outcome.Failed.class),
                                penalised == 0 ? "" : " (%d with a penalty)".formatted(penalised),
                                count(Outcome.Pending.class)));
        Trust trust = trust();
        out.println(
                trust.statement() + model.map(m -> StudyModel.sharing(m, task, output)).orElse(""));
        if (Double.isFinite(trust.skill())) {
            print(trust, out);
        }
        view().ifPresent(v -> print(v, out));
        if (!models().isEmpty()) {
            print(models(), out);
        }
    }

    private static void print(List<ModelQuality> models, PrintStream out) {
        var table =
                new Table(
                        "performance model", "error", "rank correlation", "coefficients", "remark");
        for (ModelQuality q : models) {
            table.row(
                    q.model(),
                    Double.isNaN(q.relativeError()) ? "-" : percent(q.relativeError()),
                    Double.isNaN(q.rankCorrelation())
                            ? "-"
                            : Format.number(rounded(q.rankCorrelation())),
                    q.coefficients().isEmpty()
                            ? "-"
                            : q.coefficients().entrySet().stream()
                                    .map(e ->
                                            String.format(
                                                    Locale.ROOT,
                                                    "%s=%.3g",
                                                    e.getKey(),
                                                    e.getValue()))
                                    .collect(Collectors.joining(" ")),
                    q.remark());
        }
        table.print(out);
    }

    private void print(Trust trust, PrintStream out) {
        out.println(
                "Held-out runs: median error %s, skill %s (1: exact, 0: like the mean), rank correlation %s;"
                        .formatted(
                                TrustTable.error(objective(), trust),
                                Format.number(rounded(trust.skill())),
                                Format.number(rounded(trust.rankCorrelation()))));
        out.println(
                "  %s inside their 50 %% interval, %s inside their 95 %% interval"
                        .formatted(percent(trust.coverage50()), percent(trust.coverage95())));
    }

    /** Writes a sum as {@code x - 0.8 y}, without what hardly counts. */
    private static String text(ModelView.Sum sum) {
        var text = new StringBuilder();
        sum.weights()
                .forEach((name, weight) -> {
                    if (Math.abs(weight) < NEGLIGIBLE) {
                        return;
                    }
                    String sign = weight < 0 ? "-" : text.isEmpty() ? "" : "+";
                    String size = String.format(Locale.ROOT, "%.2f", Math.abs(weight));
                    text.append(text.isEmpty() ? sign : " " + sign + " ")
                            .append(size.equals("1.00") ? "" : size + " ")
                            .append(name);
                });
        return text.toString();
    }

    /** Writes predicted outputs as {@code 63 1.2 s, 62 1.1 s, 64 1 s}. */
    private String text(ModelView.Alignment alignment) {
        return alignment.predicted().entrySet().stream()
                .map(e -> {
                    double failing = alignment.failing().getOrDefault(e.getKey(), 0.0);
                    String value = e.getKey() + " " + Format.value(objective(), e.getValue());
                    return failing < NEGLIGIBLE
                            ? value
                            : value + " (fails with " + percent(failing) + ")";
                })
                .collect(Collectors.joining(", "));
    }

    private void print(ModelView view, PrintStream out) {
        out.println(
                "Noise that it believes in: %s; %soutput warp %s"
                        .formatted(
                                Format.value(objective(), view.noise()),
                                Double.isNaN(view.additiveShare())
                                        ? ""
                                        : "additive share " + percent(view.additiveShare()) + "; ",
                                view.outputWarp()));
        for (ModelView.Sum sum : view.sums()) {
            out.println(
                    "Along the sum %s of (warped) ranges: %s of the variance"
                            .formatted(text(sum), percent(sum.share())));
        }
        if (objective().optimize()) {
            printBest(view, out);
        }
        for (ModelView.Alignment alignment : view.alignments()) {
            out.println(
                    "There by how often two divides %s: %s"
                            .formatted(alignment.parameter(), text(alignment)));
        }
        var table = new Table("parameter", "importance", "lengthscale", "finer at");
        SequencedMap<String, Double> importance = importance();
        for (ModelView.Influence i : byImportance(view, importance)) {
            double share = share(importance, i.parameter());
            table.row(
                    i.parameter(),
                    Double.isNaN(share) ? "-" : percent(share),
                    String.format(Locale.ROOT, "%.2f", i.lengthscale()),
                    i.finer().equals("nowhere") ? "-" : i.finer());
        }
        table.print(out);
    }

    private void printBest(ModelView view, PrintStream out) {
        Prediction there = view.prediction();
        OptionalLong tried = tried(view.best());
        OptionalDouble failing = failing(view.best());
        out.println(
                "Predicted best: %s%s (95 %% interval %s)%s, %s"
                        .formatted(
                                Format.value(objective(), there.median()),
                                objective().accepts(there.median())
                                        ? ""
                                        : ", not " + Ranges.words(objective()).orElseThrow(),
                                PredictedOutput.interval(there),
                                failing.isPresent()
                                        ? ", fails with " + percent(failing.getAsDouble())
                                        : "",
                                tried.isPresent()
                                        ? "trial " + tried.getAsLong()
                                        : "not tried yet"));
        out.println("  at " + Format.brief(view.best()));
    }

    /** Returns what goes with a parameter, in all positions of an order together. */
    private static double share(Map<String, Double> importance, String parameter) {
        return importance.entrySet().stream()
                .filter(e -> isOf(e.getKey(), parameter))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Returns whether an importance, by its name, is that of a parameter, or of an item of it. */
    public static boolean isOf(String name, String parameter) {
        return name.equals(parameter) || name.startsWith(parameter + "[");
    }

    /** Returns a share as percent, never 100 % or 0 % of what is neither. */
    public static String percent(double share) {
        if (share > 0 && share < 0.01) {
            return "under 1 %";
        }
        if (share > 0.99 && share < 1) {
            return "over 99 %";
        }
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static double rounded(double value) {
        return Math.round(100 * value) / 100.0;
    }
}
