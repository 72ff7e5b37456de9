package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.Measurement;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A problem as a server describes it, evaluated by that server.
 *
 * <p>The true value is always asked for and never told to the tuner. A run that the server calls
 * infeasible is a failed trial like any other: a tuner knows the declared constraints, so it does
 * not propose what violates them.
 */
final class ServedProblem implements Benchmark {
    private final String name;
    private final TuningProblem problem;
    private final List<Point> tasks;
    private final String output;
    private final Map<String, Map<String, JsonNode>>
            choices; // by parameter and text, as the server wrote them
    private final InactiveValues inactive;
    private final Function<Map<String, ?>, JsonNode> server;

    private ServedProblem(
            String name, JsonNode description, Function<Map<String, ?>, JsonNode> server) {
        this.name = name;
        this.server = server;
        requireKnownKind(name, description);
        choices = choices(description);
        output = description.required("objectives").get(0).asString();
        problem = problem(name, description, output);
        inactive = new InactiveValues(problem);
        var points = new ArrayList<Point>();
        for (JsonNode task : description.required("tasks")) {
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

    private static void requireKnownKind(String name, JsonNode description) {
        int objectives = description.required("objectives").size();
        if (objectives != 1) {
            throw new IllegalArgumentException(
                    "it has %d objectives, but a run compares the best value of one."
                            .formatted(objectives));
        }
        if (description.hasNonNull("fidelity")) {
            throw new IllegalArgumentException(
                    "it has fidelities, but a run counts evaluations of equal cost.");
        }
    }

    private static TuningProblem problem(String name, JsonNode description, String output) {
        JsonNode conditions = description.path("active_if");
        var builder = TuningProblem.named(name).objective(Objective.minimize(output));
        for (JsonNode p : description.path("task_parameters")) {
            builder.task(parameter(p));
        }
        for (JsonNode p : description.required("parameters")) {
            Parameter parameter = parameter(p);
            JsonNode condition = conditions.path(parameter.name());
            builder.parameter(
                    condition.isString() ? parameter.activeIf(condition.asString()) : parameter);
        }
        int number = 0;
        for (JsonNode constraint : description.path("constraints")) {
            builder.constraint(Constraint.of("c" + ++number, constraint.asString()));
        }
        return builder.build();
    }

    private static Parameter parameter(JsonNode p) {
        String name = p.required("name").asString();
        boolean log = p.path("log").asBoolean(false);
        String type = p.required("type").asString();
        return switch (type) {
            case "real" -> {
                var real =
                        Parameter.real(
                                name, p.required("lb").asDouble(), p.required("ub").asDouble());
                yield log ? real.log() : real;
            }
            case "int" -> {
                var integer =
                        Parameter.integer(
                                name, p.required("lb").asLong(), p.required("ub").asLong());
                yield log ? integer.log() : integer;
            }
            case "cat" ->
                    Parameter.categorical(
                            name,
                            p.required("choices").valueStream().map(ServedProblem::text).toList());
            default ->
                    throw new IllegalArgumentException(
                            "parameter '%s' has the type '%s', not real, int or cat."
                                    .formatted(name, type));
        };
    }

    private static Map<String, Map<String, JsonNode>> choices(JsonNode description) {
        var all = new LinkedHashMap<String, Map<String, JsonNode>>();
        for (JsonNode p : description.required("parameters")) {
            var byText = new LinkedHashMap<String, JsonNode>();
            p.path("choices").forEach(c -> byText.put(text(c), c));
            all.put(p.required("name").asString(), byText);
        }
        return all;
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
        request.put("reveal", true);
        return measurement(server.apply(request));
    }

    private Object sent(String parameter, Object value) {
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
            return failed(FailureCause.CRASH, "the run crashed");
        }
        double value = number(reply, "outputs");
        if (!Double.isFinite(value)) {
            return failed(FailureCause.UNREADABLE_OUTPUT, "%s is %s".formatted(output, value));
        }
        double truth = number(reply, "true");
        return new Measurement(
                Outcome.measured(output, value), Double.isNaN(truth) ? value : truth);
    }

    /** Returns a number of the reply, NaN where it is missing. */
    private double number(JsonNode reply, String group) {
        JsonNode number = reply.path(group).path(output);
        return number.isNumber() ? number.doubleValue() : Double.NaN;
    }

    private static Measurement failed(FailureCause cause, String detail) {
        return new Measurement(Outcome.failed(cause, detail), Double.NaN);
    }
}
