package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The problem by which a source's file is read: its names, and numbers without bounds. */
final class ReadingProblem {
    private static final double WIDE = 1e300;
    private static final long WIDE_INTEGER = 1L << 53; // beyond, a double is not exact

    private final SourceMapping mapping;
    private final TuningProblem problem;
    private final UnaryOperator<Parameter> as;
    private final Map<String, Parameter> tasks = new LinkedHashMap<>();
    private final Map<String, Parameter> parameters = new LinkedHashMap<>();

    private ReadingProblem(
            SourceMapping mapping, TuningProblem problem, UnaryOperator<Parameter> as) {
        this.mapping = mapping;
        this.problem = problem;
        this.as = as;
    }

    static TuningProblem of(
            SourceMapping mapping, TuningProblem problem, UnaryOperator<Parameter> as) {
        return new ReadingProblem(mapping, problem, as).built();
    }

    private TuningProblem built() {
        problem.taskSpace().parameters().forEach(p -> add(p, tasks));
        problem.parameterSpace().parameters().forEach(p -> add(p, parameters));
        mapping.ignored().forEach(name -> parameters.putIfAbsent(name, real(name)));
        TuningProblem.Builder builder =
                TuningProblem.named(problem.name()).machine(problem.machine());
        problem.constants().forEach(builder::constant);
        problem.fidelity().ifPresent(f -> builder.fidelity(f.parameter()));
        Set<String> known = new LinkedHashSet<>(tasks.keySet());
        known.addAll(parameters.keySet());
        known.addAll(problem.constants().keySet());
        problem.fidelity().ifPresent(f -> known.add(f.name()));
        known.addAll(List.of("nodes", "cores"));
        tasks.values().forEach(p -> builder.task(readable(as.apply(p), known)));
        parameters.values().forEach(p -> builder.parameter(readable(as.apply(p), known)));
        outputs(builder, known);
        return builder.build();
    }

    /** Adds the parameters of the source that one of the problem is made of. */
    private void add(Parameter p, Map<String, Parameter> to) {
        Expression expression = mapping.values().get(p.name());
        if (expression == null) {
            to.put(p.name(), wide(p, p.name()));
            return;
        }
        for (String name : expression.names()) {
            boolean renamed = expression.text().strip().equals(name);
            boolean constant = problem.constants().containsKey(name);
            if (!tasks.containsKey(name) && !parameters.containsKey(name) && !constant) {
                to.put(name, renamed ? wide(p, name) : real(name));
            }
        }
    }

    private void outputs(TuningProblem.Builder builder, Set<String> parametersAndConstants) {
        if (problem.measuredOutputs().stream().noneMatch(mapping::isMapped)) {
            problem.objectives().forEach(builder::objective);
            problem.derivedOutputs()
                    .forEach((name, e) -> {
                        if (problem.objectives().stream().noneMatch(o -> o.name().equals(name))) {
                            builder.derivedOutput(name, e.text());
                        }
                    });
            problem.derived().forEach((name, e) -> builder.derived(name, e.text()));
            return;
        }
        Set<String> measured = new LinkedHashSet<>();
        for (String output : problem.measuredOutputs()) {
            Expression expression = mapping.values().get(output);
            if (expression == null) {
                measured.add(output);
            } else {
                measured.addAll(expression.names());
            }
        }
        measured.removeAll(parametersAndConstants);
        measured.forEach(name ->
                builder.objective(
                        problem.objectives().stream()
                                .filter(o -> o.name().equals(name) && o.expression().isEmpty())
                                .findFirst()
                                .orElseGet(() -> Objective.minimize(name))));
    }

    private static Parameter wide(Parameter p, String name) {
        Optional<Object> none = Optional.empty();
        return switch (p) {
            case Parameter.Real r ->
                    new Parameter.Real(name, -WIDE, WIDE, Scale.LINEAR, none, r.activeIf());
            case Parameter.Int i ->
                    new Parameter.Int(
                            name, -WIDE_INTEGER, WIDE_INTEGER, Scale.LINEAR, none, i.activeIf());
            case Parameter.Ordinal o -> new Parameter.Ordinal(name, o.values(), none, o.activeIf());
            case Parameter.Categorical c ->
                    new Parameter.Categorical(name, c.values(), none, c.activeIf());
            case Permutation o ->
                    new Permutation(name, o.items(), o.separator(), false, none, o.activeIf());
        };
    }

    /** A number of which nothing else is known. */
    private static Parameter real(String name) {
        return Parameter.real(name, -WIDE, WIDE);
    }

    /** Returns the parameter without a condition over names that the source does not have. */
    private static Parameter readable(Parameter p, Set<String> known) {
        if (p.activeIf().isEmpty() || known.containsAll(p.activeIf().get().names())) {
            return p;
        }
        Optional<Expression> always = Optional.empty();
        return switch (p) {
            case Parameter.Real r ->
                    new Parameter.Real(
                            r.name(), r.lower(), r.upper(), r.scale(), r.defaultValue(), always);
            case Parameter.Int i ->
                    new Parameter.Int(
                            i.name(), i.lower(), i.upper(), i.scale(), i.defaultValue(), always);
            case Parameter.Ordinal o ->
                    new Parameter.Ordinal(o.name(), o.values(), o.defaultValue(), always);
            case Parameter.Categorical c ->
                    new Parameter.Categorical(c.name(), c.values(), c.defaultValue(), always);
            case Permutation o ->
                    new Permutation(
                            o.name(), o.items(), o.separator(), o.held(), o.defaultValue(), always);
        };
    }
}
