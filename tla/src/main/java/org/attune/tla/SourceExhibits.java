package org.attune.tla;

import org.attune.api.Exhibit;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table of the sources of each task, and their weights over the trials. */
final class SourceExhibits {
    private static final int CURVES = 8;

    private final TuningRequest request;
    private final Transfer transfer;
    private final EngineSettings settings;

    SourceExhibits(TuningRequest request, Transfer transfer) {
        this.request = request;
        this.transfer = transfer;
        this.settings = EngineOptions.read(request);
    }

    /** Returns them; none without sources. */
    List<Exhibit> of(Records records) {
        var exhibits = new ArrayList<Exhibit>();
        for (Point task : request.tasks()) {
            if (transfer.predictsOptima() && !records.sources().isEmpty()) {
                prediction(task, records).ifPresent(exhibits::add);
            }
            for (Objective output : request.problem().optimized()) {
                exhibits.addAll(of(task, output, records));
            }
        }
        return exhibits;
    }

    private List<Exhibit> of(Point task, Objective output, Records records) {
        if (records.sources().isEmpty()) {
            return List.of();
        }
        TaskEngine engine = engine(task);
        Dataset data = engine.trials(records, 0).of(task).measured(output);
        String of =
                (request.problem().optimized().size() > 1 ? " for " + output.name() : "")
                        + task.after(" of task ");
        Optional<Target> last = transfer.targets().of(engine.region(), output, data, records);
        List<List<Object>> unused = unused(last, output, records);
        if (last.isEmpty()) {
            return unused.isEmpty()
                    ? List.of()
                    : List.of(table(of, "No model is made of them.", unused));
        }
        var targets = new ArrayList<Target>();
        for (int n = 0; n <= data.size(); n++) {
            transfer.targets()
                    .of(engine.region(), output, data.first(n), records)
                    .ifPresent(targets::add);
        }
        return List.of(table(of, last.get(), unused), plot(of, targets));
    }

    /**
     * Returns rows of the sources that should have trials, and of which there is no model: too few
     * that were measured in full, in the ranges of the problem, or of one value.
     */
    private List<List<Object>> unused(Optional<Target> target, Objective output, Records records) {
        Set<String> used =
                target.stream()
                        .flatMap(t -> t.sources().stream())
                        .map(s -> s.record().digest())
                        .collect(Collectors.toSet());
        return records.sources().stream()
                .filter(s -> !used.contains(s.digest()) && s.best().isEmpty())
                .map(s ->
                        List.<Object>of(
                                s.name(),
                                SourceModels.usable(request.problem(), s, output).size(),
                                Double.NaN,
                                Double.NaN,
                                Double.NaN,
                                SourceModels.lack(request.problem(), s, output)))
                .toList();
    }

    private TaskEngine engine(Point task) {
        return new TaskEngine(
                request.problem(),
                task,
                TaskEngine.axes(request.problem(), settings),
                settings,
                request.seed());
    }

    /** Returns the configuration that optima of sources predict, with what is sure of it. */
    private Optional<Exhibit> prediction(Point task, Records records) {
        Region region = engine(task).region();
        Optional<OptimumPrediction> prediction = transfer.targets().optimum(region, records);
        return prediction
                .flatMap(OptimumPrediction::best)
                .map(x -> {
                    Point configuration = region.decode(x);
                    var rows = new ArrayList<List<Object>>();
                    List<String> confidence = prediction.get().confidence(configuration);
                    int axis = 0;
                    for (Parameter p : request.problem().parameterSpace().parameters()) {
                        int axes = p instanceof Permutation order ? order.items().size() : 1;
                        List<String> own = confidence.subList(axis, axis + axes);
                        rows.add(
                                List.of(
                                        p.name(),
                                        shown(configuration, p.name()),
                                        configuration.has(p.name())
                                                ? confidence(p, own)
                                                : "inactive"));
                        axis += axes;
                    }
                    return new Exhibit.Table(
                            "Predicted best configuration" + task.after(" of task "),
                            "By the best configurations of the sources, without a run. Confidence:"
                                + " the range in which 95 % of optima are expected, the probability"
                                + " of a category, of an order the positions of its items, from 0."
                                + " Constraints may move a value out of its range.",
                            List.of("parameter", "value", "confidence"),
                            rows);
                });
    }

    private static String confidence(Parameter parameter, List<String> ofAxes) {
        return parameter instanceof Permutation order
                ? IntStream.range(0, ofAxes.size())
                        .mapToObj(i -> "%s at %s".formatted(order.items().get(i), ofAxes.get(i)))
                        .collect(Collectors.joining(", "))
                : ofAxes.getFirst();
    }

    private static String shown(Point configuration, String name) {
        if (!configuration.has(name)) {
            return "-";
        }
        Object value = configuration.get(name);
        return value instanceof Double d ? Format.number(d) : value.toString();
    }

    private Exhibit table(String of, Target target, List<List<Object>> unused) {
        var rows = new ArrayList<List<Object>>();
        double[] weights = target.weights();
        for (int k = 0; k < weights.length; k++) {
            LearnedSource s = target.sources().get(k);
            int source = k;
            double right = target.likeness().map(l -> l.mean(source)).orElse(Double.NaN);
            double off = target.likeness().map(l -> l.deviation(source)).orElse(Double.NaN);
            rows.add(
                    List.of(
                            s.record().name(),
                            s.data().size(),
                            rounded(right),
                            rounded(off),
                            rounded(weights[k]),
                            likeTheTask(target, k)));
        }
        rows.addAll(unused);
        return table(
                of,
                "Likeness: share of the pairs of trials that the source puts in the right order,"
                        + " 0.5 by chance, and its standard deviation. Like the task: whether these"
                        + " are more pairs than by chance, alone. Weight: "
                        + transfer.weightMeans()
                        + "."
                        + counting(weights)
                        + " Log odds that all of them together know the order of the trials better"
                        + " than by chance: "
                        + Format.number(target.odds())
                        + (target.data().size() < 2
                                ? ", by the sources alone, as the task has not two trials yet"
                                : "")
                        + (transfer.isGuarded()
                                ? "; below 0 they are hardly followed."
                                : "; profile=published follows them whatever these are."),
                rows);
    }

    /** Returns which of many sources have a weight, and why. */
    private static String counting(double[] weights) {
        long counting = Arrays.stream(weights).filter(w -> w > 0).count();
        return weights.length <= Target.MOST
                ? ""
                : (" %d of %d sources have one, of at most %d: those that are most like the task;"
                                + " of equal ones those of more trials, of these some that are"
                                + " spread over the list.")
                        .formatted(counting, weights.length, Target.MOST);
    }

    private static Exhibit table(String of, String meaning, List<List<Object>> rows) {
        return new Exhibit.Table(
                "Sources" + of,
                meaning,
                List.of("source", "trials", "likeness", "±", "weight", "like the task"),
                rows);
    }

    /** Returns in words what the order of the target's trials says of a source. */
    private static String likeTheTask(Target target, int source) {
        double guard = target.guard(source);
        if (target.data().size() < 2) {
            return "not known yet";
        }
        if (guard >= 0.5) {
            return guard >= 0.9 ? "yes" : "probably";
        }
        return guard > 0 ? "hardly" : "no";
    }

    private static double rounded(double value) {
        return Double.isNaN(value) ? value : Math.round(value * 1000) / 1000.0;
    }

    private static Exhibit plot(String of, List<Target> targets) {
        double[] end = targets.getLast().weights();
        List<Integer> shown =
                IntStream.range(0, end.length)
                        .boxed()
                        .sorted((a, b) -> Double.compare(end[b], end[a]))
                        .limit(CURVES)
                        .toList();
        var curves = new ArrayList<Exhibit.Curve>();
        List<Double> x = new ArrayList<>();
        for (int n = 0; n < targets.size(); n++) {
            x.add((double) n);
        }
        for (int k : shown) {
            List<Double> y = targets.stream().map(t -> t.weights()[k]).toList();
            curves.add(new Exhibit.Curve(targets.getLast().sources().get(k).record().name(), x, y));
        }
        return new Exhibit.Plot(
                "Weights of sources" + of,
                "What each source counts in the prediction, by the trials of the target.",
                Exhibit.Axis.linear("trials"),
                Exhibit.Axis.linear("weight"),
                curves);
    }
}
