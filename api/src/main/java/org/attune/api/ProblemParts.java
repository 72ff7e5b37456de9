package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a problem is made of, as it is collected by {@link TuningProblem.Builder}, and whether that
 * makes sense.
 */
final class ProblemParts {
    final String name;
    final List<Parameter> taskParameters = new ArrayList<>();
    final List<Parameter> parameters = new ArrayList<>();
    final List<Objective> objectives = new ArrayList<>();
    final List<Constraint> constraints = new ArrayList<>();
    final SequencedMap<String, Object> constants = new LinkedHashMap<>();
    final SequencedMap<String, Expression> derived = new LinkedHashMap<>();
    final SequencedMap<String, Expression> derivedOutputs = new LinkedHashMap<>();
    final List<PerformanceModel> models = new ArrayList<>();
    final SequencedMap<String, PerformanceModel> priorMeans = new LinkedHashMap<>(); // by output
    final List<Belief> beliefs = new ArrayList<>();
    Machine machine = Machine.local();
    Optional<FidelityParameter> fidelity = Optional.empty();

    /**
     * @throws IllegalArgumentException if the name cannot be that of a file
     */
    ProblemParts(String name) {
        if (!name.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.+-]*")) {
            throw new IllegalArgumentException(
                    "Problem name '%s' is no file name. Maybe use letters, digits, '_', '.' and '-'."
                            .formatted(name));
        }
        this.name = name;
    }

    ProblemParts copy() {
        ProblemParts copy = ofSpaces();
        copy.objectives.addAll(objectives);
        copy.derivedOutputs.putAll(derivedOutputs);
        copy.models.addAll(models);
        copy.priorMeans.putAll(priorMeans);
        copy.beliefs.addAll(beliefs);
        return copy;
    }

    /** Returns a copy without what is said of outputs. */
    ProblemParts ofSpaces() {
        var copy = new ProblemParts(name);
        copy.taskParameters.addAll(taskParameters);
        copy.parameters.addAll(parameters);
        copy.constraints.addAll(constraints);
        copy.constants.putAll(constants);
        copy.derived.putAll(derived);
        copy.machine = machine;
        copy.fidelity = fidelity;
        return copy;
    }

    /** Holds a parameter at a value; see {@link TuningProblem.Builder#fix}. */
    void fix(String parameter, Object value) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        int index = names.indexOf(parameter);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "There is no parameter '%s' to fix.%s"
                            .formatted(parameter, NearestName.hint(parameter, names)));
        }
        parameters.set(index, parameters.get(index).fixedAt(value));
        beliefs.removeIf(b -> b.parameter().equals(parameter));
    }

    /** Adds a constant; see {@link TuningProblem.Builder#constant}. */
    void addConstant(String constant, Object value) {
        if (value instanceof List) {
            throw new IllegalArgumentException(
                    "Constant '%s' is %s, but must be a number or a string."
                            .formatted(constant, value));
        }
        constants.put(constant, Point.of(Map.of(constant, value)).get(constant));
    }

    /** Sets the fidelity; see {@link TuningProblem.Builder#fidelity}. */
    void setFidelity(FidelityParameter quantity) {
        new FidelityScale(quantity, constants, machine); // checks it
        fidelity = Optional.of(quantity);
    }

    /** Returns the value of an expression; see {@link TuningProblem.Builder#bound}. */
    double bound(String expression) {
        var values = new LinkedHashMap<String, Object>();
        values.put("nodes", (long) machine.nodes());
        values.put("cores", (long) machine.cores());
        values.putAll(constants);
        try {
            if (Expression.parse(expression).value(values) instanceof Number n) {
                return n.doubleValue();
            }
        } catch (EvaluationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        throw new IllegalArgumentException("Bound '%s' is not a number.".formatted(expression));
    }

    /** Puts these models in place of the own ones, a sampled one also where it is a prior mean. */
    void replaceModels(List<PerformanceModel> newModels) {
        models.clear();
        models.addAll(newModels);
        priorMeans.replaceAll((output, mean) ->
                newModels.stream()
                        .filter(m -> mean instanceof SampledModel && m.name().equals(mean.name()))
                        .findFirst()
                        .orElse(mean));
    }

    /**
     * Checks what can be checked before names are known.
     *
     * @throws IllegalArgumentException if nothing can be tuned or optimised, a name is there twice,
     *     or a derived output reads another one
     */
    void requireTunable(Space taskSpace, Space parameterSpace) {
        for (Permutation p : taskSpace.permutations()) {
            throw new IllegalArgumentException(
                    "%s: a task parameter cannot be a permutation.".formatted(p.name()));
        }
        if (parameterSpace.dimension() == 0) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no parameters to tune.".formatted(name));
        }
        if (objectives.stream().noneMatch(Objective::optimize)) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no objective to optimise.".formatted(name));
        }
        requireDistinct("objectives", objectiveNames());
        requireDistinct("constraints", constraints.stream().map(Constraint::name).toList());
    }

    /** Adds objectives that are expressions to the derived outputs, and checks these. */
    void deriveObjectives() {
        objectives.forEach(o -> o.expression().ifPresent(e -> derivedOutputs.put(o.name(), e)));
        derivedOutputs.forEach((output, expression) -> {
            for (String read : expression.names()) {
                if (derivedOutputs.containsKey(read)) {
                    throw new IllegalArgumentException(
                            "Derived output '%s' reads '%s', which is derived too. Maybe write out its expression."
                                    .formatted(output, read));
                }
            }
        });
    }

    /** Returns the names that expressions read, conditions and bounds aside. */
    Set<String> namesRead() {
        var expressions = new ArrayList<Expression>(derived.values());
        expressions.addAll(derivedOutputs.values());
        constraints.forEach(c -> c.expression().ifPresent(expressions::add));
        fidelity.flatMap(FidelityParameter::cost).ifPresent(expressions::add);
        Stream.concat(models.stream(), priorMeans.values().stream())
                .forEach(m -> {
                    if (m instanceof FormulaModel f) {
                        expressions.addAll(f.expressions());
                    }
                });
        return expressions.stream().flatMap(e -> e.names().stream()).collect(Collectors.toSet());
    }

    /** Returns the names of objectives and of derived outputs. */
    Set<String> outputs() {
        var outputs = new LinkedHashSet<>(derivedOutputs.keySet());
        outputs.addAll(objectiveNames());
        return outputs;
    }

    /**
     * Checks models, prior means and beliefs, and binds them to names and parameters.
     *
     * @throws IllegalArgumentException if one is of nothing in this problem
     */
    void bind(List<String> names, Space parameterSpace) {
        requireDistinct("models", models.stream().map(PerformanceModel::name).toList());
        models.replaceAll(m -> bound(m, names));
        priorMeans.replaceAll((output, mean) -> {
            requireOutput(output, "The prior mean '%s'".formatted(mean.name()));
            return bound(mean, names);
        });
        requireDistinct("beliefs", beliefs.stream().map(Belief::parameter).toList());
        beliefs.replaceAll(b -> Belief.of(parameter(b, parameterSpace), b.likely()));
    }

    private PerformanceModel bound(PerformanceModel model, List<String> names) {
        model.objective()
                .ifPresent(o -> requireOutput(o, "Performance model '%s'".formatted(model.name())));
        return model instanceof FormulaModel f ? f.bound(names) : model;
    }

    private List<String> objectiveNames() {
        return objectives.stream().map(Objective::name).toList();
    }

    private void requireOutput(String output, String subject) {
        List<String> known = objectiveNames();
        if (!known.contains(output)) {
            throw new IllegalArgumentException(
                    "%s is of '%s', which is no output of this problem. Maybe one of %s."
                            .formatted(subject, output, String.join(", ", known)));
        }
    }

    private static Parameter parameter(Belief belief, Space parameterSpace) {
        List<String> names = parameterSpace.parameters().stream().map(Parameter::name).toList();
        int index = names.indexOf(belief.parameter());
        if (index < 0) {
            throw new IllegalArgumentException(
                    "There is a belief about '%s', which is no parameter.%s"
                            .formatted(
                                    belief.parameter(),
                                    NearestName.hint(belief.parameter(), names)));
        }
        return parameterSpace.parameters().get(index);
    }

    private static void requireDistinct(String what, List<String> names) {
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException(
                    "Two %s share a name: %s.".formatted(what, String.join(", ", names)));
        }
    }
}
