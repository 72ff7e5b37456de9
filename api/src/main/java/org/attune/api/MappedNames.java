package org.attune.api;

import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The names of a source and those of a problem, and what explains those that only one has. */
record MappedNames(
        SourceMapping mapping, SourceData data, TuningProblem problem, SourceSections theirs) {
    /** Refuses names that nobody has explained, on either side. */
    void require() {
        Set<String> ours = new LinkedHashSet<>();
        problem.taskSpace().parameters().forEach(p -> ours.add(p.name()));
        problem.parameterSpace().parameters().forEach(p -> ours.add(p.name()));
        for (String name : mapping.values().keySet()) {
            if (!ours.contains(name) && !problem.measuredOutputs().contains(name)) {
                var known = new ArrayList<>(ours);
                known.addAll(problem.measuredOutputs());
                throw refused(
                        "'%s' is mapped, but the problem has no such parameter or output.%s"
                                .formatted(name, NearestName.hint(name, known)),
                        "");
            }
        }
        requireRead();
        Set<String> read = new LinkedHashSet<>();
        mapping.values().values().forEach(e -> read.addAll(e.names()));
        for (String name : theirs.parameters()) {
            if (!ours.contains(name) && !read.contains(name) && !mapping.ignored().contains(name)) {
                throw refused(
                        "its parameter '%s' is none of problem '%s'"
                                .formatted(name, problem.name()),
                        "Maybe it has another name here (?map.NAME=%1$s), or does not matter (?ignore=%1$s)."
                                .formatted(name));
            }
        }
        for (Space space : List.of(problem.taskSpace(), problem.parameterSpace())) {
            for (Parameter p : space.parameters()) {
                if (!mapping.isMapped(p.name())
                        && p.activeIf().isEmpty()
                        && !theirs.parameters().contains(p.name())) {
                    throw refused(
                            "it has no parameter '%s'".formatted(p.name()),
                            "Maybe say what it was: ?map.%1$s=VALUE, or the name that it has there: ?map.%1$s=NAME."
                                    .formatted(p.name()));
                }
            }
        }
    }

    /** Refuses expressions over names that the source does not have. */
    private void requireRead() {
        Set<String> outputs = new LinkedHashSet<>(theirs.outputs().keySet());
        for (Trial t : data.trials()) {
            if (t.outcome() instanceof Outcome.Measured m) {
                outputs.addAll(m.outputs().keySet());
            }
        }
        mapping.values()
                .forEach((name, expression) -> {
                    boolean isOutput = problem.measuredOutputs().contains(name);
                    Set<String> known = new LinkedHashSet<>(theirs.parameters());
                    known.addAll(theirs.constants().keySet());
                    if (isOutput) {
                        known.addAll(outputs);
                    }
                    expression.names().stream()
                            .filter(n -> !known.contains(n))
                            .filter(n -> !isOutput || !outputs.isEmpty())
                            .findFirst()
                            .ifPresent(n -> {
                                throw refused(
                                        "map.%s=%s reads '%s', but it has only: %s"
                                                .formatted(
                                                        name,
                                                        expression.text(),
                                                        n,
                                                        String.join(", ", known)),
                                        meant(name, n, known));
                            });
                });
    }

    /** Returns what a name that the source does not have was probably meant to be. */
    private String meant(String mapped, String read, Set<String> known) {
        boolean isText =
                Stream.of(problem.taskSpace(), problem.parameterSpace())
                        .flatMap(s -> s.parameters().stream())
                        .anyMatch(p ->
                                p.name().equals(mapped)
                                        && p instanceof Parameter.Categorical c
                                        && c.values().contains(read));
        return isText
                ? "Maybe a text was meant: ?map.%s=\"'%s'\".".formatted(mapped, read)
                : NearestName.hint(read, known).strip();
    }

    private static IllegalArgumentException refused(String why, String advice) {
        return new IllegalArgumentException(advice.isEmpty() ? why : why + ". " + advice);
    }
}
