package org.attune.benchmarks;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a tuner achieved on one task: a line of a result file.
 *
 * @param key which run it is
 * @param best best value after each evaluation, as many as the budget; NaN while nothing has been
 *     measured
 * @param overhead CPU seconds of each suggestion; fewer than the budget where the tuner stopped
 *     early
 * @param failed what the tuner threw, if it did; the run counts nevertheless
 */
record RunResult(Key key, List<Double> best, List<Double> overhead, Optional<String> failed) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final MathContext BEST_DIGITS = new MathContext(10);
    private static final MathContext OVERHEAD_DIGITS = new MathContext(3);

    /**
     * What tells runs apart.
     *
     * @param peer the tuner as the command line names it
     * @param problem name and task
     * @param seed of tuner and noise
     * @param budget number of evaluations
     */
    record Key(String peer, String problem, long seed, int budget) {
        /**
         * Reads the key of a line.
         *
         * @throws tools.jackson.core.JacksonException if it is not complete JSON or lacks a name
         */
        static Key of(String line) {
            JsonNode node = MAPPER.readTree(line);
            return new Key(
                    node.required("peer").asString(),
                    node.required("problem").asString(),
                    node.required("seed").asLong(),
                    node.required("budget").asInt());
        }
    }

    /**
     * Reads a line.
     *
     * @throws tools.jackson.core.JacksonException if it is not complete JSON or lacks a name
     */
    static RunResult of(String line) {
        JsonNode node = MAPPER.readTree(line);
        return new RunResult(
                Key.of(line),
                numbers(node.required("best")),
                numbers(node.path("overhead")),
                Optional.ofNullable(node.path("failed").stringValue(null)));
    }

    private static List<Double> numbers(JsonNode array) {
        return array.valueStream().map(v -> v.asDouble(Double.NaN)).toList();
    }

    RunResult {
        best = List.copyOf(best);
        overhead = List.copyOf(overhead);
    }

    /** Returns the line, without its end. */
    String json() {
        var line = new LinkedHashMap<String, Object>();
        line.put("peer", key.peer());
        line.put("problem", key.problem());
        line.put("budget", key.budget());
        line.put("seed", key.seed());
        line.put("best", rounded(best, BEST_DIGITS));
        line.put("overhead", rounded(overhead, OVERHEAD_DIGITS));
        failed.ifPresent(why -> line.put("failed", why));
        return MAPPER.writeValueAsString(line);
    }

    private static List<Double> rounded(List<Double> values, MathContext digits) {
        return values.stream()
                .map(v ->
                        v.isNaN()
                                ? null
                                : Double.valueOf(new BigDecimal(v).round(digits).doubleValue()))
                .collect(Collectors.toList());
    }
}
