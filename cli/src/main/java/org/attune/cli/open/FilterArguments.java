package org.attune.cli.open;

import org.attune.cli.history.ForeignFormat;
import org.attune.studies.Filtered;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.environment.VersionRange;
import org.attune.history.formats.Surroundings;
import org.attune.problemfile.ProblemFile;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Says which records are used; what is not said is not checked. */
public final class FilterArguments {
    @Option(
            names = "--machine",
            paramLabel = "NAME",
            description = "Use only records of this machine (repeatable).")
    private List<String> machines = List.of();

    @Option(
            names = "--software",
            paramLabel = "NAME=VERSION",
            description = "Use only records with this version, or a range 4.0..5 (repeatable).")
    private Map<String, String> software = new LinkedHashMap<>();

    @Option(
            names = "--where",
            paramLabel = "NAME=VALUE",
            description = {
                "Use only records where a parameter, output or constant has this value,",
                "or one in a range 0.5..2 (repeatable)."
            })
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(
            names = "--meta",
            paramLabel = "FILE",
            description = "Meta description (default: .gptune/meta.json beside PROBLEM).")
    private Optional<Path> meta = Optional.empty();

    /** Returns whether a meta description is named. */
    public boolean isDescribed() {
        return meta.isPresent();
    }

    /** Returns the meta description for a problem; what the problem file says itself counts. */
    public MetaDescription description(ProblemArguments arguments, ProblemFile file) {
        return description(meta, arguments.folder()).overriddenBy(file.meta());
    }

    /** Reads the named meta description, or one at the places where GPTune has it. */
    public static MetaDescription description(Optional<Path> meta, Path folder) {
        Optional<Path> file =
                meta.or(() ->
                        List.of(".gptune", "gptune").stream()
                                .map(f -> folder.resolve(f).resolve("meta.json"))
                                .filter(Files::isRegularFile)
                                .findFirst());
        return file.map(f -> MetaDescription.read(ForeignFormat.text(f), f.toString()))
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
                && ends.stream().allMatch(FilterArguments::isNumber)
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

    /** Looks at trials of a study. */
    public static Filtered apply(
            LoadFilter filter, TuningProblem problem, List<Trial> trials, Records records) {
        return apply(filter, problem, trials, t -> Surroundings.of(t, records));
    }

    /** Looks at trials that have been read from a file. */
    public static Filtered apply(LoadFilter filter, TuningProblem problem, List<Trial> trials) {
        return apply(filter, problem, trials, Surroundings::of);
    }

    private static Filtered apply(
            LoadFilter filter,
            TuningProblem problem,
            List<Trial> trials,
            Function<Trial, Surroundings> where) {
        if (filter.equals(LoadFilter.ALL)) {
            return new Filtered(trials, Map.of());
        }
        var kept = new ArrayList<Trial>();
        var leftOut = new LinkedHashMap<String, Integer>();
        for (Trial trial : trials) {
            Surroundings s = where.apply(trial);
            filter.misfit(problem, trial, s.environment(), s.constants())
                    .ifPresentOrElse(
                            why -> leftOut.merge(why, 1, Integer::sum), () -> kept.add(trial));
        }
        return new Filtered(kept, leftOut);
    }
}
