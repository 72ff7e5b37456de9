package org.attune.problemfile;

import org.attune.api.FidelityParameter;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads {@code fidelity}: the quantity that makes runs cheaper, its bounds or levels, and its cost.
 */
final class FidelityReader {
    static final String SECTION = "fidelity";

    private final ParameterReader parameters;
    private final Defects defects;

    FidelityReader(ParameterReader parameters, Defects defects) {
        this.parameters = parameters;
        this.defects = defects;
    }

    /** Adds it to the problem, whose constants are known. */
    void read(Located.Mapping section, TuningProblem.Builder problem) {
        String name = ProblemReader.text(section, "name");
        boolean lower = section.get("lower_bound").isPresent();
        boolean upper = section.get("upper_bound").isPresent();
        if (lower != upper) {
            wrong(
                    section,
                    lower ? "lower_bound" : "upper_bound",
                    "stands without %s.".formatted(lower ? "upper_bound" : "lower_bound"));
            return;
        }
        boolean levels = section.get("levels").isPresent();
        Optional<String> type = section.get("type").map(t -> ((Located.Scalar) t).text());
        if (type.isEmpty() && lower && !levels) {
            wrong(section, "", "is of which type? Maybe add 'type: integer'.");
            return;
        }
        String step = "";
        try {
            step = "upper_bound";
            FidelityParameter bounded = bounded(section, name, type, lower);
            step = "levels";
            FidelityParameter leveled =
                    levels ? bounded.withLevels(values(section, "levels")) : bounded;
            step = "cost";
            FidelityParameter costing =
                    section.get("cost")
                            .map(c -> leveled.withCost(((Located.Scalar) c).text()))
                            .orElse(leveled);
            boolean resume =
                    section.get("resume")
                            .filter(r -> ((Located.Scalar) r).value().equals(true))
                            .isPresent();
            problem.fidelity(resume ? costing.resumed() : costing);
        } catch (IllegalArgumentException e) {
            if (!defects.touch(SECTION)) {
                boolean ofLevels = levels && e.getMessage().contains("among the levels");
                wrong(section, ofLevels ? "levels" : step, withoutName(name, e.getMessage()));
            }
        }
    }

    private FidelityParameter bounded(
            Located.Mapping section, String name, Optional<String> type, boolean bounded) {
        boolean whole =
                type.map(t -> t.startsWith("int"))
                        .orElseGet(() ->
                                section.get("levels").isPresent()
                                        && java.util.Arrays.stream(values(section, "levels"))
                                                .allMatch(v -> v == Math.rint(v)));
        List<Double> bounds = List.of();
        if (bounded) {
            OptionalDouble lower = parameters.bound(SECTION, section, "lower_bound", whole);
            OptionalDouble upper = parameters.bound(SECTION, section, "upper_bound", whole);
            bounds = List.of(lower.orElseThrow(this::noted), upper.orElseThrow(this::noted));
        }
        return new FidelityParameter(name, whole, bounds, List.of(), Optional.empty());
    }

    /** What ends the reading where a defect has been noted already. */
    private IllegalArgumentException noted() {
        return new IllegalArgumentException("noted");
    }

    private static double[] values(Located.Mapping section, String key) {
        return ((Located.Items) section.values().get(key))
                .items().stream()
                        .mapToDouble(v -> ((Number) ((Located.Scalar) v).value()).doubleValue())
                        .toArray();
    }

    private void wrong(Located.Mapping section, String key, String message) {
        String field = key.isEmpty() || section.get(key).isEmpty() ? SECTION : SECTION + "." + key;
        int line = section.get(key).map(Located::line).orElse(section.line());
        defects.add(line, field, message);
    }

    /** Returns the message without the words that the field says already. */
    private static String withoutName(String name, String message) {
        String text = message.startsWith("fidelity ") ? message.substring(9) : message;
        String bare = text.startsWith(name + ": ") ? text.substring(name.length() + 2) : text;
        return bare.startsWith("cost: ") ? bare.substring(6) : bare;
    }
}
