package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much of the parameter space the constraints of a problem leave, task by task.
 *
 * <p>A space of at most {@link #ENUMERATED} points is enumerated, so that shares are exact; of a
 * larger one {@link #DRAWS} points are drawn, so that a share p has the standard error √(p(1 -
 * p)/200 000), and a constraint that is never seen to hold holds for less than 1.5e-5 of the space
 * with 95 % confidence (-ln 0.05/200 000). Where none of the points is admissible, an {@link
 * AdmissibleSampler} constructs one, or proves that there is none, or gives up.
 */
public final class ConstraintCheck {
    /** Points of the largest space that is enumerated. */
    public static final int ENUMERATED = 1_000_000;

    /** Points drawn per task from a larger one. */
    public static final int DRAWS = 200_000;

    /**
     * Below this share an equality is worth advice: what it determines should be derived, not
     * tuned.
     */
    private static final double SELDOM = 0.01;

    private static final int PATIENCE = 200_000; // a second or so

    private ConstraintCheck() {}

    /**
     * What was found for one task.
     *
     * @param task of the configurations
     * @param points that were tried; 0 without constraints, and where one reads no tuned parameter
     *     and is false
     * @param exact whether these were all there are
     * @param shares of the points that satisfy each constraint, in the problem's order; only those
     *     that are false where no point was tried
     * @param joint share that satisfies all of them; 1 without constraints
     * @param example an admissible configuration, empty where none was found
     * @param messages for the user: constraints that never hold, equalities that seldom do, given
     *     configurations that are not admissible
     */
    public record Result(
            Point task,
            long points,
            boolean exact,
            List<Share> shares,
            double joint,
            Optional<Point> example,
            List<String> messages) {
        /** Copies the lists. */
        public Result {
            shares = List.copyOf(shares);
            messages = List.copyOf(messages);
        }

        /** Returns whether some configuration is admissible, as far as was tried. */
        public boolean satisfiable() {
            return shares.isEmpty() || example.isPresent();
        }

        /** Returns whether so few are admissible that an example is worth showing. */
        public boolean isSeldom() {
            return joint < SELDOM;
        }
    }

    /**
     * How often a constraint holds.
     *
     * @param constraint of the problem
     * @param share of the points that satisfy it, in [0, 1]
     */
    public record Share(Constraint constraint, double share) {}

    /**
     * Checks the constraints for each task, and whether the default and these configurations
     * satisfy them.
     *
     * @param tasks in canonical form
     * @param initial the user's configurations, in canonical form
     * @param seed of the draws
     */
    public static List<Result> of(
            TuningProblem problem, List<Point> tasks, List<Point> initial, Seed seed) {
        var results = new ArrayList<Result>();
        for (Point task : tasks) {
            results.add(ofTask(problem, task, initial, seed));
        }
        return results;
    }

    private static Result ofTask(
            TuningProblem problem, Point task, List<Point> initial, Seed seed) {
        Space space = problem.parameterSpace();
        List<Constraint> constraints = problem.constraints();
        List<Constraint> never =
                constraints.stream().filter(c -> isFalse(problem, task, c)).toList();
        if (!never.isEmpty()) {
            return new Result(
                    task,
                    0,
                    true,
                    never.stream().map(c -> new Share(c, 0)).toList(),
                    0,
                    Optional.empty(),
                    never.stream()
                            .map(c ->
                                    "Constraint %s reads no tuned parameter, and does not hold%s."
                                            .formatted(c, task.after(" for task ")))
                            .toList());
        }
        boolean exact = space.size() <= ENUMERATED;
        int points = constraints.isEmpty() ? 0 : exact ? (int) space.size() : DRAWS;
        Generator random = seed.generator("constraints", 0);
        long[] holds = new long[constraints.size()];
        long[] valueless = new long[constraints.size()]; // points where it cannot be evaluated
        String[] why = new String[constraints.size()];
        long all = 0;
        Optional<Point> example = Optional.empty();
        for (int i = 0; i < points; i++) {
            Point point = exact ? numbered(space, i) : space.sample(random);
            List<Constraint> violated = problem.violated(Candidate.of(task, point));
            all += violated.isEmpty() ? 1 : 0;
            example = violated.isEmpty() && example.isEmpty() ? Optional.of(point) : example;
            for (int c = 0; c < holds.length; c++) {
                boolean fails = violated.contains(constraints.get(c));
                holds[c] += fails ? 0 : 1;
                Optional<String> failure =
                        fails
                                ? problem.failure(constraints.get(c), Candidate.of(task, point))
                                : Optional.empty();
                valueless[c] += failure.isPresent() ? 1 : 0;
                why[c] = failure.orElse(why[c]);
            }
        }
        var shares = new ArrayList<Share>();
        for (int c = 0; c < holds.length; c++) {
            shares.add(new Share(constraints.get(c), (double) holds[c] / points));
        }
        double joint = constraints.isEmpty() ? 1 : (double) all / points;
        var messages = new ArrayList<String>();
        String tried = exact ? "any of the %d configurations" : "any of %d random configurations";
        var fails = new HashSet<Constraint>(); // wherever it was tried
        for (int c = 0; c < holds.length; c++) {
            if (valueless[c] > 0) {
                boolean always = valueless[c] == points;
                messages.add(
                        "Constraint %s cannot be evaluated for %s%s: %s."
                                .formatted(
                                        constraints.get(c),
                                        always
                                                ? tried.formatted(points)
                                                : percent((double) valueless[c] / points)
                                                        + " of the configurations",
                                        always ? "" : ", and counts as violated there",
                                        why[c].replaceFirst("\\.$", "")));
                if (always) {
                    fails.add(constraints.get(c));
                }
            }
        }
        List<Share> others = shares.stream().filter(s -> !fails.contains(s.constraint())).toList();
        unsatisfied(
                others, fails.isEmpty() ? joint : 1, tried.formatted(points), problem, messages);
        if (joint == 0 && !exact && fails.isEmpty()) {
            example = constructed(problem, task, random, messages);
        }
        space.defaultPoint().ifPresent(p -> refuse("The default", problem, task, p, messages));
        initial.forEach(p -> refuse("The given", problem, task, p, messages));
        return new Result(task, points, exact, shares, joint, example, messages);
    }

    /**
     * Returns whether a constraint fails for a task whatever the configuration, as it reads none.
     */
    private static boolean isFalse(TuningProblem problem, Point task, Constraint constraint) {
        var rules = new Rules(problem, task, List.of(constraint));
        return !rules.opaque()
                && rules.rules().getLast().axes().isEmpty()
                && rules.rules().getLast().of(rules.fixed()) == Rule.Verdict.VIOLATED;
    }

    /** Looks for an admissible configuration where draws find none, and says what came of it. */
    private static Optional<Point> constructed(
            TuningProblem problem, Point task, Generator random, List<String> messages) {
        List<Constraint> constraints = problem.constraints();
        var found = search(problem, task, constraints, random);
        if (found.configuration().isPresent()) {
            messages.add(
                    "Admissible configurations can be constructed, such as %s."
                            .formatted(found.configuration().get()));
        } else if (found.complete()) {
            List<Constraint> culprits = new ArrayList<>(constraints);
            for (Constraint c : constraints) {
                List<Constraint> others = culprits.stream().filter(o -> o != c).toList();
                if (search(problem, task, others, random).complete()) {
                    culprits.remove(c);
                }
            }
            messages.add(
                    culprits.isEmpty()
                            ? "A derived value can be computed for no configuration at all."
                            : "No configuration at all satisfies %s: this is proved."
                                    .formatted(Format.list(culprits)));
        } else {
            messages.add("None could be constructed either; whether there is one is not known.");
        }
        return found.configuration();
    }

    private static AdmissibleSampler.Found search(
            TuningProblem problem, Point task, List<Constraint> constraints, Generator random) {
        return new AdmissibleSampler(problem, task, constraints).draw(p -> true, PATIENCE, random);
    }

    /** Returns the point of this number; a point with an inactive parameter has several. */
    private static Point numbered(Space space, long number) {
        var values = new LinkedHashMap<String, Object>();
        long rest = number;
        for (Parameter p : space.parameters()) {
            long size = (long) p.size();
            values.put(p.name(), Space.value(p, rest % size));
            rest /= size;
        }
        return space.canonical(Point.of(values));
    }

    private static void unsatisfied(
            List<Share> shares,
            double joint,
            String tried,
            TuningProblem problem,
            List<String> messages) {
        boolean named = false;
        for (Share s : shares) {
            String advice = s.share() < SELDOM ? advice(s.constraint(), problem) : "";
            if (s.share() == 0) {
                named = true;
                messages.add(
                        "Constraint %s does not hold for %s.%s"
                                .formatted(s.constraint(), tried, advice));
            } else if (!advice.isEmpty()) {
                messages.add(
                        "Constraint %s seldom holds: for %s of the configurations.%s"
                                .formatted(s.constraint(), percent(s.share()), advice));
            }
        }
        if (joint == 0 && !named) {
            messages.add(
                    "The constraints hold one by one, but not together for %s: %s."
                            .formatted(
                                    tried,
                                    Format.list(shares.stream().map(Share::constraint).toList())));
        }
    }

    /**
     * Advises to derive what an equality determines: {@code nproc == p*q} leaves no choice of
     * nproc.
     */
    private static String advice(Constraint constraint, TuningProblem problem) {
        List<String> tuned =
                problem.parameterSpace().parameters().stream().map(Parameter::name).toList();
        List<Expression.Equality> equalities =
                constraint.expression().map(Expression::equalities).orElse(List.of());
        for (Expression.Equality equality : equalities) {
            for (Expression side : List.of(equality.left(), equality.right())) {
                Expression other = side == equality.left() ? equality.right() : equality.left();
                if (tuned.contains(side.text()) && !other.names().contains(side.text())) {
                    return " Maybe remove parameter '%1$s' and derive it: 'derived: {%1$s: \"%2$s\"}'."
                            .formatted(side.text(), other.text());
                }
            }
        }
        return equalities.isEmpty()
                ? ""
                : " Maybe derive a value from '%s == %s' instead of tuning all that it reads."
                        .formatted(equalities.getFirst().left(), equalities.getFirst().right());
    }

    /** Returns a share below 1 with two digits. */
    private static String percent(double share) {
        return share > 0.99 ? "over 99 %" : String.format(Locale.ROOT, "%.2g %%", 100 * share);
    }

    private static void refuse(
            String which,
            TuningProblem problem,
            Point task,
            Point configuration,
            List<String> messages) {
        List<Constraint> violated = problem.violated(Candidate.of(task, configuration));
        if (!violated.isEmpty()) {
            messages.add(
                    "%s configuration %s violates %s%s."
                            .formatted(
                                    which,
                                    configuration,
                                    Format.list(violated),
                                    task.after(" for task ")));
        }
    }
}
