package org.attune.problemfile;

import org.attune.api.Aggregation;
import org.attune.api.Objective;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/** Makes objectives of the entries of output_space. */
final class OutputReader {
    private final Map<String, String>
            owners; // name to the field that defines it, of all but outputs
    private final ParameterReader bounds;
    private final Defects defects;
    private final SequencedMap<String, String> seen = new LinkedHashMap<>(); // output to field

    OutputReader(Map<String, String> owners, ParameterReader bounds, Defects defects) {
        this.owners = owners;
        this.bounds = bounds;
        this.defects = defects;
    }

    /** Adds the objectives, and the derived outputs that are none. */
    void read(Located.Items space, Map<String, Expression> derived, TuningProblem.Builder problem) {
        boolean optimized = false;
        for (int i = 0; i < space.items().size(); i++) {
            String field = "output_space[%d]".formatted(i);
            if (defects.touch(field)) {
                optimized = true; // perhaps
                continue;
            }
            Optional<Objective> objective =
                    objective(field, (Located.Mapping) space.items().get(i), derived);
            objective.ifPresent(problem::objective);
            optimized |= objective.map(Objective::optimize).orElse(true);
        }
        if (!optimized && !space.items().isEmpty()) {
            defects.add(space.line(), "output_space", "no output is optimised.");
        }
        derived.forEach((name, expression) -> {
            if (!seen.containsKey(name)) {
                problem.derivedOutput(name, expression.text());
            }
        });
    }

    private Optional<Objective> objective(
            String field, Located.Mapping entry, Map<String, Expression> derived) {
        String name = ProblemReader.text(entry, "name");
        Located at = entry.values().get("name");
        requireFree(name, field + ".name", at.line());
        String first = seen.putIfAbsent(name, field);
        if (first != null) {
            defects.add(
                    at.line(),
                    field + ".name",
                    "the name '%s' already means %s.".formatted(name, first));
            return Optional.empty();
        }
        Objective objective = described(entry, name);
        if (derived.containsKey(name)) {
            objective = objective.derivedAs(derived.get(name).text());
        }
        double lower = bound(field, entry, "lower_bound", objective.lower());
        double upper = bound(field, entry, "upper_bound", objective.upper());
        boolean optimize = !entry.get("optimize").map(Located::plain).equals(Optional.of(false));
        if (upper < lower) {
            defects.add(
                    entry.values().get("upper_bound").line(),
                    field + ".upper_bound",
                    "%s is below lower_bound %s."
                            .formatted(ParameterReader.show(upper), ParameterReader.show(lower)));
        } else if (!optimize && Double.isInfinite(lower) && Double.isInfinite(upper)) {
            defects.add(
                    entry.line(),
                    field,
                    "is neither optimised nor kept in a range. Maybe give it an upper_bound, or"
                            + " name it in evaluation.outputs alone: it is recorded then.");
        }
        Objective penalised = penalised(field, entry, objective);
        if (defects.touch(field)) {
            return Optional.empty();
        }
        Objective ranged = penalised.within(lower, upper);
        return Optional.of(optimize ? ranged : ranged.rangeOnly());
    }

    private Objective penalised(String field, Located.Mapping entry, Objective objective) {
        if (entry.get("penalty").isEmpty()) {
            return objective;
        }
        if (ProblemReader.text(entry, "penalty").equals("none")) {
            return objective.withoutPenalty();
        }
        OptionalDouble value =
                bounds.bound(field, entry, "penalty", false, "neither a number nor none: ");
        return value.isPresent() ? objective.withPenalty(value.getAsDouble()) : objective;
    }

    private static Objective described(Located.Mapping entry, String name) {
        boolean maximize =
                entry.get("goal").isPresent()
                        && ProblemReader.text(entry, "goal").startsWith("max");
        Objective objective = maximize ? Objective.maximize(name) : Objective.minimize(name);
        if (entry.get("unit").isPresent()) {
            objective = objective.withUnit(ProblemReader.text(entry, "unit"));
        }
        if (entry.get("aggregation").isPresent()) {
            String aggregation = ProblemReader.text(entry, "aggregation").toUpperCase(Locale.ROOT);
            objective = objective.aggregatedBy(Aggregation.valueOf(aggregation));
        }
        return objective;
    }

    /** Returns a bound, or what stands for none; an infinite one says the same, as in GPTune. */
    private double bound(String field, Located.Mapping entry, String key, double absent) {
        return entry.get(key).isEmpty()
                        || bounds.infinite(entry.values().get(key)) == Math.signum(absent)
                ? absent
                : bounds.bound(field, entry, key, false).orElse(absent);
    }

    /** Checks that an output's name does not already mean something else. */
    void requireFree(String output, String field, int line) {
        if (owners.containsKey(output)) {
            defects.add(
                    line,
                    field,
                    "the name '%s' already means %s.".formatted(output, owners.get(output)));
        }
    }
}
