package org.attune.execution;

import org.attune.api.Candidate;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a trial's templates can name.
 *
 * @param texts every name's value as a program reads it; inactive parameters have a value too
 * @param active names that have a value without such help
 * @param values what expressions read, inactive parameters included
 */
record Placeholders(Map<String, String> texts, Set<String> active, Map<String, Object> values) {
    private static final List<String> OWN = List.of("workdir", "trial", "fidelity");

    /** Returns all names that templates of this problem may use. */
    static List<String> names(TuningProblem problem) {
        var names = new ArrayList<>(problem.names());
        names.removeIf(n -> n.endsWith("]")); // positions, which expressions alone read
        OWN.stream().filter(n -> !names.contains(n)).forEach(names::add);
        return names;
    }

    /**
     * Returns the values of a trial.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    static Placeholders of(TuningProblem problem, Trial trial, Path workdir) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("workdir", workdir.toString());
        texts.put("trial", Long.toString(trial.number()));
        texts.put("fidelity", Double.toString(trial.candidate().fidelity().value()));
        var active = new java.util.HashSet<>(texts.keySet());
        active.addAll(problem.values(trial.candidate()).keySet());
        Map<String, Object> values = problem.values(filled(problem, trial.candidate()));
        values.forEach((name, value) -> texts.put(name, value.toString()));
        for (Permutation p : problem.parameterSpace().permutations()) {
            texts.put(p.name(), p.written(values.get(p.name())));
            p.axes().forEach(position -> texts.remove(position.name()));
        }
        return new Placeholders(texts, active, values);
    }

    /**
     * Returns the candidate with a value for each inactive parameter: its default, else its first.
     */
    private static Candidate filled(TuningProblem problem, Candidate candidate) {
        var values = new LinkedHashMap<String, Object>();
        for (Parameter p : problem.parameterSpace().parameters()) {
            Point given = candidate.configuration();
            values.put(
                    p.name(),
                    given.has(p.name())
                            ? given.get(p.name())
                            : p.defaultValue().orElseGet(() -> p.decode(0)));
        }
        return new Candidate(candidate.task(), Point.of(values), candidate.fidelity());
    }
}
