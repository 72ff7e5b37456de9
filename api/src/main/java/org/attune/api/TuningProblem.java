package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * What is tuned: task space, parameter space, objectives, constraints, constants, derived values,
 * fidelity, performance models and beliefs. Immutable; made by {@link #named}.
 */
public final class TuningProblem {
    private final String name;
    private final Space taskSpace;
    private final Space parameterSpace;
    private final List<Objective> objectives;
    private final List<Constraint> constraints;
    private final SequencedMap<String, Object> constants;
    private final SequencedMap<String, Expression> derived;
    private final SequencedMap<String, Expression> derivedOutputs;
    private final Machine machine;
    private final Optional<FidelityScale> fidelity;
    private final Scope scope;
    private final String[] scopeNames;
    private final List<PerformanceModel> models;
    private final SequencedMap<String, PerformanceModel> priorMeans; // by output
    private final List<Belief> beliefs;
    private final Expression.Bound[] bound; // of the constraints, null for predicates

    private TuningProblem(Builder b) {
        name = b.name;
        constants = new LinkedHashMap<>(b.constants);
        taskSpace = Space.of(b.taskParameters, constants);
        parameterSpace = Space.of(b.parameters, constants);
        objectives = List.copyOf(b.objectives);
        constraints = List.copyOf(b.constraints);
        derived = new LinkedHashMap<>(b.derived);
        derivedOutputs = new LinkedHashMap<>(b.derivedOutputs);
        machine = b.machine;
        fidelity = b.fidelity.map(f -> new FidelityScale(f, constants, machine));
        taskSpace.permutations().stream()
                .findFirst()
                .ifPresent(p -> {
                    throw new IllegalArgumentException(
                            "%s: a task parameter cannot be a permutation.".formatted(p.name()));
                });
        if (parameterSpace.dimension() == 0) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no parameters to tune.".formatted(name));
        }
        if (objectives.stream().noneMatch(Objective::optimize)) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no objective to optimise.".formatted(name));
        }
        requireDistinct("objectives", objectives.stream().map(Objective::name).toList());
        requireDistinct("constraints", constraints.stream().map(Constraint::name).toList());
        for (Objective o : objectives) {
            o.expression().ifPresent(e -> derivedOutputs.put(o.name(), e));
        }
        requireNoChains();
        var outputs = new LinkedHashSet<>(derivedOutputs.keySet());
        objectives.forEach(o -> outputs.add(o.name()));
        scope =
                new Scope(
                        constants, machine, fidelity, taskSpace, parameterSpace, derived, outputs);
        bound = new Expression.Bound[constraints.size()];
        for (int i = 0; i < bound.length; i++) {
            Optional<Expression> e = constraints.get(i).expression();
            bound[i] = e.isPresent() ? e.get().bind(scope.names()) : null;
        }
        scopeNames = scope.names().toArray(new String[0]);
        requireDistinct("models", b.models.stream().map(PerformanceModel::name).toList());
        models = b.models.stream().map(this::bound).toList();
        priorMeans = new LinkedHashMap<>();
        b.priorMeans.forEach((output, mean) -> {
            requireOutput(output, "The prior mean '%s'".formatted(mean.name()));
            priorMeans.put(output, bound(mean));
        });
        requireDistinct("beliefs", b.beliefs.stream().map(Belief::parameter).toList());
        beliefs = b.beliefs.stream().map(x -> Belief.of(parameter(x), x.likely())).toList();
    }

    private Parameter parameter(Belief belief) {
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

    private PerformanceModel bound(PerformanceModel model) {
        model.objective()
                .ifPresent(o -> requireOutput(o, "Performance model '%s'".formatted(model.name())));
        return model instanceof FormulaModel f ? f.bound(scope.names()) : model;
    }

    private void requireOutput(String output, String subject) {
        List<String> known = objectives.stream().map(Objective::name).toList();
        if (!known.contains(output)) {
            throw new IllegalArgumentException(
                    "%s is of '%s', which is no output of this problem. Maybe one of %s."
                            .formatted(subject, output, known));
        }
    }

    private void requireNoChains() {
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

    /** Starts a problem of this name, which is also the name of its history. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the space of tasks, of dimension 0 where there are no task parameters. */
    public Space taskSpace() {
        return taskSpace;
    }

    /** Returns the space of configurations. */
    public Space parameterSpace() {
        return parameterSpace;
    }

    /** Returns the objectives, at least one of which is optimised. */
    public List<Objective> objectives() {
        return objectives;
    }

    /** Returns the objectives that are optimised, not only kept in range. */
    public List<Objective> optimized() {
        return objectives.stream().filter(Objective::optimize).toList();
    }

    /** Returns the known constraints. */
    public List<Constraint> constraints() {
        return constraints;
    }

    /** Returns at which fidelities configurations can be run; empty where only full runs are. */
    public Optional<FidelityScale> fidelity() {
        return fidelity;
    }

    /**
     * Returns whether a run goes on from one of the same configuration at a lower fidelity, and
     * costs the difference.
     */
    public boolean resumes() {
        return fidelity.filter(f -> f.parameter().resume()).isPresent();
    }

    /**
     * Returns the quantity at which a candidate is run, by its name; the share of the full cost
     * where the problem names no quantity and it is not a full run, else nothing.
     */
    public Point fidelity(Candidate candidate) {
        Fidelity at = candidate.fidelity();
        return fidelity.map(f -> Point.of(f.name(), f.quantity(at)))
                .orElseGet(() -> at.isFull() ? Point.EMPTY : Point.of("fidelity", at.value()));
    }

    /** Returns the constants by name. */
    public SequencedMap<String, Object> constants() {
        return new LinkedHashMap<>(constants);
    }

    /** Returns the performance models. */
    public List<PerformanceModel> models() {
        return models;
    }

    /**
     * Returns by output what is expected of it before anything is measured, in its unit. Surrogates
     * model what outputs are beside it.
     */
    public SequencedMap<String, PerformanceModel> priorMeans() {
        return new LinkedHashMap<>(priorMeans);
    }

    /**
     * Returns the same problem with these performance models in place of its own, a sampled one
     * that is a prior mean also there.
     */
    public TuningProblem withModels(List<PerformanceModel> newModels) {
        Builder builder = toBuilder();
        builder.models.clear();
        builder.models.addAll(newModels);
        builder.priorMeans.replaceAll((output, mean) ->
                newModels.stream()
                        .filter(m -> mean instanceof SampledModel && m.name().equals(mean.name()))
                        .findFirst()
                        .orElse(mean));
        return builder.build();
    }

    /**
     * Returns a builder that has all parts of this problem, to which more can be added, or in which
     * parameters can be {@linkplain Builder#fix fixed}.
     */
    public Builder toBuilder() {
        Builder builder = sameSpaces();
        builder.objectives.addAll(objectives);
        builder.derivedOutputs.putAll(derivedOutputs);
        builder.models.addAll(models);
        builder.priorMeans.putAll(priorMeans);
        builder.beliefs.addAll(beliefs);
        return builder;
    }

    /** Returns the problem of the same tasks and configurations that measures this output alone. */
    public TuningProblem measuring(String output) {
        return sameSpaces().objective(Objective.minimize(output)).build();
    }

    private Builder sameSpaces() {
        var builder = new Builder(name);
        builder.taskParameters.addAll(taskSpace.parameters());
        builder.parameters.addAll(parameterSpace.parameters());
        builder.constraints.addAll(constraints);
        builder.constants.putAll(constants);
        builder.derived.putAll(derived);
        builder.machine = machine;
        builder.fidelity = fidelity.map(FidelityScale::parameter);
        return builder;
    }

    /** Returns where good values are expected, at most one belief for each parameter. */
    public List<Belief> beliefs() {
        return beliefs;
    }

    /**
     * Returns what a performance model sees of this configuration of this task at full fidelity.
     *
     * @throws EvaluationException if a derived value cannot be computed
     */
    public Point known(Point task, Point configuration) {
        return new Point(scopeNames, scope.slots(task, configuration, Fidelity.FULL));
    }

    /** Returns the machine that expressions refer to. */
    public Machine machine() {
        return machine;
    }

    /** Returns the expressions of derived outputs by name, those of objectives included. */
    public SequencedMap<String, Expression> derivedOutputs() {
        return new LinkedHashMap<>(derivedOutputs);
    }

    /** Returns the names that {@link #values} gives values to, in the same order. */
    public List<String> names() {
        return List.copyOf(scope.names());
    }

    /**
     * Returns the outputs that an evaluation must measure: objectives, and what derived outputs
     * read.
     */
    public SequencedSet<String> measuredOutputs() {
        var measured = new LinkedHashSet<String>();
        objectives.stream().map(Objective::name).forEach(measured::add);
        derivedOutputs.values().forEach(e -> measured.addAll(e.names()));
        measured.removeAll(derivedOutputs.keySet());
        measured.removeAll(scope.names());
        return measured;
    }

    /** Returns the names of all outputs, measured and derived. */
    SequencedSet<String> outputNames() {
        var names = measuredOutputs();
        names.addAll(derivedOutputs.keySet());
        return names;
    }

    /** Returns whether every constraint holds for the candidate. */
    public boolean admits(Candidate candidate) {
        if (constraints.isEmpty()) {
            return true;
        }
        Object[] slots = scope.slotsOrNull(candidate);
        for (int i = 0; i < bound.length; i++) {
            if (slots == null || !holds(i, slots, candidate)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether every constraint holds for this configuration of this task at full fidelity.
     */
    public boolean admits(Point task, Point configuration) {
        return admits(Candidate.of(task, configuration));
    }

    /** Returns the constraints that do not hold for the candidate. */
    public List<Constraint> violated(Candidate candidate) {
        Object[] slots = scope.slotsOrNull(candidate);
        var violated = new ArrayList<Constraint>();
        for (int i = 0; i < bound.length; i++) {
            if (slots == null || !holds(i, slots, candidate)) {
                violated.add(constraints.get(i));
            }
        }
        return violated;
    }

    /**
     * Returns why a constraint cannot be evaluated for the candidate, as when it divides by zero;
     * empty if it can.
     */
    Optional<String> failure(Constraint constraint, Candidate candidate) {
        Object[] slots = scope.slotsOrNull(candidate);
        int i = constraints.indexOf(constraint);
        if (slots == null || bound[i] == null) {
            return Optional.empty(); // a derived value that fails, which is said elsewhere
        }
        try {
            bound[i].test(slots);
            return Optional.empty();
        } catch (UndefinedNameException inactive) {
            return Optional.empty();
        } catch (EvaluationException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        }
    }

    /**
     * Returns the error that no admissible configuration of this task was found, which names the
     * constraints.
     */
    public IllegalStateException nothingAdmissible(Point task) {
        return new IllegalStateException(
                "No configuration of '%s' was found that is admissible%s. Maybe the constraints %s contradict each other: see 'attune check'."
                        .formatted(name, task.after(" for task "), constraints));
    }

    private boolean holds(int i, Object[] slots, Candidate candidate) {
        if (bound[i] == null) {
            return constraints.get(i).predicate().orElseThrow().test(candidate);
        }
        try {
            return bound[i].test(slots);
        } catch (UndefinedNameException inactive) {
            return true;
        } catch (EvaluationException failed) {
            return false;
        }
    }

    /**
     * Returns what expressions and templates can read of a candidate: constants, machine, the
     * quantity of its fidelity, task, configuration and derived values by name, without what is
     * inactive.
     *
     * @throws EvaluationException if a derived value cannot be computed
     */
    public SequencedMap<String, Object> values(Candidate candidate) {
        Object[] slots =
                scope.slots(candidate.task(), candidate.configuration(), candidate.fidelity());
        var values = new LinkedHashMap<String, Object>();
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null) {
                values.put(scope.names().get(i), slots[i]);
            }
        }
        return values;
    }

    /**
     * Returns the aggregated value of an objective or output of this trial, in its own unit; empty
     * where the trial is pending or failed, or a derived output cannot be computed from it.
     *
     * <p>A derived output is computed from the aggregates of those it reads. One that is an
     * objective is computed for each repetition and aggregated as that objective says, where all
     * that it reads were repeated equally often.
     *
     * @throws IllegalArgumentException if the problem has no such output
     */
    public OptionalDouble value(Trial trial, String output) {
        List<Double> repetitions = repetitions(trial, output);
        return repetitions.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(aggregation(output).of(repetitions));
    }

    /**
     * Returns what the measurements of a trial tell about the noise of the {@link #value} of an
     * output.
     *
     * @throws IllegalArgumentException if the problem has no such output
     */
    public MeasuredNoise noise(Trial trial, String output) {
        List<Double> repetitions = repetitions(trial, output);
        if (repetitions.isEmpty()) {
            return MeasuredNoise.UNKNOWN;
        }
        List<Double> error =
                trial.outcome() instanceof Outcome.Measured m
                        ? m.outputs().getOrDefault(output + MeasuredNoise.STANDARD_ERROR, List.of())
                        : List.of();
        return MeasuredNoise.of(
                aggregation(output), repetitions, error.size() == 1 ? error.getFirst() : 0);
    }

    private List<Double> repetitions(Trial trial, String output) {
        Expression expression = derivedOutputs.get(output);
        if (expression == null && !measuredOutputs().contains(output)) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no output '%s'.".formatted(name, output));
        }
        if (!(trial.outcome() instanceof Outcome.Measured measured)) {
            return List.of();
        }
        return expression != null
                ? DerivedOutput.repetitions(this, output, expression, trial.candidate(), measured)
                : measured.outputs().getOrDefault(output, List.of());
    }

    /**
     * Returns how repetitions of this output are aggregated: as its objective says, else by the
     * median.
     */
    Aggregation aggregation(String output) {
        return objectives.stream()
                .filter(o -> o.name().equals(output))
                .map(Objective::aggregation)
                .findFirst()
                .orElse(Aggregation.MEDIAN);
    }

    /** Returns whether every objective of a trial has a value that lies in its range. */
    public boolean isInRange(Trial trial) {
        return objectives.stream()
                .allMatch(o -> {
                    OptionalDouble value = value(trial, o.name());
                    return value.isPresent() && o.accepts(value.getAsDouble());
                });
    }

    /**
     * Returns all outputs of a trial that has been measured, aggregated, the optimised ones first.
     */
    public SequencedMap<String, Double> outputs(Trial trial) {
        var outputs = new LinkedHashMap<String, Double>();
        var names = new LinkedHashSet<String>();
        optimized().forEach(o -> names.add(o.name()));
        objectives.forEach(o -> names.add(o.name()));
        names.addAll(measuredOutputs());
        names.addAll(derivedOutputs.keySet());
        for (String output : names) {
            value(trial, output).ifPresent(v -> outputs.put(output, v));
        }
        return outputs;
    }

    /**
     * Returns the problem as data, for histories and for telling what changed; see {@link
     * ProblemChange}.
     */
    public Map<String, Object> description() {
        return ProblemDescription.of(this);
    }

    SequencedMap<String, Expression> derived() {
        return derived;
    }

    private static String words(Objective o) {
        return "%s %s".formatted(o.goal().name().toLowerCase(Locale.ROOT), o.name());
    }

    private static void requireDistinct(String what, List<String> names) {
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("Two %s share a name in %s.".formatted(what, names));
        }
    }

    /** Collects the parts of a problem. */
    public static final class Builder {
        private final String name;
        private final List<Parameter> taskParameters = new ArrayList<>();
        private final List<Parameter> parameters = new ArrayList<>();
        private final List<Objective> objectives = new ArrayList<>();
        private final List<Constraint> constraints = new ArrayList<>();
        private final SequencedMap<String, Object> constants = new LinkedHashMap<>();
        private final SequencedMap<String, Expression> derived = new LinkedHashMap<>();
        private final SequencedMap<String, Expression> derivedOutputs = new LinkedHashMap<>();
        private final List<PerformanceModel> models = new ArrayList<>();
        private final SequencedMap<String, PerformanceModel> priorMeans = new LinkedHashMap<>();
        private final List<Belief> beliefs = new ArrayList<>();
        private Machine machine = Machine.local();
        private Optional<FidelityParameter> fidelity = Optional.empty();

        private Builder(String name) {
            if (!name.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.+-]*")) {
                throw new IllegalArgumentException(
                        "Problem name '%s' is no file name. Maybe use letters, digits, '_', '.' and '-'."
                                .formatted(name));
            }
            this.name = name;
        }

        /** Adds a task parameter. */
        public Builder task(Parameter parameter) {
            taskParameters.add(parameter);
            return this;
        }

        /** Adds a parameter to tune. */
        public Builder parameter(Parameter parameter) {
            parameters.add(parameter);
            return this;
        }

        /**
         * Holds a parameter that has been added at a value: it keeps its name and its place, so
         * that configurations stay those of the whole problem. A belief about it is dropped.
         *
         * @throws IllegalArgumentException if there is no such parameter, or the value is not one
         *     of its
         */
        public Builder fix(String parameter, Object value) {
            List<String> names = parameters.stream().map(Parameter::name).toList();
            int index = names.indexOf(parameter);
            if (index < 0) {
                throw new IllegalArgumentException(
                        "There is no parameter '%s' to fix.%s"
                                .formatted(parameter, NearestName.hint(parameter, names)));
            }
            parameters.set(index, parameters.get(index).fixedAt(value));
            beliefs.removeIf(b -> b.parameter().equals(parameter));
            return this;
        }

        /** Adds an objective. */
        public Builder objective(Objective objective) {
            objectives.add(objective);
            return this;
        }

        /** Adds a constraint. */
        public Builder constraint(Constraint constraint) {
            constraints.add(constraint);
            return this;
        }

        /**
         * Adds a constant: an integer, a real or a string.
         *
         * @throws IllegalArgumentException if it is none of these
         */
        public Builder constant(String constant, Object value) {
            if (value instanceof List) {
                throw new IllegalArgumentException(
                        "Constant '%s' is %s, but must be a number or a string."
                                .formatted(constant, value));
            }
            constants.put(constant, Point.of(Map.of(constant, value)).get(constant));
            return this;
        }

        /**
         * Adds a value that is computed from constants, task, configuration and earlier derived
         * values.
         */
        public Builder derived(String derivedName, String expression) {
            derived.put(derivedName, Expression.parse(expression));
            return this;
        }

        /**
         * Adds an output that is computed from measured ones and is no objective; reported only.
         */
        public Builder derivedOutput(String output, String expression) {
            derivedOutputs.put(output, Expression.parse(expression));
            return this;
        }

        /** Adds a performance model. */
        public Builder model(PerformanceModel model) {
            models.add(model);
            return this;
        }

        /**
         * Says what is expected of an output before anything is measured, in its unit: a formula,
         * or anything else that can be a performance model.
         */
        public Builder priorMean(String output, PerformanceModel mean) {
            priorMeans.put(output, mean);
            return this;
        }

        /** Adds where good values of a parameter are expected; see {@link Belief}. */
        public Builder belief(String parameter, Object... likely) {
            beliefs.add(new Belief(parameter, List.of(likely)));
            return this;
        }

        /**
         * Says by which quantity runs can be cheaper than a full one. Its cost may read the
         * constants added so far.
         *
         * @throws IllegalArgumentException if the cost cannot be computed, is not positive, or does
         *     not rise or fall all the way, or the full run is not among the levels
         */
        public Builder fidelity(FidelityParameter quantity) {
            new FidelityScale(quantity, constants, machine); // checks it
            fidelity = Optional.of(quantity);
            return this;
        }

        /**
         * Says which machine {@code nodes} and {@code cores} in expressions mean; this computer if
         * not called.
         */
        public Builder machine(Machine newMachine) {
            machine = newMachine;
            return this;
        }

        /**
         * Returns the value of a bound that is given as an expression over the constants added so
         * far, {@code nodes} and {@code cores}.
         *
         * @throws IllegalArgumentException if it is no number
         */
        public double bound(String expression) {
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

        /**
         * Returns the problem.
         *
         * @throws IllegalArgumentException if there is no parameter or no optimised objective, a
         *     name means two things, or an expression reads a name that there is not
         */
        public TuningProblem build() {
            return new TuningProblem(this);
        }

        @Override
        public String toString() {
            return "Problem %s, not built".formatted(name);
        }
    }

    @Override
    public String toString() {
        return "Problem %s: %s, %d parameters%s%s"
                .formatted(
                        name,
                        String.join(", ", optimized().stream().map(TuningProblem::words).toList()),
                        parameterSpace.parameters().size(),
                        taskSpace.dimension() == 0
                                ? ""
                                : ", %d task parameters".formatted(taskSpace.dimension()),
                        constraints.isEmpty()
                                ? ""
                                : ", %d constraints".formatted(constraints.size()));
    }
}
