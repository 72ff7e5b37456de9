package org.attune.execution;

import org.attune.api.Candidate;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final String PARENT_WORKDIR = "parent_workdir";
    private static final String PARENT_TRIAL = "parent_trial";

    /** The names of the run that a trial goes on from, in problems whose runs are resumed. */
    static final List<String> PARENT = List.of(PARENT_WORKDIR, PARENT_TRIAL);

    /**
     * The run that a trial goes on from.
     *
     * @param trial its number
     * @param workdir where it ran
     */
    record Before(long trial, Path workdir) {}

    /** Returns all names that templates of this problem may use. */
    static List<String> names(TuningProblem problem) {
        var names = new ArrayList<>(problem.names());
        names.removeIf(n -> n.endsWith("]")); // positions, which expressions alone read
        OWN.stream().filter(n -> !names.contains(n)).forEach(names::add);
        if (problem.resumes()) {
            PARENT.stream().filter(n -> !names.contains(n)).forEach(names::add);
        }
        return names;
    }

    /** Returns what to say of a name that is none of these, empty where there is nothing. */
    static String hint(String name, Collection<String> known) {
        return PARENT.contains(name)
                ? " Maybe add 'resume: true' to the section 'fidelity', whose runs go on from"
                        + " others then."
                : NearestName.hint(name, known);
    }

    /** Returns the values of a trial that starts from the beginning. */
    static Placeholders of(TuningProblem problem, Trial trial, Path workdir) {
        return of(problem, trial, workdir, Optional.empty());
    }

    /**
     * Returns the values of a trial.
     *
     * @param before the run that it goes on from; without one its names are empty texts, and a
     *     group of arguments that names it is left out
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    static Placeholders of(
            TuningProblem problem, Trial trial, Path workdir, Optional<Before> before) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("workdir", workdir.toString());
        texts.put("trial", Long.toString(trial.number()));
        texts.put("fidelity", Double.toString(trial.candidate().fidelity().value()));
        var active = new java.util.HashSet<>(texts.keySet());
        if (problem.resumes()) {
            texts.put(PARENT_WORKDIR, before.map(b -> b.workdir().toString()).orElse(""));
            texts.put(PARENT_TRIAL, before.map(b -> Long.toString(b.trial())).orElse(""));
            active.addAll(before.isPresent() ? PARENT : List.of());
        }
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
