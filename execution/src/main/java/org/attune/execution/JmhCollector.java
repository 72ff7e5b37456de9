package org.attune.execution;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a metric of a result that JMH wrote as JSON.
 *
 * <p>The score has a value for each fork, the mean of its iterations; where JMH keeps no single
 * readings (mode {@code sample}), it is one value. The error is half the width of JMH's 99.9 %
 * confidence interval, the standard error the one of all iterations, whatever their fork, as JMH
 * has it. Any other name is a secondary metric, such as {@code gc.alloc.rate.norm} with {@code
 * -prof gc}.
 */
final class JmhCollector extends JsonCollector {
    static final String SCORE = "score";
    static final String ERROR = "error";
    static final String STANDARD_ERROR = "standard_error";

    private static final double Z_9995 = 3.290526731491896; // of JMH's 99.9 %

    private final String metric;
    private final String unit;

    /**
     * Reads a metric.
     *
     * @param unit that it is converted to; empty for JMH's own
     */
    JmhCollector(String metric, String unit) {
        super("");
        this.metric = metric;
        this.unit = unit;
    }

    @Override
    List<Double> values(JsonNode root) throws UnreadableException {
        if (!root.isArray() || !root.path(0).path("primaryMetric").isObject()) {
            throw new UnreadableException(
                    root.isArray() && root.isEmpty()
                            ? "JMH wrote no result. Maybe no benchmark has this name"
                            : "this is no result of JMH: " + quoted(root.toString()));
        }
        if (root.size() > 1) {
            throw new UnreadableException(
                    "JMH wrote %d results, but one is needed: %s and %s. Maybe choose one benchmark and one value of each @Param"
                            .formatted(root.size(), named(root.get(0)), named(root.get(1))));
        }
        JsonNode primary = root.get(0).get("primaryMetric");
        return switch (metric) {
            case SCORE -> converted(score(primary), primary);
            case ERROR -> converted(number(primary, "scoreError"), primary);
            case STANDARD_ERROR -> converted(standardError(primary), primary);
            default -> {
                JsonNode secondary = root.get(0).path("secondaryMetrics");
                if (!secondary.path(metric).isObject()) {
                    throw new UnreadableException(
                            "JMH has no metric '%s'. It has score, error, standard_error%s"
                                    .formatted(
                                            metric,
                                            String.join(
                                                    "",
                                                    secondary.propertyNames().stream()
                                                            .map(n -> ", " + n)
                                                            .toList())));
                }
                JsonNode found = secondary.get(metric);
                yield converted(number(found, SCORE), found);
            }
        };
    }

    private List<Double> converted(List<Double> values, JsonNode metric)
            throws UnreadableException {
        double factor = JmhUnit.factor(metric.path("scoreUnit").asString(""), unit);
        return values.stream().map(v -> factor * v).toList();
    }

    private static List<Double> score(JsonNode primary) throws UnreadableException {
        var forks = new ArrayList<Double>();
        for (JsonNode fork : primary.path("rawData")) {
            double sum = 0;
            for (JsonNode iteration : fork) {
                sum += number(iteration.asString());
            }
            if (!fork.isEmpty()) {
                forks.add(sum / fork.size());
            }
        }
        return forks.isEmpty() ? number(primary, SCORE) : forks;
    }

    /** In mode {@code sample}, of thousands of readings, by the half width. */
    private static List<Double> standardError(JsonNode primary) throws UnreadableException {
        var all = new ArrayList<Double>();
        for (JsonNode fork : primary.path("rawData")) {
            for (JsonNode iteration : fork) {
                all.add(number(iteration.asString()));
            }
        }
        int n = all.size();
        if (n < 2) {
            return List.of(number(primary, "scoreError").getFirst() / Z_9995);
        }
        double mean = all.stream().mapToDouble(v -> v).average().orElseThrow();
        double sum = all.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        return List.of(Math.sqrt(sum / (n - 1) / n));
    }

    private static List<Double> number(JsonNode metric, String key) throws UnreadableException {
        return List.of(number(metric.path(key).asString("nothing")));
    }

    private static String named(JsonNode result) {
        return result.path("benchmark").asString("") + result.path("params");
    }
}
