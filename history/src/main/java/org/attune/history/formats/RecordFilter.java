package org.attune.history.formats;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.environment.VersionRange;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which records are used; what is not said is not checked.
 *
 * @param machines names of machines
 * @param software versions, or ranges of them, by name
 * @param values of parameters, outputs and constants, or ranges of them, by name
 * @param meta a meta description, where it is not at its usual place
 */
public record RecordFilter(
        List<String> machines,
        Map<String, String> software,
        Map<String, String> values,
        Optional<Path> meta) {
    /** Uses all records. */
    public static final RecordFilter ALL =
            new RecordFilter(List.of(), Map.of(), Map.of(), Optional.empty());

    /** Returns the meta description that is named, or that of a folder. */
    public MetaDescription description(Path folder) {
        return description(meta, folder);
    }

    /** Reads the named meta description, or one at the places where GPTune has it. */
    public static MetaDescription description(Optional<Path> meta, Path folder) {
        Optional<Path> file =
                meta.or(() ->
                        List.of(".gptune", "gptune").stream()
                                .map(f -> folder.resolve(f).resolve("meta.json"))
                                .filter(Files::isRegularFile)
                                .findFirst());
        return file.map(f -> MetaDescription.read(TextFile.read(f), f.toString()))
                .orElse(MetaDescription.NONE);
    }

    /**
     * Returns the filter: what is given here, and otherwise what a description says is loadable.
     *
     * @throws IllegalArgumentException if a name is unknown, or a version none
     */
    public LoadFilter filter(MetaDescription description, TuningProblem problem) {
        requireKnown(problem);
        LoadFilter described = LoadFilter.of(description);
        var names = new LinkedHashMap<String, Object>();
        machines.forEach(m -> names.put(m, Map.of()));
        var versions = new LinkedHashMap<>(described.software());
        software.forEach((name, range) -> versions.put(name, VersionRange.parse(range)));
        return new LoadFilter(machines.isEmpty() ? described.machines() : names, versions, values);
    }

    private void requireKnown(TuningProblem problem) {
        var known = new LinkedHashSet<>(problem.constants().keySet());
        problem.taskSpace().parameters().stream().map(Parameter::name).forEach(known::add);
        problem.parameterSpace().parameters().stream().map(Parameter::name).forEach(known::add);
        problem.objectives().stream().map(Objective::name).forEach(known::add);
        known.addAll(problem.measuredOutputs());
        known.addAll(problem.derivedOutputs().keySet());
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "--where: the problem has no '%s'.%s"
                                .formatted(name, NearestName.hint(name, known)));
            }
            requireNumber(problem, name, values.get(name));
            requireAscending(name, values.get(name));
        }
    }

    /** Refuses a text where only numbers are, so that nothing could ever fit. */
    private static void requireNumber(TuningProblem problem, String name, String wanted) {
        Optional<Parameter> parameter =
                Stream.of(problem.taskSpace(), problem.parameterSpace())
                        .flatMap(s -> s.parameters().stream())
                        .filter(p -> p.name().equals(name))
                        .findFirst();
        boolean texts =
                parameter.isEmpty()
                        ? problem.constants().get(name) instanceof String
                        : parameter.get() instanceof Parameter.Categorical
                                || parameter.get() instanceof Permutation
                                || parameter.get() instanceof Parameter.Ordinal o
                                        && o.values().getFirst() instanceof String;
        List<String> ends = List.of(wanted.split("\\.\\.", -1));
        boolean range = ends.size() == 2 && !ends.stream().allMatch(String::isBlank);
        if (!texts
                && !(range ? ends : List.of(wanted))
                        .stream().allMatch(e -> range && e.isBlank() || isNumber(e))) {
            throw new IllegalArgumentException(
                    "--where %s=%s: '%s' is a number. Give one, or a range such as 0.5..2, 3.. or ..8."
                            .formatted(name, wanted, name));
        }
    }

    /** Refuses a range that nothing lies in. */
    private static void requireAscending(String name, String wanted) {
        List<String> ends = List.of(wanted.split("\\.\\.", -1));
        if (ends.size() == 2
                && ends.stream().allMatch(RecordFilter::isNumber)
                && Double.parseDouble(ends.getFirst()) > Double.parseDouble(ends.getLast())) {
            throw new IllegalArgumentException(
                    "--where %s=%s: nothing lies in this range. Maybe %s=%s..%s was meant."
                            .formatted(name, wanted, name, ends.getLast(), ends.getFirst()));
        }
    }

    private static boolean isNumber(String text) {
        try {
            Double.parseDouble(text.strip());
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
