package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.FailureCause;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.Measurement;
import org.attune.benchmarks.problems.ReferencePoint;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A problem as a server describes it, evaluated by that server.
 *
 * <p>The true values are always asked for and never told to the tuner. Of a problem with fidelities
 * only full runs count in a curve, and tuners that use no others are compared on them too. A run
 * that the server calls infeasible is a failed trial like any other: a tuner knows the declared
 * constraints, so it does not propose what violates them.
 */
final class ServedProblem implements Benchmark {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_]\\w*");

    private final String name;
    private final TuningProblem problem;
    private final List<Point> tasks;
    private final List<String> outputs;
    private final Optional<ReferencePoint> reference;
    private final Map<String, Map<String, JsonNode>>
            choices; // by parameter and text, as the server wrote them
    private final InactiveValues inactive;
    private final Function<Map<String, ?>, JsonNode> server;

    private ServedProblem(
            String name, JsonNode description, Function<Map<String, ?>, JsonNode> server) {
        this.name = name;
        this.server = server;
        choices = choices(description);
        outputs =
                required(description, "objectives").valueStream().map(JsonNode::asString).toList();
        reference = reference(description, outputs.size());
        problem = problem(name, description, outputs);
        inactive = new InactiveValues(problem);
        var points = new ArrayList<Point>();
        for (JsonNode task : required(description, "tasks")) {
            points.add(problem.taskSpace().canonical(point(task)));
        }
        tasks = List.copyOf(points);
    }

    /**
     * Returns the problem of this description.
     *
     * @param server answers an evaluation request
     * @throws IllegalArgumentException if the description lacks something or is of a kind that runs
     *     do not know
     */
    static ServedProblem of(
            String name, JsonNode description, Function<Map<String, ?>, JsonNode> server) {
        try {
            return new ServedProblem(name, description, server);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The description of problem '%s' cannot be used: %s."
                            .formatted(name, e.getOriginalMessage()),
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Problem '%s' cannot be used: %s".formatted(name, e.getMessage()), e);
        }
    }

    /** Returns what a user should know: that defaults of some parameters alone are left out. */
    List<String> notes() {
        List<Parameter> parameters = problem.parameterSpace().parameters();
        List<String> without =
                parameters.stream()
                        .filter(p -> p.defaultValue().isEmpty())
                        .map(Parameter::name)
                        .toList();
        boolean isPartial = problem.parameterSpace().defaultPoint().isEmpty();
        return isPartial && without.size() < parameters.size()
                ? List.of(
                        "note: problem '%s' has a default of some parameters alone, so that no trial is its default. Maybe give one to %s."
                                .formatted(name, String.join(", ", without)))
                : List.of();
    }

    private static Optional<ReferencePoint> reference(JsonNode description, int objectives) {
        JsonNode point = description.path("hypervolume_reference");
        if (objectives == 1) {
            return Optional.empty();
        }
        if (point.size() != objectives) {
            throw new IllegalArgumentException(
                    "it has %d objectives, but 'hypervolume_reference' is %s."
                            .formatted(objectives, point.isMissingNode() ? "missing" : point));
        }
        return Optional.of(
                new ReferencePoint(
                        point.valueStream().mapToDouble(JsonNode::asDouble).toArray(),
                        description.path("hypervolume_log10").asBoolean(false)));
    }

    private static TuningProblem problem(String name, JsonNode description, List<String> outputs) {
        JsonNode conditions = description.path("active_if");
        var builder = TuningProblem.named(name);
        outputs.forEach(o -> builder.objective(Objective.minimize(o)));
        requireObjects(description, "task_parameters");
        requireObjects(description, "parameters");
        for (JsonNode p : description.path("task_parameters")) {
            builder.task(parameter(p));
        }
        var numbers = new LinkedHashMap<String, String>();
        required(description, "parameters").forEach(p -> numeric(p, numbers));
        for (JsonNode p : required(description, "parameters")) {
            Parameter parameter = parameter(p);
            JsonNode condition = conditions.path(parameter.name());
            builder.parameter(
                    condition.isString()
                            ? parameter.activeIf(withNumbers(condition.asString(), numbers))
                            : parameter);
        }
        if (description.path("fidelity").isObject()) {
            builder.fidelity(fidelity(description.get("fidelity")));
        }
        conditions.propertyNames().forEach(p -> requireParameter(description, p));
        int number = 0;
        for (JsonNode constraint : description.path("constraints")) {
            builder.constraint(
                    Constraint.of("c" + ++number, withNumbers(constraint.asString(), numbers)));
        }
        return builder.build();
    }

    private static void requireParameter(JsonNode description, String name) {
        if (description
                .path("parameters")
                .valueStream()
                .noneMatch(p -> p.path("name").asString("").equals(name))) {
            throw new IllegalArgumentException(
                    "'active_if' has '%s', which is no parameter.".formatted(name));
        }
    }

    private static void requireObjects(JsonNode description, String list) {
        for (JsonNode p : description.path(list)) {
            if (!p.isObject()) {
                throw new IllegalArgumentException(
                        "'%s' has %s. Maybe {\"name\": ..., \"type\": ...} was meant."
                                .formatted(list, p));
            }
        }
    }

    private static JsonNode required(JsonNode object, String key) {
        if (!object.has(key)) {
            throw new IllegalArgumentException("'%s' is missing in %s.".formatted(key, object));
        }
        return object.get(key);
    }

    private static double number(JsonNode object, String key) {
        JsonNode value = required(object, key);
        if (!value.isNumber()) {
            throw new IllegalArgumentException("'%s' is no number in %s.".formatted(key, object));
        }
        return value.asDouble();
    }

    private static long integer(JsonNode object, String key) {
        double value = number(object, key);
        if (value != Math.rint(value)) {
            throw new IllegalArgumentException("'%s' is no integer in %s.".formatted(key, object));
        }
        return required(object, key).asLong();
    }

    /** Puts down, for names that are numbers, what gives the number in an expression. */
    private static void numeric(JsonNode p, Map<String, String> numbers) {
        String name = required(p, "name").asString();
        List<JsonNode> choices = p.path("choices").valueStream().toList();
        if (!p.path("type").asString("").equals("cat")
                || choices.isEmpty()
                || !choices.stream().allMatch(JsonNode::isNumber)) {
            return;
        }
        String value = choices.getLast().toString();
        for (JsonNode c : choices.subList(0, choices.size() - 1).reversed()) {
            value = "%s if %s == '%s' else (%s)".formatted(c, name, c, value);
        }
        numbers.put(name, "(%s)".formatted(value));
    }

    /**
     * Returns an expression in which names that are numbers can be computed with: {@code 2*c <= 64}
     * of the choices 16 and 32. One that has texts compares such names as texts.
     */
    private static String withNumbers(String expression, Map<String, String> numbers) {
        if (expression.contains("'") || expression.contains("\"")) {
            return expression;
        }
        return IDENTIFIER
                .matcher(expression)
                .replaceAll(
                        m -> Matcher.quoteReplacement(numbers.getOrDefault(m.group(), m.group())));
    }

    private static FidelityParameter fidelity(JsonNode f) {
        String name = required(f, "name").asString();
        boolean integer = f.path("type").asString("").equals("int");
        double[] levels = f.path("levels").valueStream().mapToDouble(JsonNode::asDouble).toArray();
        FidelityParameter bare =
                f.has("lb") && integer
                        ? FidelityParameter.integer(name, integer(f, "lb"), integer(f, "ub"))
                        : f.has("lb")
                                ? FidelityParameter.real(name, number(f, "lb"), number(f, "ub"))
                                : levels.length > 0
                                        ? FidelityParameter.levels(name, levels)
                                        : FidelityParameter.share(name);
        FidelityParameter leveled =
                f.has("lb") && levels.length > 0 ? bare.withLevels(levels) : bare;
        FidelityParameter costing =
                f.path("cost").isString() && !f.get("cost").asString().equals(name)
                        ? leveled.withCost(f.get("cost").asString())
                        : leveled;
        return f.path("resume").asBoolean(false) ? costing.resumed() : costing;
    }

    private static Parameter parameter(JsonNode p) {
        Parameter bare = withoutDefault(p);
        JsonNode given = p.path("default");
        if (given.isMissingNode() || given.isNull()) {
            return bare;
        }
        try {
            return bare.withDefault(sentValue(bare, given));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a default is no value of " + e.getMessage(), e);
        }
    }

    /** Returns a value in the form in which one is sent. */
    private static Object sentValue(Parameter parameter, JsonNode value) {
        return switch (parameter) {
            case Permutation _ when value.isArray() ->
                    value.valueStream().map(ServedProblem::text).toList();
            case Permutation _, Parameter.Categorical _ -> text(value);
            default -> value.isNumber() ? value(value) : text(value);
        };
    }

    private static Parameter withoutDefault(JsonNode p) {
        String name = required(p, "name").asString();
        boolean log = p.path("log").asBoolean(false);
        String type = required(p, "type").asString();
        return switch (type) {
            case "real" -> {
                var real = Parameter.real(name, number(p, "lb"), number(p, "ub"));
                yield log ? real.log() : real;
            }
            case "int" -> {
                var integer = Parameter.integer(name, integer(p, "lb"), integer(p, "ub"));
                yield log ? integer.log() : integer;
            }
            case "cat" ->
                    Parameter.categorical(
                            name,
                            required(p, "choices").valueStream().map(ServedProblem::text).toList());
            case "ordinal" ->
                    Parameter.ordinal(
                            name,
                            required(p, "values").valueStream().map(ServedProblem::value).toList());
            case "perm" ->
                    Parameter.permutation(
                            name,
                            required(p, "choices").valueStream().map(ServedProblem::text).toList());
            default ->
                    throw new IllegalArgumentException(
                            "parameter '%s' has the type '%s', not real, int, ordinal, cat or perm."
                                    .formatted(name, type));
        };
    }

    private static Map<String, Map<String, JsonNode>> choices(JsonNode description) {
        var all = new LinkedHashMap<String, Map<String, JsonNode>>();
        for (JsonNode p : required(description, "parameters")) {
            var byText = new LinkedHashMap<String, JsonNode>();
            p.path("choices").forEach(c -> byText.put(text(c), c));
            for (JsonNode v : p.path("values")) {
                byText.put(value(v).toString(), v);
                if (v.isNumber()) { // beside a real one, integers are reals, too
                    byText.put(Double.toString(v.asDouble()), v);
                }
            }
            all.put(required(p, "name").asString(), byText);
        }
        return all;
    }

    /** Returns a value of an ordinal parameter: a number stays one, for expressions. */
    private static Object value(JsonNode value) {
        return value.isIntegralNumber()
                ? value.asLong()
                : value.isNumber() ? (Object) value.asDouble() : value.asString();
    }

    private static String text(JsonNode choice) {
        return choice.isString() ? choice.asString() : choice.toString();
    }

    private static Point point(JsonNode object) {
        var values = new LinkedHashMap<String, Object>();
        object.propertyStream()
                .forEach(e ->
                        values.put(
                                e.getKey(),
                                e.getValue().isNumber()
                                        ? e.getValue().numberValue()
                                        : e.getValue().asString()));
        return Point.of(values);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TuningProblem problem() {
        return problem;
    }

    @Override
    public List<Point> tasks() {
        return tasks;
    }

    @Override
    public Optional<ReferencePoint> reference(Point task) {
        return reference;
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        var x = new LinkedHashMap<String, Object>();
        inactive.completed(candidate)
                .forEach((parameter, value) -> x.put(parameter, sent(parameter, value)));
        var request = new LinkedHashMap<String, Object>();
        request.put("cmd", "eval");
        request.put("problem", name);
        request.put("x", x);
        request.put("task", tasks.indexOf(candidate.task()));
        request.put("seed", noiseSeed);
        problem.fidelity()
                .ifPresent(f -> request.put("fidelity", f.quantity(candidate.fidelity())));
        request.put("reveal", true);
        return measurement(server.apply(request));
    }

    private Object sent(String parameter, Object value) {
        if (value instanceof List<?> order) {
            return order.stream().map(item -> sent(parameter, item)).toList();
        }
        return choices.get(parameter).getOrDefault(value.toString(), null)
                        instanceof JsonNode choice
                ? choice
                : value;
    }

    private Measurement measurement(JsonNode reply) {
        if (!reply.path("feasible").asBoolean(true)) {
            return failed(FailureCause.INFEASIBLE, "the server calls it infeasible");
        }
        if (reply.path("failed").asBoolean(false)) {
            return reply.path("cause").asString("").equals("timeout")
                    ? failed(FailureCause.TIMEOUT, "the run was ended", seconds(reply))
                    : failed(FailureCause.CRASH, "the run crashed", seconds(reply));
        }
        var values = new LinkedHashMap<String, List<Double>>();
        double[] truths = new double[outputs.size()];
        for (String output : outputs) {
            requireValue(reply, output);
            double value = output(reply, "outputs", output);
            if (!Double.isFinite(value)) {
                return failed(FailureCause.UNREADABLE_OUTPUT, "%s is %s".formatted(output, value));
            }
            double truth = output(reply, "true", output);
            truths[values.size()] = Double.isNaN(truth) ? value : truth;
            values.put(output, List.of(value));
        }
        return new Measurement(new Outcome.Measured(values, Map.of(), seconds(reply)), truths);
    }

    /** Refuses a server that says nothing of an objective: that is no failure of the run. */
    private void requireValue(JsonNode reply, String output) {
        JsonNode value = reply.path("outputs").path(output);
        boolean nothing = reply.path("outputs").isNull() || value.isNull();
        if (!nothing && !value.isNumber()) {
            throw new IllegalArgumentException(
                    "The reply of the server of problem '%s' has no number '%s' in its outputs: %s. Maybe objectives are named otherwise in its description."
                            .formatted(name, output, reply));
        }
    }

    /** Returns a number of the reply, NaN where it is missing. */
    private static double output(JsonNode reply, String group, String output) {
        JsonNode number = reply.path(group).path(output);
        return number.isNumber() ? number.doubleValue() : Double.NaN;
    }

    private static double seconds(JsonNode reply) {
        return Math.max(reply.path("seconds").asDouble(0), 0);
    }

    private static Measurement failed(FailureCause cause, String detail) {
        return failed(cause, detail, 0);
    }

    private static Measurement failed(FailureCause cause, String detail, double seconds) {
        return new Measurement(new Outcome.Failed(cause, detail, seconds), Double.NaN);
    }
}
