package org.attune.history.formats;

import java.util.List;
import java.util.Map;

/**
 * What a parameter of Optuna was drawn from. Numbers are stored as they are, whether drawn on a
 * logarithmic scale or in steps; of a categorical one, the index of the choice is stored.
 */
final class OptunaDistribution {
    private OptunaDistribution() {}

    /**
     * Returns the value that a stored number means.
     *
     * @param json the distribution, under its names of any year
     * @throws IllegalArgumentException if the kind is not known, or has no such choice
     */
    static Object value(String json, double stored) {
        Map<String, Object> distribution =
                GptuneRecord.object(PythonJson.read(json)).orElse(Map.of());
        Map<String, Object> attributes =
                GptuneRecord.object(distribution.get("attributes")).orElse(Map.of());
        String kind = String.valueOf(distribution.get("name"));
        return switch (kind) {
            case "FloatDistribution",
                    "UniformDistribution",
                    "LogUniformDistribution",
                    "DiscreteUniformDistribution" ->
                    stored;
            case "IntDistribution", "IntUniformDistribution", "IntLogUniformDistribution" ->
                    Math.round(stored);
            case "CategoricalDistribution" -> choice(attributes.get("choices"), stored);
            default ->
                    throw new IllegalArgumentException(
                            "the distribution '%s' is not known".formatted(kind));
        };
    }

    private static Object choice(Object choices, double stored) {
        if (!(choices instanceof List<?> list)
                || stored != Math.rint(stored)
                || stored < 0
                || stored >= list.size()) {
            throw new IllegalArgumentException("there is no choice %s".formatted(stored));
        }
        return list.get((int) stored) == null ? "None" : list.get((int) stored);
    }
}
