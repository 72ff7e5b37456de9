package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Predicate;

/**
 * What is tuned: task space, parameter space, objectives, constraints, constants, derived values,
 * fidelity, performance models and beliefs. Immutable; made by {@link #named}.
 */
public final class TuningProblem {
    private final ProblemParts parts;
    private final Space taskSpace;
    private final Space parameterSpace;
    private final List<Objective> objectives;
    private final List<Constraint> constraints;
    private final Optional<FidelityScale> fidelity;
    private final Scope scope;
    private final BoundConstraints bound;
    private final Outputs outputs;

    private TuningProblem(ProblemParts given) {
        parts = given.copy();
        taskSpace = Space.of(parts.taskParameters, parts.constants);
        parameterSpace = Space.of(parts.parameters, parts.constants);
        fidelity = parts.fidelity.map(f -> new FidelityScale(f, parts.constants, parts.machine));
        parts.requireTunable(taskSpace, parameterSpace);
        parts.deriveObjectives();
        objectives = List.copyOf(parts.objectives);
        constraints = List.copyOf(parts.constraints);
        scope = new Scope(parts, fidelity, taskSpace, parameterSpace);
        bound = new BoundConstraints(constraints, scope);
        outputs = new Outputs(parts.name, objectives, parts.derivedOutputs, scope);
        parts.bind(scope.names(), parameterSpace);
    }

    /** Starts a problem of this name, which is also the name of its history. */
    public static Builder named(String name) {
        return new Builder(new ProblemParts(name));
    }

    /** Returns the name. */
    public String name() {
        return parts.name;
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
        return new LinkedHashMap<>(parts.constants);
    }

    /** Returns the performance models. */
    public List<PerformanceModel> models() {
        return List.copyOf(parts.models);
    }

    /**
     * Returns by output what is expected of it before anything is measured, in its unit. Surrogates
     * model what outputs are beside it.
     */
    public SequencedMap<String, PerformanceModel> priorMeans() {
        return new LinkedHashMap<>(parts.priorMeans);
    }

    /**
     * Returns the same problem with these performance models in place of its own, a sampled one
     * that is a prior mean also there.
     */
    public TuningProblem withModels(List<PerformanceModel> newModels) {
        ProblemParts changed = parts.copy();
        changed.replaceModels(newModels);
        return new TuningProblem(changed);
    }

    /**
     * Returns a builder that has all parts of this problem, to which more can be added, or in which
     * parameters can be {@linkplain Builder#fix fixed}.
     */
    public Builder toBuilder() {
        return new Builder(parts.copy());
    }

    /** Returns the problem of the same tasks and configurations that measures this output alone. */
    public TuningProblem measuring(String output) {
        return new Builder(parts.ofSpaces()).objective(Objective.minimize(output)).build();
    }

    /** Returns where good values are expected, at most one belief for each parameter. */
    public List<Belief> beliefs() {
        return List.copyOf(parts.beliefs);
    }

    /**
     * Returns what a performance model sees of this configuration of this task at full fidelity.
     *
     * @throws EvaluationException if a derived value cannot be computed
     */
    public Point known(Point task, Point configuration) {
        return scope.known(task, configuration);
    }

    /** Returns the machine that expressions refer to. */
    public Machine machine() {
        return parts.machine;
    }

    /** Returns the expressions of derived outputs by name, those of objectives included. */
    public SequencedMap<String, Expression> derivedOutputs() {
        return new LinkedHashMap<>(parts.derivedOutputs);
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
        return new LinkedHashSet<>(outputs.measured());
    }

    /** Returns the names of all outputs, measured and derived. */
    SequencedSet<String> outputNames() {
        return outputs.names();
    }

    /** Returns whether every constraint holds for the candidate. */
    public boolean admits(Candidate candidate) {
        return bound.admit(candidate);
    }

    /**
     * Returns whether every constraint holds for this configuration of this task at full fidelity.
     */
    public boolean admits(Point task, Point configuration) {
        return admits(Candidate.of(task, configuration));
    }

    /** Returns the constraints that do not hold for the candidate. */
    public List<Constraint> violated(Candidate candidate) {
        return bound.violated(candidate);
    }

    /**
     * Returns why a constraint cannot be evaluated for the candidate, as when it divides by zero;
     * empty if it can.
     */
    Optional<String> failure(Constraint constraint, Candidate candidate) {
        return bound.failure(constraint, candidate);
    }

    /**
     * Returns the error that no admissible configuration of this task was found, which names the
     * constraints.
     */
    public IllegalStateException nothingAdmissible(Point task) {
        return new IllegalStateException(
                "No configuration of '%s' was found that is admissible%s. Maybe the constraints %s contradict each other: see 'attune check'."
                        .formatted(parts.name, task.after(" for task "), Format.list(constraints)));
    }

    /**
     * Returns what expressions and templates can read of a candidate: constants, machine, the
     * quantity of its fidelity, task, configuration and derived values by name, without what is
     * inactive.
     *
     * @throws EvaluationException if a derived value cannot be computed
     */
    public SequencedMap<String, Object> values(Candidate candidate) {
        return scope.values(candidate);
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
        return outputs.value(trial, output);
    }

    /**
     * Returns what the measurements of a trial tell about the noise of the {@link #value} of an
     * output.
     *
     * @throws IllegalArgumentException if the problem has no such output
     */
    public MeasuredNoise noise(Trial trial, String output) {
        return outputs.noise(trial, output);
    }

    /** Returns whether every objective of a trial has a value that lies in its range. */
    public boolean isInRange(Trial trial) {
        return outputs.areInRange(trial);
    }

    /**
     * Returns all outputs of a trial that has been measured, aggregated, the optimised ones first.
     */
    public SequencedMap<String, Double> outputs(Trial trial) {
        return outputs.of(trial);
    }

    /**
     * Returns the problem as data, for histories and for telling what changed; see {@link
     * ProblemChange}.
     */
    public Map<String, Object> description() {
        return ProblemDescription.of(this);
    }

    /**
     * Returns by name which of {@code nodes} and {@code cores} of the machine expressions read.
     *
     * @param elsewhere whether something else reads a name
     */
    Map<String, Object> countsRead(Predicate<String> elsewhere) {
        var counts = new LinkedHashMap<>(scope.machine());
        counts.keySet().removeIf(n -> !parts.namesRead().contains(n) && !elsewhere.test(n));
        return counts;
    }

    SequencedMap<String, Expression> derived() {
        return parts.derived;
    }

    private static String words(Objective o) {
        return "%s %s".formatted(o.goal().name().toLowerCase(Locale.ROOT), o.name());
    }

    /** Collects the parts of a problem. */
    public static final class Builder {
        private final ProblemParts parts;

        private Builder(ProblemParts parts) {
            this.parts = parts;
        }

        /** Adds a task parameter. */
        public Builder task(Parameter parameter) {
            parts.taskParameters.add(parameter);
            return this;
        }

        /** Adds a parameter to tune. */
        public Builder parameter(Parameter parameter) {
            parts.parameters.add(parameter);
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
            parts.fix(parameter, value);
            return this;
        }

        /** Adds an objective. */
        public Builder objective(Objective objective) {
            parts.objectives.add(objective);
            return this;
        }

        /** Adds a constraint. */
        public Builder constraint(Constraint constraint) {
            parts.constraints.add(constraint);
            return this;
        }

        /**
         * Adds a constant: an integer, a real or a string.
         *
         * @throws IllegalArgumentException if it is none of these
         */
        public Builder constant(String constant, Object value) {
            parts.addConstant(constant, value);
            return this;
        }

        /**
         * Adds a value that is computed from constants, task, configuration and earlier derived
         * values.
         */
        public Builder derived(String derivedName, String expression) {
            parts.derived.put(derivedName, Expression.parse(expression));
            return this;
        }

        /**
         * Adds an output that is computed from measured ones and is no objective; reported only.
         */
        public Builder derivedOutput(String output, String expression) {
            parts.derivedOutputs.put(output, Expression.parse(expression));
            return this;
        }

        /** Adds a performance model. */
        public Builder model(PerformanceModel model) {
            parts.models.add(model);
            return this;
        }

        /**
         * Says what is expected of an output before anything is measured, in its unit: a formula,
         * or anything else that can be a performance model.
         */
        public Builder priorMean(String output, PerformanceModel mean) {
            parts.priorMeans.put(output, mean);
            return this;
        }

        /** Adds where good values of a parameter are expected; see {@link Belief}. */
        public Builder belief(String parameter, Object... likely) {
            parts.beliefs.add(new Belief(parameter, List.of(likely)));
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
            parts.setFidelity(quantity);
            return this;
        }

        /**
         * Says which machine {@code nodes} and {@code cores} in expressions mean; this computer if
         * not called.
         */
        public Builder machine(Machine newMachine) {
            parts.machine = newMachine;
            return this;
        }

        /**
         * Returns the value of a bound that is given as an expression over the constants added so
         * far, {@code nodes} and {@code cores}.
         *
         * @throws IllegalArgumentException if it is no number
         */
        public double bound(String expression) {
            return parts.bound(expression);
        }

        /**
         * Returns the problem.
         *
         * @throws IllegalArgumentException if there is no parameter or no optimised objective, a
         *     name means two things, or an expression reads a name that there is not
         */
        public TuningProblem build() {
            return new TuningProblem(parts);
        }

        @Override
        public String toString() {
            return "Problem %s, not built".formatted(parts.name);
        }
    }

    @Override
    public String toString() {
        return "Problem %s: %s, %d parameters%s%s"
                .formatted(
                        parts.name,
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
