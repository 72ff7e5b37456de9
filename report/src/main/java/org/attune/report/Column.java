package org.attune.report;

import org.attune.api.FidelityScale;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Scale;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.charts.Axis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A quantity of trials: a parameter of the task or of the configuration, the level of the fidelity,
 * or an output.
 *
 * @param name of the quantity
 * @param unit maybe empty
 * @param kind task, parameter, fidelity or output
 * @param axis on which it is drawn; names are at 0, 1, 2, ...
 * @param names of its values, where they have names, as they are
 * @param values of each trial, NaN where there is none
 */
record Column(String name, String unit, Kind kind, Axis axis, List<String> names, double[] values) {
    /** What a quantity is. */
    enum Kind {
        /** A parameter of the task. */
        TASK,
        /** A parameter of the configuration. */
        PARAMETER,
        /** At which level of the fidelity it was run. */
        FIDELITY,
        /** An output. */
        OUTPUT
    }

    private static final double DECADES = 8; // ratio from which on an axis is logarithmic

    /**
     * Returns the columns of trials: tasks that differ, parameters, levels that differ, outputs.
     */
    static List<Column> of(TuningProblem problem, List<Trial> trials) {
        var columns = new ArrayList<Column>();
        addAll(columns, problem.taskSpace(), Kind.TASK, trials);
        addAll(columns, problem.parameterSpace(), Kind.PARAMETER, trials);
        if (trials.stream().anyMatch(t -> !t.isFull())) {
            columns.add(fidelity(problem, trials));
        }
        for (Objective o : problem.objectives()) {
            double[] values =
                    trials.stream()
                            .mapToDouble(t -> problem.value(t, o.name()).orElse(Double.NaN))
                            .toArray();
            columns.add(
                    new Column(o.name(), o.unit(), Kind.OUTPUT, around(values), List.of(), values));
        }
        return columns;
    }

    private static Column fidelity(TuningProblem problem, List<Trial> trials) {
        boolean named = problem.fidelity().isPresent();
        double[] values =
                trials.stream()
                        .mapToDouble(t ->
                                named
                                        ? CheapRuns.quantity(problem, t)
                                        : t.candidate().fidelity().value())
                        .toArray();
        return new Column(
                problem.fidelity().map(FidelityScale::name).orElse("fidelity"),
                "",
                Kind.FIDELITY,
                bounded(
                        Arrays.stream(values).min().orElseThrow(),
                        Arrays.stream(values).max().orElseThrow(),
                        isWide(values)),
                List.of(),
                values);
    }

    private static void addAll(List<Column> columns, Space space, Kind kind, List<Trial> trials) {
        for (Parameter p : space.parameters()) {
            if (p instanceof Permutation order) {
                order.items().forEach(item -> columns.add(position(order, item, kind, trials)));
                continue;
            }
            double[] values =
                    trials.stream()
                            .mapToDouble(
                                    t -> place(p, kind == Kind.TASK ? t.task() : t.configuration()))
                            .toArray();
            boolean constant = Arrays.stream(values).distinct().count() < 2;
            if (kind == Kind.PARAMETER || !constant) {
                columns.add(new Column(p.name(), "", kind, axis(p), names(p), values));
            }
        }
    }

    /** Returns where an item stands in the orders of trials, from 0, as expressions count. */
    private static Column position(Permutation order, String item, Kind kind, List<Trial> trials) {
        int index = order.items().indexOf(item);
        double[] values =
                trials.stream()
                        .map(t -> kind == Kind.TASK ? t.task() : t.configuration())
                        .mapToDouble(p ->
                                p.has(order.name())
                                        ? order.positions(p.get(order.name()))[index]
                                        : Double.NaN)
                        .toArray();
        Axis axis =
                Axis.of(IntStream.range(0, order.length()).mapToObj(Integer::toString).toList());
        return new Column(order.name() + ": " + item, "", kind, axis, List.of(), values);
    }

    private static double place(Parameter p, org.attune.api.Point point) {
        return point.has(p.name()) ? place(p, point.get(p.name())) : Double.NaN;
    }

    /** Returns where a value lies on the axis of its parameter; permutations have none. */
    static double place(Parameter parameter, Object value) {
        return switch (parameter) {
            case Parameter.Real r -> ((Number) value).doubleValue();
            case Parameter.Int i -> ((Number) value).doubleValue();
            case Parameter.Ordinal o -> o.values().indexOf(o.canonical(value));
            case Parameter.Categorical c -> c.values().indexOf(c.canonical(value));
            case Permutation p -> throw noAxis(p);
        };
    }

    private static List<String> names(Parameter parameter) {
        return switch (parameter) {
            case Parameter.Real r -> List.of();
            case Parameter.Int i -> List.of();
            case Parameter.Ordinal o -> o.values().stream().map(Object::toString).toList();
            case Parameter.Categorical c -> c.values();
            case Permutation p -> throw noAxis(p);
        };
    }

    /** Returns the axis of a parameter, from its lower to its upper bound. */
    static Axis axis(Parameter parameter) {
        return switch (parameter) {
            case Parameter.Real r -> bounded(r.lower(), r.upper(), r.scale() == Scale.LOG);
            case Parameter.Int i -> bounded(i.lower(), i.upper(), i.scale() == Scale.LOG);
            case Parameter.Ordinal o -> Axis.of(cut(o.values()));
            case Parameter.Categorical c -> Axis.of(cut(c.values()));
            case Permutation p -> throw noAxis(p);
        };
    }

    private static IllegalArgumentException noAxis(Permutation order) {
        return new IllegalArgumentException(
                "'%s' is an order, not one axis.".formatted(order.name()));
    }

    private static Axis bounded(double lower, double upper, boolean log) {
        return lower < upper
                ? new Axis(lower, upper, log)
                : Axis.around(new double[] {lower}, false);
    }

    private static List<String> cut(List<?> names) {
        return names.stream().map(n -> org.attune.api.Format.cut(n.toString(), 14)).toList();
    }

    /** Returns an axis around values, logarithmic where they are positive and far apart. */
    static Axis around(double[]... values) {
        double[] all =
                Arrays.stream(values)
                        .flatMapToDouble(Arrays::stream)
                        .filter(Double::isFinite)
                        .toArray();
        return Axis.around(all, isWide(all));
    }

    /** Returns whether values are positive and span more than a factor. */
    static boolean isWide(double[] values) {
        var statistics = Arrays.stream(values).filter(Double::isFinite).summaryStatistics();
        return statistics.getCount() > 0
                && statistics.getMin() > 0
                && statistics.getMax() / statistics.getMin() > DECADES;
    }

    /** Returns it for the script of the page. */
    Map<String, Object> data() {
        var data = new LinkedHashMap<String, Object>();
        data.put("name", name);
        data.put("unit", unit);
        data.put("kind", kind);
        data.put("low", axis.low());
        data.put("high", axis.high());
        data.put("log", axis.log());
        data.put("names", names);
        data.put("values", new Rounded(values));
        return data;
    }

    /** Returns the value of an output of a trial. */
    static OptionalDouble value(TuningProblem problem, Trial trial, String output) {
        return problem.value(trial, output);
    }

    /** Returns the parameter of a name. */
    static Optional<Parameter> parameter(TuningProblem problem, String name) {
        return problem.parameterSpace().parameters().stream()
                .filter(p -> p.name().equals(name))
                .findFirst();
    }
}
