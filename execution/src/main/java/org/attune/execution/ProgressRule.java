package org.attune.execution;

import org.attune.api.Objective;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The key {@code progress} of the {@code evaluation} section: how a program prints what it has come
 * to on its way, and when that is poor enough for it to be ended.
 *
 * <p>{@code median}: its best value so far is worse than the median of the others' means of all
 * values up to the same level. Source: D. Golovin and others, "Google Vizier: a service for
 * black-box optimization", KDD 2017, section 3.2.1.
 *
 * <p>{@code halving}: on passing a share 1/η^k of the full cost it is not among the best 1/η of
 * those that have come there. Source: L. Li and others, "A system for massively parallel
 * hyperparameter tuning", MLSys 2020, arXiv:1810.05934.
 *
 * @param pattern with two groups, level and value
 * @param halving which of the two rules
 * @param eta η
 * @param trials others at the same level, before which nothing is ended
 * @param from level in the unit of the fidelity, at which the first run may be ended; as a share
 * @param output the objective whose value is printed
 * @param sign 1 where smaller is better, else -1
 */
record ProgressRule(
        Pattern pattern,
        boolean halving,
        int eta,
        int trials,
        double from,
        String output,
        int sign) {
    private static final int USUAL_TRIALS = 5;
    private static final int USUAL_ETA = 3;

    /**
     * Reads the key.
     *
     * @throws IllegalArgumentException with the field, if it does not fit the problem
     */
    static ProgressRule of(Fields evaluation, TuningProblem problem) {
        String at = evaluation.at("progress");
        Fields fields =
                Fields.of(
                        at,
                        evaluation.required("progress"),
                        List.of("regex", "rule", "eta", "trials", "from"));
        if (problem.fidelity().isEmpty()) {
            throw Fields.wrong(
                    at,
                    "without a section 'fidelity' nobody knows at which of its levels a run is."
                            + " Maybe add one: fidelity: {name: steps, levels: [10, 100]}.");
        }
        boolean onlyOutput =
                problem.objectives().size() == 1
                        && problem.optimized().size() == 1
                        && problem.measuredOutputs()
                                .equals(java.util.Set.of(problem.objectives().getFirst().name()));
        if (!onlyOutput) {
            throw Fields.wrong(
                    at,
                    "runs can be ended by the only output of a problem, and this one has %s."
                            .formatted(String.join(", ", problem.measuredOutputs())));
        }
        for (String key : List.of("repeats", "repeats_if_best", "warmup")) {
            int single = key.equals("warmup") ? 0 : 1;
            if (evaluation.integer(key, 0, single) > single) {
                throw Fields.wrong(
                        at,
                        "a trial of several runs has no one curve. Maybe remove '%s'."
                                .formatted(key));
            }
        }
        Objective objective = problem.objectives().getFirst();
        boolean halving =
                fields.oneOf("rule", List.of("median", "halving"), "median").equals("halving");
        if (!halving && fields.get("eta").isPresent()) {
            throw Fields.wrong(fields.at("eta"), "it belongs to rule: halving.");
        }
        double from = 0;
        if (fields.get("from").isPresent()) {
            if (!(fields.required("from") instanceof Number n)) {
                throw Fields.wrong(
                        fields.at("from"),
                        "%s is no level, a number."
                                .formatted(Fields.shown(fields.required("from"))));
            }
            from = problem.fidelity().get().share(n.doubleValue());
        }
        return new ProgressRule(
                pattern(fields),
                halving,
                fields.integer("eta", 2, USUAL_ETA),
                fields.integer("trials", 1, USUAL_TRIALS),
                from,
                objective.name(),
                objective.goal().sign());
    }

    private static Pattern pattern(Fields fields) {
        Pattern pattern = Source.pattern(fields, -1);
        int groups = pattern.matcher("").groupCount();
        if (groups != 2) {
            throw Fields.wrong(
                    fields.at("regex"),
                    "'%s' has %d groups, but needs two: the level and the value. Maybe step=(\\d+) loss=([0-9.eE+-]+)"
                            .formatted(pattern, groups));
        }
        return pattern;
    }

    /**
     * Returns whether a run that has come to the end of this curve is to be ended.
     *
     * @param others curves of ended runs of the same task
     */
    boolean isHopeless(Curve curve, List<Curve> others) {
        double here = curve.reached();
        if (here < from || here >= 1 || halving && !passesRung(curve.before(), here)) {
            return false;
        }
        double[] values =
                others.stream()
                        .filter(c -> c.reached() >= here)
                        .mapToDouble(c -> sign * (halving ? c.at(here) : c.mean(here)))
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        if (values.length < trials) {
            return false;
        }
        if (!halving) {
            return curve.least(sign) > median(values);
        }
        double own = sign * curve.last();
        long better = Arrays.stream(values).filter(v -> v < own).count();
        return better >= Math.max((values.length + 1) / eta, 1);
    }

    private boolean passesRung(double before, double here) {
        for (double rung = 1.0 / eta; rung > 1e-9; rung /= eta) {
            if (before < rung && rung <= here) {
                return true;
            }
        }
        return false;
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
