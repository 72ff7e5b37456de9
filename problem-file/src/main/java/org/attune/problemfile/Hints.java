package org.attune.problemfile;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Format;
import org.attune.api.Generator;
import org.attune.api.ModelCheck;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is allowed in a problem file, and hardly meant. */
public final class Hints {
    /** What to say where no time-out is set. */
    public static final String NO_TIMEOUT =
            "no time-out is set: a run that hangs would hold up everything. Maybe add to"
                    + " 'evaluation', for example, timeout: 10m";

    private static final int DRAWS = 2000; // configurations

    private Hints() {}

    /**
     * Returns what to look at again in a problem, with configurations tried out.
     *
     * @param tasks of which the first one counts, unless constraints of a task may be the reason
     */
    public static List<String> of(TuningProblem problem, List<Point> tasks) {
        Point task = tasks.getFirst();
        var hints = new ArrayList<String>();
        ranges(problem, hints);
        defaults(problem, hints);
        List<Point> points = points(problem, task);
        for (Parameter p : problem.parameterSpace().parameters()) {
            if (p.activeIf().isPresent()
                    && !points.isEmpty()
                    && !isActive(p, points)
                    && tasks.stream().skip(1).noneMatch(t -> isActive(p, points(problem, t)))) {
                hints.add(
                        "'%s' is active in none of %d random configurations: %s. Maybe a value is misspelt."
                                .formatted(p.name(), points.size(), p.activeIf().get().text()));
            }
        }
        for (Constraint c : problem.constraints()) {
            Optional<Object> number =
                    points.stream()
                            .flatMap(x -> value(problem, Candidate.of(task, x), c).stream())
                            .findFirst()
                            .filter(v -> !(v instanceof Boolean));
            number.ifPresent(v ->
                    hints.add(
                            "the constraint %s compares nothing: it is %s, and holds unless it is 0."
                                    .formatted(c, v)));
        }
        hints.addAll(ModelCheck.messages(problem, task, points));
        return hints;
    }

    private static boolean isActive(Parameter parameter, List<Point> points) {
        return points.stream().anyMatch(x -> x.values().containsKey(parameter.name()));
    }

    private static void ranges(TuningProblem problem, List<String> hints) {
        for (Objective o : problem.objectives()) {
            if (o.lower() == o.upper()) {
                hints.add(
                        "'%s' is accepted at the value %s alone. Maybe widen its range."
                                .formatted(o.name(), Format.number(o.lower())));
            }
        }
    }

    private static void defaults(TuningProblem problem, List<String> hints) {
        List<Parameter> parameters = problem.parameterSpace().parameters();
        if (problem.parameterSpace().defaultPoint().isEmpty()
                && parameters.stream().anyMatch(p -> p.defaultValue().isPresent())) {
            hints.add(
                    "not every parameter has a default, so that there is no default configuration to begin and compare with. Maybe give one to %s."
                            .formatted(
                                    parameters.stream()
                                            .filter(p -> p.defaultValue().isEmpty())
                                            .map(Parameter::name)
                                            .collect(Collectors.joining(", "))));
        }
    }

    private static List<Point> points(TuningProblem problem, Point task) {
        Generator random = new Seed(0).generator("hints", 0);
        var sampler = new AdmissibleSampler(problem, task);
        var points = new ArrayList<Point>();
        for (int i = 0; i < DRAWS; i++) {
            Optional<Point> found = sampler.sample(p -> true, 1, random).configuration();
            if (found.isEmpty() && points.isEmpty()) {
                return points; // seldom admissible: that is said elsewhere
            }
            found.ifPresent(points::add);
        }
        return points;
    }

    private static Optional<Object> value(
            TuningProblem problem, Candidate candidate, Constraint constraint) {
        var values = new HashMap<String, Object>();
        problem.names().forEach(name -> values.put(name, null)); // inactive, unless it has a value
        try {
            values.putAll(problem.values(candidate));
            return constraint.expression().map(e -> e.value(values));
        } catch (EvaluationException
                | UndefinedNameException none) { // such as an inactive parameter
            return Optional.empty();
        }
    }
}
