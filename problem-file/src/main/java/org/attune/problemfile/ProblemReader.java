package org.attune.problemfile;

import org.attune.api.DriftPlan;
import org.attune.api.Machine;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.StoppingRule;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Domain;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Makes the problem of a document whose shape has been checked; what is misshapen is passed over.
 */
final class ProblemReader {
    private final Located.Mapping root;
    private final Defects defects;
    private final TuningProblem.Builder problem;
    private final SequencedMap<String, String> owners = new LinkedHashMap<>(); // name to field
    private final Map<String, Object> constants = new LinkedHashMap<>();
    private final Set<String> positions = new LinkedHashSet<>(); // of the items of permutations
    private final Map<String, Domain> domains = new LinkedHashMap<>(); // for comparisons

    private ProblemReader(Located.Mapping root, Optional<Machine> machine, Defects defects) {
        this.root = root;
        this.defects = defects;
        boolean named =
                root.get("tuning_problem_name").isPresent()
                        && !defects.touch("tuning_problem_name");
        problem = TuningProblem.named(named ? text(root, "tuning_problem_name") : "unnamed");
        problem.machine(machine.orElseGet(this::machine));
    }

    /** What the reader makes of a document. */
    record Result(
            TuningProblem problem,
            List<Point> tasks,
            List<Point> initial,
            TaskFeatureReader.Features features,
            List<StoppingRule> stop,
            Optional<DriftPlan> drift) {}

    /**
     * Returns the problem with its listed tasks and configurations.
     *
     * @throws ProblemFileException if there is a defect, also one that was found before
     */
    static Result read(Located.Mapping root, Optional<Machine> machine, Defects defects) {
        var reader = new ProblemReader(root, machine, defects);
        reader.constants();
        reader.fidelity();
        Optional<Space> tasks = reader.space("input_space");
        Optional<Space> parameters = reader.space("parameter_space");
        reader.expressionsAndOutputs();
        List<Point> listed = reader.tasks(tasks);
        List<Point> initial = reader.points("initial", parameters);
        parameters.ifPresent(p ->
                new BeliefReader(p, defects)
                        .read(reader.mapping(BeliefReader.SECTION), reader.problem));
        TaskFeatureReader.Features features =
                new TaskFeatureReader(reader.constants, defects)
                        .read(
                                root.get(TaskFeatureReader.SECTION),
                                ParameterReader.names(reader.items("input_space")),
                                listed.size());
        if (!defects.isEmpty()) {
            throw defects.exception();
        }
        TuningProblem problem;
        try {
            problem = reader.problem.build();
        } catch (IllegalArgumentException e) {
            defects.add(root.line(), "", e.getMessage());
            throw defects.exception();
        }
        try {
            List<StoppingRule> stop = reader.stop(problem);
            return new Result(problem, listed, initial, features, stop, reader.drift(problem));
        } catch (IllegalArgumentException e) {
            String field = e.getMessage().split(": ", 2)[0];
            defects.add(reader.line(field), "", e.getMessage());
            throw defects.exception();
        }
    }

    /** Returns when studies end; a target without a name is that of the only objective. */
    private List<StoppingRule> stop(TuningProblem problem) {
        if (root.get("stop").isEmpty()) {
            return List.of();
        }
        var description = new LinkedHashMap<String, Object>();
        mapping("stop").values().forEach((key, node) -> description.put(key, node.plain()));
        if (description.get("target") instanceof Number value) {
            List<Objective> optimized = problem.optimized();
            if (optimized.size() > 1) {
                throw new IllegalArgumentException(
                        "stop.target: %s is of which objective? Maybe {%s: %s}."
                                .formatted(value, optimized.getFirst().name(), value));
            }
            description.put("target", Map.of(optimized.getFirst().name(), value));
        }
        List<StoppingRule> rules = StoppingRule.of(description);
        StoppingRule.requireSense(problem, rules);
        return rules;
    }

    private Optional<DriftPlan> drift(TuningProblem problem) {
        if (root.get("drift").isEmpty()) {
            return Optional.empty();
        }
        var description = new LinkedHashMap<String, Object>();
        mapping("drift")
                .values()
                .forEach((key, node) ->
                        description.put(
                                key,
                                node instanceof Located.Mapping configuration
                                        ? values(problem.parameterSpace(), configuration)
                                        : node.plain()));
        return Optional.of(DriftPlan.of(problem, description));
    }

    /** Returns what is given for parameters, texts as they are spelled. */
    private static Map<String, Object> values(Space space, Located.Mapping configuration) {
        var values = new LinkedHashMap<String, Object>();
        configuration.values().forEach((name, node) -> values.put(name, node.plain()));
        for (Parameter p : space.parameters()) {
            if (configuration.values().get(p.name()) instanceof Located.Scalar scalar) {
                values.put(p.name(), ParameterReader.value(p, scalar));
            }
        }
        return values;
    }

    private Machine machine() {
        Machine local = Machine.local();
        if (!(root.get("machine").orElse(null) instanceof Located.Mapping m)
                || defects.touch("machine")) {
            return local;
        }
        return new Machine(
                integer(m, "nodes").orElse(local.nodes()),
                integer(m, "cores").orElse(local.cores()));
    }

    static Optional<Integer> integer(Located.Mapping mapping, String key) {
        return mapping.get(key).map(n -> ((Number) ((Located.Scalar) n).value()).intValue());
    }

    private void constants() {
        mapping("constants")
                .values()
                .forEach((name, node) -> {
                    String field = "constants." + name;
                    declare(name, field, node.line());
                    if (defects.touch(field)) {
                        return;
                    }
                    Object value = ((Located.Scalar) node).value();
                    if (value instanceof BigInteger
                            || value instanceof Double d && d.isInfinite()) {
                        defects.add(node.line(), field, "is too large.");
                        return;
                    }
                    problem.constant(name, value);
                    constants.put(name, value);
                    if (value instanceof Number) { // a text may stand for one that another file has
                        domains.put(name, Domain.of(value));
                    }
                });
    }

    private void fidelity() {
        if (root.get(FidelityReader.SECTION).isEmpty() || defects.touch(FidelityReader.SECTION)) {
            return;
        }
        Located.Mapping section = mapping(FidelityReader.SECTION);
        declare(text(section, "name"), FidelityReader.SECTION, section.values().get("name").line());
        if (!defects.touch(FidelityReader.SECTION)) {
            new FidelityReader(new ParameterReader(problem, defects), defects)
                    .read(section, problem);
        }
    }

    private Optional<Space> space(String section) {
        Located.Items list = items(section);
        var parameters = new ArrayList<Parameter>();
        var reader = new ParameterReader(problem, defects);
        for (int i = 0; i < list.items().size(); i++) {
            String field = "%s[%d]".formatted(section, i);
            if (list.items().get(i) instanceof Located.Mapping entry) {
                if (entry.get("name").isPresent() && !defects.touch(field + ".name")) {
                    declare(text(entry, "name"), field, entry.values().get("name").line());
                }
                if (!defects.touch(field)) {
                    Optional<Parameter> parameter = reader.read(field, entry);
                    if (section.equals("input_space")
                            && parameter.orElse(null) instanceof Permutation) {
                        defects.add(
                                entry.values().get("type").line(),
                                field + ".type",
                                "a task parameter cannot be a permutation.");
                    }
                    parameter.ifPresent(parameters::add);
                    if (parameter.isEmpty()) {
                        expectItems(entry); // what reads them is not wrong, too
                    }
                }
            }
        }
        var names = new LinkedHashSet<>(ParameterReader.names(list));
        names.addAll(constants.keySet());
        for (Parameter p : parameters) {
            if (p instanceof Permutation order) {
                order.axes().forEach(axis -> positions.add(axis.name()));
            } else if (!isHeldText(p)) {
                domains.put(p.name(), domain(p));
            }
        }
        names.addAll(positions);
        new ExpressionReader(names, domains, defects).conditions(section, list);
        if (defects.touch(section)) {
            return Optional.empty();
        }
        parameters.forEach(section.equals("input_space") ? problem::task : problem::parameter);
        try {
            return Optional.of(Space.of(parameters, constants));
        } catch (IllegalArgumentException circle) {
            defects.add(line(section), section, circle.getMessage());
            return Optional.empty();
        }
    }

    private void expectItems(Located.Mapping entry) {
        if (entry.get("items").orElse(null) instanceof Located.Items list) {
            list.items().stream()
                    .filter(Located.Scalar.class::isInstance)
                    .map(item -> "%s[%s]".formatted(text(entry, "name"), item.plain()))
                    .forEach(positions::add);
        }
    }

    /** Expressions may compare one that is held at a text with what it might have been else. */
    private static boolean isHeldText(Parameter parameter) {
        return parameter.size() == 1 && parameter.decode(0) instanceof String;
    }

    private static Domain domain(Parameter parameter) {
        return switch (parameter) {
            case Parameter.Real r -> Domain.reals(r.lower(), r.upper());
            case Parameter.Int i -> Domain.integers(i.lower(), i.upper());
            case Parameter.Ordinal o -> Domain.of(o.values().toArray());
            case Parameter.Categorical c -> Domain.of(c.values().toArray());
            case Permutation p -> Domain.of(p.items().toArray());
        };
    }

    private void expressionsAndOutputs() {
        Set<String> scope = new LinkedHashSet<>(owners.keySet());
        scope.addAll(positions);
        for (String count : List.of("nodes", "cores")) {
            scope.add(count);
            domains.put(count, Domain.integers(1, Integer.MAX_VALUE));
        }
        boolean complete =
                isNamed("input_space")
                        && isNamed("parameter_space")
                        && !items("parameter_space").items().isEmpty();
        var expressions = new ExpressionReader(scope, domains, complete, defects);
        mapping("derived")
                .values()
                .forEach((name, node) -> declare(name, "derived." + name, node.line()));
        expressions.derived(root.get("derived"), problem);
        expressions.constraints(root.get("constraints"), problem);
        Optional<Located.Mapping> measured =
                mapping("evaluation")
                        .get("outputs")
                        .filter(Located.Mapping.class::isInstance)
                        .map(Located.Mapping.class::cast);
        var derived = expressions.derivedOutputs(root.get("derived_outputs"), measured);
        var outputs = new OutputReader(owners, new ParameterReader(problem, defects), defects);
        derived.forEach((name, e) -> {
            String field = "derived_outputs." + name;
            outputs.requireFree(name, field, line(field));
        });
        outputs.read(items("output_space"), derived, problem);
        List<String> named = ParameterReader.names(items("output_space"));
        var models = new ModelReader(expressions, named, defects);
        models.read(mapping(ModelReader.SECTION), problem);
        models.readMeans(items("output_space"), problem);
    }

    /** Returns whether all parameters of a section have a name, where it is there. */
    private boolean isNamed(String section) {
        return items(section).items().stream()
                        .allMatch(i -> i instanceof Located.Mapping m && m.get("name").isPresent())
                && root.get(section).filter(s -> !(s instanceof Located.Items)).isEmpty();
    }

    private List<Point> tasks(Optional<Space> space) {
        boolean wanted = !items("input_space").items().isEmpty();
        if (wanted && root.get("tasks").isEmpty()) {
            defects.add(
                    line("input_space"),
                    "input_space",
                    "there are task parameters, but no tasks. Maybe add 'tasks: {sample: 5}'.");
        } else if (!wanted && root.get("tasks").isPresent() && !defects.touch("input_space")) {
            defects.add(line("tasks"), "tasks", "there are no task parameters in input_space.");
            return List.of();
        }
        return points("tasks", space);
    }

    private List<Point> points(String section, Optional<Space> space) {
        return space.map(s -> new PointReader(s, defects).read(section, items(section)))
                .orElse(List.of());
    }

    private void declare(String name, String field, int line) {
        String first = owners.putIfAbsent(name, field);
        if (first != null) {
            defects.add(line, field, "the name '%s' already means %s.".formatted(name, first));
        }
    }

    private Located.Mapping mapping(String section) {
        return root.get(section).orElse(null) instanceof Located.Mapping m
                ? m
                : new Located.Mapping(root.line(), new LinkedHashMap<>(), 1);
    }

    private Located.Items items(String section) {
        return root.get(section).orElse(null) instanceof Located.Items list
                ? list
                : new Located.Items(root.line(), List.of(), 1);
    }

    private int line(String field) {
        return root.nearest(field).line();
    }

    static String text(Located.Mapping mapping, String key) {
        return ((Located.Scalar) mapping.values().get(key)).text();
    }
}
