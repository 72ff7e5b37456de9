package org.attune.execution;

import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.TuningProblem;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be said of settings once it is known where, and how many at once, they will be used. */
final class EvaluationChecks {
    private static final Set<String> OWN = Set.of("workdir", "trial");

    /** Words that mean something to a shell, and hardly anything to a program. */
    private static final Set<String> SHELL =
            Set.of("|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1", "&>");

    private EvaluationChecks() {}

    static void check(TuningProblem problem, CommandSettings settings, Path folder, int parallel) {
        for (InputFile file : settings.files()) {
            checkTemplate(problem, file, folder);
        }
        if (settings.measures(Source.Quantity.PEAK_RSS) && !ProcessTable.isAvailable()) {
            throw Fields.wrong(
                    "evaluation.outputs", "peak_rss is read from /proc, which is not there.");
        }
        paths(settings)
                .forEach((field, path) ->
                        texts(problem, path)
                                .flatMap(t -> Utf8Words.unusableInPaths(t).stream())
                                .findFirst()
                                .ifPresent(why -> {
                                    throw Fields.wrong(field, why);
                                }));
        if (parallel > 1 && !isOwn(settings.workdir())) {
            shared(settings)
                    .forEach((field, file) -> {
                        if (!isOwn(file)) {
                            throw Fields.wrong(
                                    field,
                                    "%d trials at once would share this file. Maybe begin it with {workdir}/"
                                            .formatted(parallel));
                        }
                    });
        }
    }

    /** Returns what to say where runs are said to go on from others, and nothing names those. */
    static Optional<String> forgottenParent(
            TuningProblem problem, CommandSettings settings, Path folder) {
        boolean named =
                settings.names().stream().anyMatch(Placeholders.PARENT::contains)
                        || settings.files().stream()
                                .anyMatch(f ->
                                        !f.template().names().isEmpty()
                                                || template(f, folder)
                                                        .filter(t -> t.contains("{parent_"))
                                                        .isPresent());
        return problem.resumes() && !named
                ? Optional.of(
                        "Runs are said to go on from others (fidelity.resume), and cost the"
                                + " difference, but the program is not told from which: nothing in"
                                + " 'evaluation' names {parent_workdir} or {parent_trial}.")
                : Optional.empty();
    }

    /**
     * Returns what to say of parameters that nothing tells the program, as far as that is certain:
     * not where a launcher, a scheduler or derived values may do it.
     */
    static Optional<String> untold(TuningProblem problem, CommandSettings settings, Path folder) {
        var named = new LinkedHashSet<>(settings.names());
        settings.outputs().forEach(o -> o.file().ifPresent(f -> named.addAll(f.names())));
        for (InputFile file : settings.files()) {
            Optional<String> text =
                    file.template().names().isEmpty() ? template(file, folder) : Optional.empty();
            if (text.isEmpty()) {
                return Optional.empty();
            }
            named.addAll(file.to().names());
            problem.names().stream()
                    .filter(n -> text.get().contains("{" + n + "}"))
                    .forEach(named::add);
        }
        List<Parameter> parameters = problem.parameterSpace().parameters();
        parameters.forEach(p -> p.activeIf().ifPresent(c -> named.addAll(c.names())));
        var plain = new LinkedHashSet<>(Placeholders.names(problem));
        plain.removeAll(problem.names());
        plain.addAll(problem.constants().keySet());
        plain.addAll(List.of("nodes", "cores"));
        problem.fidelity().ifPresent(f -> plain.add(f.name()));
        Stream.concat(problem.taskSpace().parameters().stream(), parameters.stream())
                .forEach(p -> plain.add(p.name()));
        if (settings.isArranged() || !plain.containsAll(named)) {
            return Optional.empty();
        }
        List<String> untold =
                parameters.stream().map(Parameter::name).filter(n -> !named.contains(n)).toList();
        return untold.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Nothing in 'evaluation' names %s: the program runs alike for all of %s values."
                                .formatted(
                                        untold.stream()
                                                .map(n -> "{" + n + "}")
                                                .collect(Collectors.joining(", ")),
                                        untold.size() == 1 ? "its" : "their"));
    }

    /** Returns what to say where a word of the command is meant for a shell, and there is none. */
    static Optional<String> shellWord(CommandSettings settings) {
        return settings.arguments().stream()
                .filter(t -> t.names().isEmpty())
                .map(t -> t.render(Map.of()))
                .filter(SHELL::contains)
                .findFirst()
                .map(word ->
                        "evaluation.command: the program gets '%s' as an argument, since no shell reads the command. Maybe [sh, -c, \"... %s ...\"]"
                                .formatted(word, word));
    }

    private static Optional<String> template(InputFile file, Path folder) {
        Path template = folder.resolve(file.template().render(Map.of()));
        return Files.isRegularFile(template) ? Optional.of(file.text(template)) : Optional.empty();
    }

    private static void checkTemplate(TuningProblem problem, InputFile file, Path folder) {
        if (!file.template().names().isEmpty()) {
            return; // a different template for each trial is read when it is needed
        }
        template(file, folder)
                .ifPresent(text ->
                        Template.parse(
                                folder.resolve(file.template().render(Map.of())).toString(),
                                text,
                                Placeholders.names(problem)));
    }

    private static Map<String, Template> paths(CommandSettings settings) {
        var paths = new LinkedHashMap<>(shared(settings));
        settings.files().forEach(f -> paths.put(f.field() + ".template", f.template()));
        paths.put("evaluation.workdir", settings.workdir());
        paths.put("evaluation.command[0]", settings.program());
        return paths;
    }

    /** Returns the texts of which a path is made, as far as they are known beforehand. */
    private static Stream<String> texts(TuningProblem problem, Template path) {
        List<String> names = path.names();
        Stream<String> values =
                Stream.of(problem.taskSpace(), problem.parameterSpace())
                        .flatMap(space -> space.parameters().stream())
                        .filter(p -> names.contains(p.name()))
                        .flatMap(p ->
                                switch (p) {
                                    case Parameter.Categorical c -> c.values().stream();
                                    case Permutation o ->
                                            Stream.concat(
                                                    o.items().stream(), Stream.of(o.separator()));
                                    default -> Stream.of();
                                });
        Stream<String> constants =
                names.stream()
                        .filter(problem.constants()::containsKey)
                        .map(n -> problem.constants().get(n).toString());
        return Stream.of(path.literals().stream(), values, constants).flatMap(s -> s);
    }

    private static Map<String, Template> shared(CommandSettings settings) {
        var shared = new LinkedHashMap<String, Template>();
        settings.files().forEach(f -> shared.put(f.field() + ".to", f.to()));
        settings.outputs()
                .forEach(o ->
                        o.file()
                                .ifPresent(f ->
                                        shared.put(
                                                "evaluation.outputs.%s.file".formatted(o.name()),
                                                f)));
        settings.check().flatMap(OkRule::file).ifPresent(f -> shared.put("evaluation.ok.file", f));
        return shared;
    }

    private static boolean isOwn(Template path) {
        List<String> names = new ArrayList<>(path.names());
        names.retainAll(OWN);
        return !names.isEmpty();
    }
}
