package org.attune.benchmarks;

import org.attune.api.Fidelity;

import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a tuner achieved on one task: a line of a result file. Only the key and the curve are
 * required, so that lines of other tools and of earlier versions can be read.
 *
 * @param key which run it is
 * @param best best value of a full run after each evaluation, as many as the budget unless they
 *     cost less; NaN while no full run has been measured
 * @param overhead CPU seconds of each suggestion; fewer than the budget where the tuner stopped
 *     early, NaN where they were not measured
 * @param failed what the tuner threw, if it did; the run counts nevertheless, unless {@code best}
 *     is empty: then the tuner has refused the problem
 * @param goal {@code minimize} or {@code maximize}, where the line says so
 * @param account what the evaluations cost, where the line says so
 * @param environment machine, versions and date, where the line says so
 * @param reference point up to which the hypervolume of several objectives was taken, which is what
 *     {@code best} is then; empty of one objective, and where the line does not say
 * @param definition what tells problem files of one name apart, where the line says so
 * @param cost what each evaluation cost in full runs, as many as {@code best}; empty where each is
 *     one
 */
public record RunResult(
        Key key,
        List<Double> best,
        List<Double> overhead,
        Optional<String> failed,
        Optional<String> goal,
        Optional<Account> account,
        Optional<Environment> environment,
        Optional<List<Double>> reference,
        Optional<String> definition,
        List<Double> cost) {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();
    private static final MathContext BEST_DIGITS = new MathContext(10);
    private static final MathContext OVERHEAD_DIGITS = new MathContext(3);

    /**
     * What tells runs apart.
     *
     * @param peer the tuner as the command line names it
     * @param problem name and task
     * @param seed of tuner and noise
     * @param budget number of evaluations, in full runs
     * @param sources that the tuner was given
     */
    public record Key(
            String peer, String problem, long seed, int budget, Optional<RunSources> sources) {
        /** The key of a run without sources. */
        Key(String peer, String problem, long seed, int budget) {
            this(peer, problem, seed, budget, Optional.empty());
        }

        /** Returns the key of the same run with another seed. */
        Key ofSeed(long other) {
            return new Key(peer, problem, other, budget, sources);
        }

        private static Key of(JsonNode node) {
            return new Key(
                    node.required("peer").asString(),
                    node.required("problem").asString(),
                    node.required("seed").asLong(),
                    node.required("budget").asInt(),
                    node.path("sources").isArray() ? Optional.of(sources(node)) : Optional.empty());
        }

        private static RunSources sources(JsonNode node) {
            return new RunSources(
                    node.get("sources").valueStream().map(JsonNode::asString).toList(),
                    node.required("source_trials").asInt(),
                    node.required("source_tuner").asString());
        }
    }

    /** Copies the lists. */
    public RunResult {
        best = List.copyOf(best);
        overhead = List.copyOf(overhead);
        cost = List.copyOf(cost);
        if (!cost.isEmpty() && cost.size() != best.size()) {
            throw new IllegalArgumentException(
                    "'cost' has %d numbers and 'best' has %d".formatted(cost.size(), best.size()));
        }
        for (double c : cost) {
            if (!(c >= 0)) {
                throw new IllegalArgumentException(
                        "'cost' has the number %s, but must not be negative".formatted(c));
            }
        }
    }

    /** Creates a result of which nothing else is known. */
    RunResult(Key key, List<Double> best, List<Double> overhead, Optional<String> failed) {
        this(
                key,
                best,
                overhead,
                failed,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Returns it with the machine, versions and date of the run. */
    RunResult in(Environment here) {
        return new RunResult(
                key,
                best,
                overhead,
                failed,
                goal,
                account,
                Optional.of(here),
                reference,
                definition,
                cost);
    }

    /** Returns it as one of a problem with this definition. */
    RunResult of(Optional<String> newDefinition) {
        return new RunResult(
                key,
                best,
                overhead,
                failed,
                goal,
                account,
                environment,
                reference,
                newDefinition,
                cost);
    }

    /**
     * Returns the best value after each full run's worth of evaluations; {@code best} itself where
     * each evaluation is one. What was spent at the end without a further evaluation is left as it
     * was.
     */
    public List<Double> byFullRuns() {
        if (cost.isEmpty()) {
            return best;
        }
        var values = new ArrayList<Double>();
        double spent = 0;
        double now = Double.NaN;
        int next = 0;
        for (int budget = 1; budget <= key.budget(); budget++) {
            while (next < cost.size() && spent + cost.get(next) <= budget + Fidelity.TOLERANCE) {
                spent += cost.get(next);
                now = best.get(next++);
            }
            values.add(now);
        }
        return values;
    }

    /** Returns whether the tuner refused the problem, so that nothing was evaluated. */
    public boolean isRefused() {
        return failed.isPresent() && best.isEmpty();
    }

    /** Returns whether more is better, as it is for hypervolumes. */
    boolean isMaximized() {
        return goal.filter("maximize"::equals).isPresent();
    }

    /**
     * Reads a line.
     *
     * @throws tools.jackson.core.JacksonException if it is not complete JSON or lacks a name
     * @throws IllegalArgumentException if a value is of the wrong kind
     */
    static RunResult of(String line) {
        JsonNode node = MAPPER.readTree(line);
        return new RunResult(
                Key.of(node),
                numbers("best", node.required("best")),
                numbers("overhead", node.path("overhead")),
                text(node, "failed"),
                text(node, "goal").map(RunResult::requireGoal),
                node.has("sum") ? Optional.of(account(node)) : Optional.empty(),
                node.path("environment").isObject()
                        ? Optional.of(environment(node.get("environment")))
                        : Optional.empty(),
                node.has("reference")
                        ? Optional.of(numbers("reference", node.get("reference")))
                        : Optional.empty(),
                text(node, "definition"),
                numbers("cost", node.path("cost")));
    }

    private static Optional<String> text(JsonNode node, String name) {
        return Optional.ofNullable(node.path(name).stringValue(null));
    }

    private static String requireGoal(String goal) {
        if (!goal.equals("minimize") && !goal.equals("maximize")) {
            throw new IllegalArgumentException(
                    "the goal '%s' is neither minimize nor maximize".formatted(goal));
        }
        return goal;
    }

    private static List<Double> numbers(String name, JsonNode array) {
        boolean none = array.isMissingNode() || array.isNull();
        if (!none && !array.isArray()
                || array.valueStream().anyMatch(v -> !v.isNumber() && !v.isNull())) {
            throw new IllegalArgumentException(
                    "'%s' must be a list of numbers and nulls".formatted(name));
        }
        return array.valueStream()
                .map(v -> v.asDouble(Double.NaN))
                .map(v -> Double.isFinite(v) ? v : Double.NaN)
                .toList();
    }

    private static Account account(JsonNode node) {
        JsonNode seconds = node.path("seconds");
        return new Account(
                node.path("together").asBoolean(false),
                node.path("failures").asInt(0),
                node.get("sum").asDouble(Double.NaN),
                seconds.path("objective").asDouble(0),
                seconds.path("model").asDouble(0),
                seconds.path("search").asDouble(0));
    }

    private static Environment environment(JsonNode node) {
        var facts = new LinkedHashMap<String, String>();
        node.properties()
                .forEach(
                        f -> facts.put(f.getKey(), f.getValue().asString(f.getValue().toString())));
        return new Environment(facts);
    }

    /** Returns the line, without its end. */
    String json() {
        var line = new LinkedHashMap<String, Object>();
        line.put("peer", key.peer());
        line.put("problem", key.problem());
        line.put("budget", key.budget());
        line.put("seed", key.seed());
        key.sources()
                .ifPresent(s -> {
                    line.put("sources", s.tasks());
                    line.put("source_trials", s.trials());
                    line.put("source_tuner", s.tuner());
                });
        line.put("best", rounded(best, BEST_DIGITS));
        if (!cost.isEmpty()) {
            line.put("cost", cost); // not rounded: nine ninths are a full run
        }
        line.put("overhead", rounded(overhead, OVERHEAD_DIGITS));
        failed.ifPresent(why -> line.put("failed", why));
        goal.ifPresent(g -> line.put("goal", g));
        reference.ifPresent(point -> line.put("reference", point));
        definition.ifPresent(d -> line.put("definition", d));
        account.ifPresent(a -> put(a, line));
        environment.ifPresent(e -> line.put("environment", e.facts()));
        return MAPPER.writeValueAsString(line);
    }

    private static void put(Account account, Map<String, Object> line) {
        if (account.together()) {
            line.put("together", true);
        }
        line.put("failures", account.failures());
        line.put("sum", rounded(account.sum(), BEST_DIGITS));
        var seconds = new LinkedHashMap<String, Double>();
        seconds.put("objective", rounded(account.objective(), OVERHEAD_DIGITS));
        seconds.put("model", rounded(account.model(), OVERHEAD_DIGITS));
        seconds.put("search", rounded(account.search(), OVERHEAD_DIGITS));
        line.put("seconds", seconds);
    }

    private static List<Double> rounded(List<Double> values, MathContext digits) {
        return values.stream().map(v -> rounded(v, digits)).collect(Collectors.toList());
    }

    private static Double rounded(double v, MathContext digits) {
        return Double.isFinite(v) ? new BigDecimal(v).round(digits).doubleValue() : null;
    }
}
