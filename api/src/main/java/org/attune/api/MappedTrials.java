package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.NearestName;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes sources of trials whose names may mean other things than those of the problem. */
final class MappedTrials {
    private final SourceMapping mapping;
    private final SourceData data;
    private final TuningProblem problem;
    private final SourceSections theirs;
    private final Map<String, Integer> leftOut = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** A trial in the words of the problem, its values not yet compared with the ranges. */
    private record Translated(Trial trial, Map<String, Object> task, Map<String, Object> values) {}

    /** What makes a source of its own. */
    private record Key(Point task, String machine) {}

    MappedTrials(SourceMapping mapping, SourceData data, TuningProblem problem) {
        this.mapping = mapping;
        this.data = data;
        this.problem = problem;
        this.theirs = SourceSections.of(data);
    }

    SourceMapping.Mapped mapped() {
        requireNames();
        var translated = new ArrayList<Translated>();
        for (Trial t : data.trials()) {
            if (t.isPending()) {
                leftOut("not ended");
                continue;
            }
            Map<String, Object> scope = theirs.scope(t.task(), t.configuration());
            translated.add(
                    new Translated(
                            t,
                            values(problem.taskSpace(), scope),
                            values(problem.parameterSpace(), scope)));
        }
        var tasks = new OwnRanges(mapping, theirs, problem.taskSpace(), problem);
        var configurations = new OwnRanges(mapping, theirs, problem.parameterSpace(), problem);
        translated.forEach(t -> {
            tasks.see(t.task());
            configurations.see(t.values());
        });
        data.models()
                .forEach((task, models) -> {
                    tasks.see(taskValues(task));
                    models.stream()
                            .flatMap(m -> m.places().stream())
                            .forEach(p -> configurations.see(placeValues(task, p)));
                });
        data.best()
                .forEach((task, all) -> {
                    tasks.see(taskValues(task));
                    all.forEach(c -> configurations.see(placeValues(task, c)));
                });
        Space taskSpace = space(tasks);
        Space parameterSpace = space(configurations);
        var groups = new LinkedHashMap<Key, List<Trial>>();
        var outside = new ArrayList<String>();
        Optional<Translated> first = Optional.empty();
        for (Translated t : translated) {
            Candidate candidate;
            try {
                candidate =
                        new Candidate(
                                taskSpace.canonical(Point.of(t.task())),
                                parameterSpace.canonical(Point.of(t.values())),
                                t.trial().candidate().fidelity());
            } catch (IllegalArgumentException e) {
                outside.add(e.getMessage());
                first = first.or(() -> Optional.of(t));
                continue;
            }
            outcome(t.trial())
                    .ifPresent(o ->
                            groups.computeIfAbsent(
                                            key(candidate.task(), t.trial()),
                                            k -> new ArrayList<>())
                                    .add(with(t.trial(), candidate, o)));
        }
        requireInside(outside, first.flatMap(this::otherCategory));
        requireOutputs(groups);
        return new SourceMapping.Mapped(sources(groups, taskSpace, parameterSpace), leftOut, notes);
    }

    private Space space(OwnRanges ranges) {
        try {
            return ranges.space();
        } catch (IllegalArgumentException e) {
            throw refused(
                    "it cannot have ranges of its own: " + e.getMessage(),
                    "Maybe leave out what lies outside: ?outside=drop.");
        }
    }

    private void leftOut(String why) {
        leftOut.merge(why, 1, Integer::sum);
    }

    /** Refuses names that nobody has explained, on either side. */
    private void requireNames() {
        try {
            new MappedNames(mapping, data, problem, theirs).require();
            notes.addAll(theirs.differences(problem, mapping));
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage(), "");
        }
    }

    private Stream<Parameter> parameters() {
        return Stream.concat(
                problem.taskSpace().parameters().stream(),
                problem.parameterSpace().parameters().stream());
    }

    private Map<String, Object> taskValues(Point task) {
        return values(problem.taskSpace(), theirs.scope(task, Point.EMPTY));
    }

    private Map<String, Object> placeValues(Point task, Point place) {
        return values(problem.parameterSpace(), theirs.scope(task, place));
    }

    /** Returns the values of a space's parameters; inactive ones have none. */
    private Map<String, Object> values(Space space, Map<String, Object> scope) {
        var values = new LinkedHashMap<String, Object>();
        for (Parameter p : space.parameters()) {
            Expression expression = mapping.values().get(p.name());
            Object value =
                    expression == null ? scope.get(p.name()) : value(p.name(), expression, scope);
            if (value != null) {
                values.put(p.name(), value);
            }
        }
        return values;
    }

    /** Returns the value of an expression, null where it reads an inactive parameter. */
    private Object value(String name, Expression expression, Map<String, Object> scope) {
        try {
            var known = new LinkedHashMap<String, Object>();
            theirs.parameters().forEach(p -> known.put(p, null));
            known.putAll(scope);
            return expression.value(known);
        } catch (UndefinedNameException inactive) {
            return null;
        } catch (EvaluationException | ExpressionException e) {
            throw refused(
                    "map.%s=%s cannot be computed: %s"
                            .formatted(name, expression.text(), e.getMessage()),
                    "");
        }
    }

    private Key key(Point task, Trial trial) {
        return new Key(
                task,
                SourceData.machine(data.environments().getOrDefault(trial.number(), Map.of())));
    }

    private static Trial with(Trial t, Candidate candidate, Outcome outcome) {
        return new Trial(t.number(), candidate, t.origin(), outcome, t.provenance());
    }

    /** Returns the outcome with the problem's outputs, empty where one is missing. */
    private Optional<Outcome> outcome(Trial trial) {
        if (!(trial.outcome() instanceof Outcome.Measured m)) {
            return Optional.of(trial.outcome());
        }
        var outputs = new LinkedHashMap<>(m.outputs());
        for (String output : problem.measuredOutputs()) {
            Expression expression = mapping.values().get(output);
            if (expression != null) {
                outputs.put(output, repetitions(output, expression, trial, m));
            }
        }
        var all = new Outcome.Measured(outputs, m.extra(), m.elapsed(), m.reached(), m.runs());
        List<String> missing = all.missing(problem.measuredOutputs());
        if (!missing.isEmpty()) {
            leftOut("without the output " + String.join(", ", missing));
            return Optional.empty();
        }
        return Optional.of(all);
    }

    /** Computes an output for each repetition, or of the medians where they are not as many. */
    private List<Double> repetitions(
            String output, Expression expression, Trial trial, Outcome.Measured measured) {
        List<List<Double>> read =
                measured.outputs().entrySet().stream()
                        .filter(e -> expression.names().contains(e.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
        long lengths = read.stream().map(List::size).distinct().count();
        int count = lengths == 1 ? read.getFirst().size() : 1;
        var values = new ArrayList<Double>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> scope = theirs.scope(trial.task(), trial.configuration());
            for (Map.Entry<String, List<Double>> e : measured.outputs().entrySet()) {
                scope.put(
                        e.getKey(),
                        lengths == 1 && i < e.getValue().size()
                                ? e.getValue().get(i)
                                : (Double) Aggregation.MEDIAN.of(e.getValue()));
            }
            if (!(value(output, expression, scope) instanceof Number n)) {
                throw refused(
                        "map.%s=%s is no number at trial %d"
                                .formatted(output, expression.text(), trial.number()),
                        "");
            }
            values.add(n.doubleValue());
        }
        return values;
    }

    /** Returns how to say which category of the problem a category of the source is. */
    private Optional<String> otherCategory(Translated translated) {
        return parameters()
                .filter(p -> !mapping.isMapped(p.name()) && p instanceof Parameter.Categorical)
                .flatMap(p -> {
                    List<String> ours = ((Parameter.Categorical) p).values();
                    Object there = translated.values().get(p.name());
                    Object value = there == null ? translated.task().get(p.name()) : there;
                    return value == null || ours.contains(value.toString())
                            ? Stream.empty()
                            : Stream.of(
                                    "Maybe say which it is here: ?map.%1$s=\"'%2$s' if %1$s == '%3$s' else %1$s\"."
                                            .formatted(
                                                    p.name(),
                                                    NearestName.of(value.toString(), ours)
                                                            .orElse("VALUE"),
                                                    value));
                })
                .findFirst();
    }

    private void requireInside(List<String> outside, Optional<String> otherCategory) {
        if (outside.isEmpty()) {
            return;
        }
        if (mapping.outside() != SourceMapping.Outside.DROP) {
            throw refused(
                    "%d of its %d trials do not lie in the ranges of problem '%s': %s"
                            .formatted(
                                    outside.size(),
                                    data.trials().size(),
                                    problem.name(),
                                    outside.getFirst().replaceFirst("\\.$", "")),
                    mapping.outside() == SourceMapping.Outside.KEEP
                            ? "Maybe leave them out: ?outside=drop."
                            : otherCategory.map(c -> c + " Or leave").orElse("Maybe leave")
                                    + " them out (?outside=drop), or let the source have ranges"
                                    + " of its own (?outside=keep).");
        }
        leftOut.put("outside of the ranges", outside.size());
    }

    private void requireOutputs(Map<Key, List<Trial>> groups) {
        boolean measured =
                data.trials().stream().anyMatch(t -> t.outcome() instanceof Outcome.Measured);
        boolean kept =
                groups.values().stream()
                        .flatMap(List::stream)
                        .anyMatch(t -> t.outcome() instanceof Outcome.Measured);
        if (measured && !kept && leftOut.keySet().stream().anyMatch(w -> w.startsWith("without"))) {
            Set<String> outputs = new LinkedHashSet<>();
            data.trials()
                    .forEach(t -> {
                        if (t.outcome() instanceof Outcome.Measured m) {
                            outputs.addAll(m.outputs().keySet());
                        }
                    });
            String missing =
                    problem.measuredOutputs().stream()
                            .filter(o -> !mapping.isMapped(o) && !outputs.contains(o))
                            .findFirst()
                            .orElseThrow();
            throw refused(
                    "it has no output '%s', but %s".formatted(missing, String.join(", ", outputs)),
                    "Maybe say what it is there: ?map.%s=EXPRESSION.".formatted(missing));
        }
        if (groups.isEmpty() && data.models().isEmpty() && data.best().isEmpty()) {
            throw refused(
                    "it has no trial that can be learned from%s"
                            .formatted(leftOut.isEmpty() ? "" : ": " + leftOut),
                    "");
        }
    }

    private List<SourceRecord> sources(
            Map<Key, List<Trial>> groups, Space taskSpace, Space parameterSpace) {
        var models = new LinkedHashMap<Point, List<SourceModel>>();
        data.models()
                .forEach((task, all) ->
                        models.put(
                                canonical(taskSpace, taskValues(task)),
                                all.stream().map(m -> renamed(m, task, parameterSpace)).toList()));
        var best = new LinkedHashMap<Point, List<Point>>();
        data.best()
                .forEach((task, all) ->
                        best.put(
                                canonical(taskSpace, taskValues(task)),
                                all.stream()
                                        .map(c -> canonical(parameterSpace, placeValues(task, c)))
                                        .toList()));
        Stream.concat(models.keySet().stream(), best.keySet().stream())
                .distinct()
                .filter(task -> groups.keySet().stream().noneMatch(k -> k.task().equals(task)))
                .toList()
                .forEach(task -> groups.put(new Key(task, ""), List.of()));
        boolean severalTasks = groups.keySet().stream().map(Key::task).distinct().count() > 1;
        var sources = new ArrayList<SourceRecord>();
        groups.forEach((key, trials) -> {
            boolean severalMachines =
                    groups.keySet().stream().filter(k -> k.task().equals(key.task())).count() > 1;
            String name =
                    data.name()
                            + (severalTasks ? key.task().after(" ") : "")
                            + (severalMachines && !key.machine().isEmpty()
                                    ? " on " + key.machine()
                                    : "");
            SourceRecord.Builder source =
                    SourceRecord.of(name, key.task(), problem)
                            .parameters(parameterSpace.parameters())
                            .trials(trials)
                            .features(features(trials));
            trials.stream()
                    .map(t -> data.environments().get(t.number()))
                    .filter(e -> e != null)
                    .findFirst()
                    .ifPresent(source::environment);
            models.getOrDefault(key.task(), List.of()).forEach(source::model);
            sources.add(source.best(best.getOrDefault(key.task(), List.of())).build());
        });
        return sources;
    }

    private boolean isRenamed(String name, String there) {
        return mapping.isMapped(name) && mapping.values().get(name).text().strip().equals(there);
    }

    /** Returns a model in the words of the problem, without places that lie outside. */
    private SourceModel renamed(SourceModel model, Point task, Space parameterSpace) {
        String output =
                mapping.values().keySet().stream()
                        .filter(name -> isRenamed(name, model.output()))
                        .findFirst()
                        .orElse(model.output());
        boolean converted = mapping.isMapped(output) && !isRenamed(output, model.output());
        if (converted || !problem.outputNames().contains(output)) {
            throw refused(
                    "a model of '%s' cannot be converted into one of %s"
                            .formatted(model.output(), String.join(", ", problem.outputNames())),
                    "Only another name can be said of a model's output: ?map.NAME=%s."
                            .formatted(model.output()));
        }
        var places = new ArrayList<Point>();
        var values = new ArrayList<Double>();
        var deviations = new ArrayList<Double>();
        for (int i = 0; i < model.places().size(); i++) {
            Point place = Point.of(placeValues(task, model.places().get(i)));
            try {
                places.add(parameterSpace.canonical(place));
                values.add(model.values().get(i));
                deviations.add(model.deviations().get(i));
            } catch (IllegalArgumentException e) {
                if (mapping.outside() != SourceMapping.Outside.DROP) {
                    throw refused(
                            "a model has a place outside: " + e.getMessage(),
                            "Maybe leave such out: ?outside=drop.");
                }
            }
        }
        return new SourceModel(output, places, values, deviations, model.learned());
    }

    private Point canonical(Space space, Map<String, Object> values) {
        try {
            return space.canonical(Point.of(values));
        } catch (IllegalArgumentException e) {
            throw refused(
                    e.getMessage(), "Maybe let the source have ranges of its own: ?outside=keep.");
        }
    }

    private Map<String, Double> features(List<Trial> mapped) {
        for (Trial t : mapped) {
            Optional<Map<String, Double>> features =
                    data.trials().stream()
                            .filter(o -> o.number() == t.number())
                            .findFirst()
                            .map(o -> data.features().get(o.task()));
            if (features.isPresent()) {
                return features.get();
            }
        }
        return Map.of();
    }

    private IllegalArgumentException refused(String why, String advice) {
        String said = advice.isEmpty() ? why : why.replaceFirst("\\.$", "") + ". " + advice;
        return new IllegalArgumentException(
                "Source '%s' does not fit: %s%s"
                        .formatted(data.name(), said, said.endsWith(".") ? "" : "."));
    }
}
