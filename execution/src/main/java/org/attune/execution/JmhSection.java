package org.attune.execution;

import org.attune.api.MeasuredNoise;
import org.attune.api.Objective;
import org.attune.api.Objective.Goal;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code jmh} section: a benchmark of a JMH jar, as the command and the outputs that it stands
 * for.
 *
 * <pre>{@code
 * jmh: {jar: target/benchmarks.jar, benchmark: Parse.json, params: ["size={size}"], jvm: ["-Xmn{young}m"]}
 * }</pre>
 *
 * <p>Becomes {@code java -jar target/benchmarks.jar Parse.json -foe true -bm avgt -rf json -rff
 * {workdir}/jmh.json -p size={size} -jvmArgsAppend -Xmn{young}m}, whose score is the problem's
 * objective, each fork being a repetition.
 */
final class JmhSection {
    private static final List<String> KEYS =
            List.of("jar", "benchmark", "mode", "forks", "params", "jvm", "options", "java");
    private static final List<String> MODES = List.of("thrpt", "avgt", "sample", "ss");
    private static final String RESULT = "{workdir}/jmh.json";

    private static final String ERROR = "_error";

    private JmhSection() {}

    /** Returns whether an output is the error of another one, and in its unit. */
    static boolean isErrorOf(String output, String name) {
        return name.equals(output + ERROR) || name.equals(output + MeasuredNoise.STANDARD_ERROR);
    }

    /**
     * Returns the evaluation section with a command in place of its {@code jmh} section, if it has
     * one.
     *
     * @throws IllegalArgumentException if that is malformed, or its mode contradicts the goal
     */
    static Map<String, Object> expanded(TuningProblem problem, Map<String, Object> evaluation) {
        if (evaluation.get("jmh") == null) {
            return evaluation;
        }
        Fields jmh = Fields.of("evaluation.jmh", evaluation.get("jmh"), KEYS);
        if (evaluation.containsKey("command")) {
            throw Fields.wrong("evaluation.command", "there is a section 'jmh' already.");
        }
        var expanded = new LinkedHashMap<>(evaluation);
        expanded.remove("jmh");
        Map<String, Object> outputs = outputs(problem, evaluation);
        expanded.put("outputs", outputs);
        expanded.put(
                "command", command(jmh, scored(problem, outputs), Placeholders.names(problem)));
        return expanded;
    }

    /**
     * Adds the score as the source of the only output that has none, and its errors beside it; a
     * metric without a file is in JMH's own.
     */
    private static Map<String, Object> outputs(
            TuningProblem problem, Map<String, Object> evaluation) {
        Fields given =
                Fields.ofAnyName(
                        "evaluation.outputs",
                        Optional.ofNullable(evaluation.get("outputs")).orElse(Map.of()));
        var outputs = new LinkedHashMap<String, Object>();
        List<String> without =
                problem.measuredOutputs().stream().filter(o -> given.get(o).isEmpty()).toList();
        if (without.size() == 1) {
            String name = without.getFirst();
            outputs.put(name, metric(JmhCollector.SCORE));
            outputs.put(name + ERROR, metric(JmhCollector.ERROR));
            outputs.put(name + MeasuredNoise.STANDARD_ERROR, metric(JmhCollector.STANDARD_ERROR));
        }
        for (String name : given.keys()) {
            Object source = given.required(name);
            boolean bare =
                    source instanceof Map<?, ?> m && m.containsKey("jmh") && !m.containsKey("file");
            outputs.put(name, bare ? metric(((Map<?, ?>) source).get("jmh")) : source);
        }
        return outputs; // what is still missing is said by the reader of commands
    }

    private static Map<String, Object> metric(Object name) {
        return Map.of("jmh", name, "file", RESULT);
    }

    /** Returns the objective that is the score, if one is. */
    private static Optional<Objective> scored(TuningProblem problem, Map<String, Object> outputs) {
        return problem.optimized().stream()
                .filter(o -> metric(JmhCollector.SCORE).equals(outputs.get(o.name())))
                .findFirst();
    }

    private static List<Object> command(
            Fields jmh, Optional<Objective> scored, List<String> names) {
        var command = new ArrayList<Object>();
        command.add(jmh.get("java").isPresent() ? jmh.text("java") : "java");
        command.addAll(List.of("-jar", jmh.text("jar"), jmh.text("benchmark")));
        command.addAll(List.of("-foe", "true", "-rf", "json", "-rff", RESULT));
        mode(jmh, scored).ifPresent(mode -> command.addAll(List.of("-bm", mode)));
        if (jmh.get("forks").isPresent()) {
            String forks = jmh.text("forks");
            if (!forks.matches("[1-9][0-9]{0,3}")) {
                throw Fields.wrong(
                        jmh.at("forks"),
                        "'%s' is no number of forks. Maybe 3; the JVM's flags need at least one."
                                .formatted(forks));
            }
            command.addAll(List.of("-f", forks));
        }
        words(jmh, "params", names).forEach(w -> command.add(List.of("-p", parameter(jmh, w))));
        words(jmh, "jvm", names).forEach(w -> command.add(List.of("-jvmArgsAppend", w)));
        command.addAll(words(jmh, "options", names));
        return command;
    }

    private static Optional<String> mode(Fields jmh, Optional<Objective> scored) {
        Optional<Goal> goal = scored.map(Objective::goal);
        if (jmh.get("mode").isEmpty()) {
            return goal.map(g -> g == Goal.MAXIMIZE ? "thrpt" : "avgt");
        }
        String mode = jmh.oneOf("mode", MODES, "");
        Goal fitting = mode.equals("thrpt") ? Goal.MAXIMIZE : Goal.MINIMIZE;
        if (goal.isPresent() && goal.get() != fitting) {
            throw Fields.wrong(
                    jmh.at("mode"),
                    "the score of mode %s is %s, but '%s' is to be %sd. Maybe 'goal: %s' for it."
                            .formatted(
                                    mode,
                                    fitting == Goal.MAXIMIZE ? "a throughput" : "a time",
                                    scored.get().name(),
                                    goal.get().toString().toLowerCase(java.util.Locale.ROOT),
                                    fitting.toString().toLowerCase(java.util.Locale.ROOT)));
        }
        return Optional.of(mode);
    }

    /** Returns the words of a list, whose placeholders are checked where the user wrote them. */
    private static List<String> words(Fields jmh, String key, List<String> names) {
        var words = new ArrayList<String>();
        for (Object word : jmh.list(key)) {
            String at = "%s[%d]".formatted(jmh.at(key), words.size());
            Template.parse(at, Fields.text(at, word), names);
            words.add(Fields.text(at, word));
        }
        return words;
    }

    private static String parameter(Fields jmh, String word) {
        if (!word.matches("[^=]+=.*")) {
            throw Fields.wrong(
                    jmh.at("params"),
                    "'%s' sets no @Param. Maybe %s={%s}.".formatted(word, word, word));
        }
        return word;
    }
}
