package org.attune.problemfile;

import org.attune.api.DriftPlan;
import org.attune.api.Machine;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.StoppingRule;
import org.attune.api.TaskSample;
import org.attune.api.TuningProblem;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A problem file: the problem, and how its owner wants it tuned and evaluated.
 *
 * <p>YAML 1.2 ({@code .yaml}, {@code .yml}) or JSON ({@code .json}) of the shape that {@link
 * #schema} describes. Immutable.
 */
public final class ProblemFile {
    private final Path path;
    private final Located.Mapping root;
    private final ProblemReader.Result content;

    private ProblemFile(Path path, Located.Mapping root, ProblemReader.Result content) {
        this.path = path;
        this.root = root;
        this.content = content;
    }

    /**
     * Reads a file; {@code nodes} and {@code cores} mean the machine that it describes, or else
     * this computer.
     *
     * @throws ProblemFileException if something is wrong with it, with all that is
     * @throws UncheckedIOException if it cannot be read
     */
    public static ProblemFile read(Path file) {
        return read(file, Optional.empty());
    }

    /**
     * Reads a file for this machine, whatever it says itself.
     *
     * @throws ProblemFileException if something is wrong with it, with all that is
     * @throws UncheckedIOException if it cannot be read
     */
    public static ProblemFile read(Path file, Machine machine) {
        return read(file, Optional.of(machine));
    }

    /**
     * Reads the problem of a study as its history keeps it: enough to say what its trials mean,
     * without constraints, performance models, prior means and beliefs.
     *
     * @param history for messages
     * @param kept what the study's record has
     * @param tasks of the study
     * @throws ProblemFileException if something in it makes no sense to this version
     */
    public static ProblemFile kept(Path history, Map<String, Object> kept, List<Point> tasks) {
        var defects = new Defects(history.toString());
        Located document = JsonDocument.parse(KeptProblem.json(kept, tasks), defects);
        return of(history, document, Optional.empty(), defects);
    }

    /** Keys of a meta description that a problem file may have, too. */
    private static final List<String> META =
            List.of(
                    "machine_configuration",
                    "software_configuration",
                    "loadable_machine_configurations",
                    "loadable_software_configurations",
                    "spack",
                    "slurm",
                    "compilers",
                    "no_load_check",
                    "load_func_eval",
                    "save_model");

    /** Keys below which expressions may read {@code nodes} and {@code cores}. */
    private static final List<String> EXPRESSIONS =
            List.of(
                    "input_space",
                    "parameter_space",
                    "output_space",
                    "constraints",
                    "derived",
                    "derived_outputs",
                    "performance_models",
                    "fidelity");

    private static ProblemFile read(Path file, Optional<Machine> machine) {
        var defects = new Defects(file.toString());
        return of(file, document(file, defects), machine, defects);
    }

    private static Located document(Path file, Defects defects) {
        String text = SourceFile.text(file);
        return SourceFile.isJson(file)
                ? JsonDocument.parse(text, defects)
                : YamlDocument.parse(text, defects);
    }

    /**
     * Returns whether a file has the keys that a problem file needs, whatever else is wrong with
     * it.
     */
    public static boolean isMeant(Path file) {
        try {
            return document(file, new Defects(file.toString())) instanceof Located.Mapping found
                    && found.values().keySet().containsAll(SchemaCheck.required());
        } catch (ProblemFileException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private static ProblemFile of(
            Path file, Located document, Optional<Machine> machine, Defects defects) {
        SchemaCheck.check(document, defects);
        if (!(document instanceof Located.Mapping root)) {
            throw defects.exception();
        }
        return new ProblemFile(file, root, ProblemReader.read(root, machine, defects));
    }

    /**
     * Returns this file with the {@code nodes} and {@code cores} of a study, where it says none
     * itself and they were kept; else they are those of this computer.
     *
     * @param kept what the study's record has of its problem
     */
    public ProblemFile of(Map<String, Object> kept) {
        Machine now = problem().machine();
        Machine then =
                new Machine(
                        count("nodes", kept).orElse(now.nodes()),
                        count("cores", kept).orElse(now.cores()));
        return then.equals(now)
                ? this
                : of(path, root, Optional.of(then), new Defects(path.toString()));
    }

    private Optional<Integer> count(String name, Map<String, Object> kept) {
        return !saysOfMachine(name)
                        && kept.get("machine") instanceof Map<?, ?> counts
                        && counts.get(name) instanceof Number count
                ? Optional.of(count.intValue())
                : Optional.empty();
    }

    private boolean saysOfMachine(String count) {
        return section("machine").filter(m -> m.get(count).isPresent()).isPresent();
    }

    /** Returns the file. */
    public Path path() {
        return path;
    }

    /**
     * Returns the text of this file with some parameters held at one value each, as JSON, which is
     * YAML too. Comments are lost.
     *
     * @param held values by parameter, in canonical form
     */
    public String holding(Map<String, Object> held) {
        return new HeldParameters(problem().parameterSpace(), held)
                .text(root, initial(), drift().flatMap(DriftPlan::configuration));
    }

    /** Returns the problem. */
    public TuningProblem problem() {
        return content.problem();
    }

    /**
     * Returns the tasks: those listed, or as many sampled as the file says; the empty one without
     * task parameters.
     *
     * @param seed of the sample
     * @throws IllegalArgumentException if so many admissible tasks cannot be found
     */
    public List<Point> tasks(Seed seed) {
        if (problem().taskSpace().dimension() == 0) {
            return List.of(Point.EMPTY);
        }
        Optional<Located.Mapping> sample = section("tasks");
        return sample.isPresent()
                ? TaskSample.of(
                        problem(),
                        ProblemReader.integer(sample.get(), "sample").orElseThrow(),
                        seed)
                : content.tasks();
    }

    /**
     * Returns the features of tasks that the file gives; empty where it gives none, or a command
     * computes them.
     *
     * @throws IllegalArgumentException if an expression has no number as its value, or values are
     *     listed and a task is not
     */
    public Map<Point, Map<String, Double>> taskFeatures(List<Point> tasks) {
        var features = new LinkedHashMap<Point, Map<String, Double>>();
        for (Point task : tasks) {
            try {
                Map<String, Double> own =
                        content.features().of(content.tasks().indexOf(task), task);
                if (!own.isEmpty()) {
                    features.put(task, own);
                }
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(
                        at(TaskFeatureReader.SECTION) + ": " + e.getMessage(), e);
            }
        }
        return features;
    }

    /** Returns the command that computes features of a task, if the file names one. */
    public Optional<List<?>> featureCommand() {
        return section(TaskFeatureReader.SECTION)
                .flatMap(s -> s.get("command"))
                .filter(Located.Items.class::isInstance)
                .map(c -> (List<?>) c.plain());
    }

    /** Returns the performance models that are programs, by name, as their entries are spelled. */
    public Map<String, Map<String, Object>> modelPrograms() {
        var programs = new LinkedHashMap<String, Map<String, Object>>();
        section(ModelReader.SECTION)
                .ifPresent(s ->
                        s.values()
                                .forEach((name, node) -> {
                                    if (node instanceof Located.Mapping entry
                                            && entry.get("command").isPresent()) {
                                        programs.put(name, spelledCommand(entry));
                                    }
                                }));
        return programs;
    }

    /** Returns the name of the tuner, if the file names one. */
    public Optional<String> tuner() {
        Optional<Located.Mapping> section = section("tuner");
        return section.isPresent()
                ? Optional.of(ProblemReader.text(section.get(), "name"))
                : root.get("tuner").map(t -> ((Located.Scalar) t).text());
    }

    /** Returns the tuner's options as they are spelled in the file. */
    public Map<String, String> options() {
        var options = new LinkedHashMap<String, String>();
        section("tuner")
                .flatMap(t -> t.get("options"))
                .ifPresent(o ->
                        ((Located.Mapping) o)
                                .values()
                                .forEach((k, v) -> options.put(k, ((Located.Scalar) v).text())));
        return options;
    }

    /** Returns the seed, if the file gives one. */
    public OptionalLong seed() {
        return root.get("seed").isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(((Number) root.get("seed").get().plain()).longValue());
    }

    /** Returns the number of trials per task, if the file gives one. */
    public OptionalInt trials() {
        return count("trials");
    }

    /** Returns how trials are divided among the tasks, if the file says so. */
    public Optional<String> allocate() {
        return root.get("allocate").map(a -> ((Located.Scalar) a).text());
    }

    /** Returns the rules that end studies before their trials are used up, in the file's order. */
    public List<StoppingRule> stop() {
        return content.stop();
    }

    /** Returns how the drift of the machine is watched, if the file says so. */
    public Optional<DriftPlan> drift() {
        return content.drift();
    }

    /** Returns how many trials run at once, if the file says so. */
    public OptionalInt parallel() {
        return count("parallel");
    }

    private OptionalInt count(String key) {
        Optional<Integer> count = ProblemReader.integer(root, key);
        return count.isPresent() ? OptionalInt.of(count.get()) : OptionalInt.empty();
    }

    /** Returns the user's own configurations, which are evaluated first. */
    public List<Point> initial() {
        return content.initial();
    }

    /**
     * Returns the evaluation section as maps, lists, strings, numbers and booleans, of the shape
     * that the schema describes; empty if there is none. The words of the command, of the section
     * {@code jmh} and of the environment are strings as spelled in the file.
     */
    public Map<String, Object> evaluation() {
        return section("evaluation").map(ProblemFile::spelledCommand).orElse(Map.of());
    }

    /**
     * Returns what the file says of machine, software and loadable records, with the keys of
     * GPTune's meta description; empty if nothing.
     */
    public Map<String, Object> meta() {
        var meta = new LinkedHashMap<String, Object>();
        for (String key : META) {
            root.get(key).ifPresent(node -> meta.put(key, node.plain()));
        }
        return meta;
    }

    /**
     * Returns which of {@code nodes} and {@code cores} expressions read without that this file says
     * them: they are those of this computer then.
     */
    public List<String> countsOfThisComputer() {
        return Stream.of("nodes", "cores")
                .filter(c -> !saysOfMachine(c))
                .filter(c -> !problem().constants().containsKey(c))
                .filter(c -> {
                    Pattern read = Pattern.compile("\\b" + c + "\\b");
                    return EXPRESSIONS.stream()
                            .flatMap(section -> root.get(section).stream())
                            .anyMatch(node -> reads(node.plain(), read));
                })
                .toList();
    }

    private static boolean reads(Object value, Pattern name) {
        return switch (value) {
            case Map<?, ?> map -> map.values().stream().anyMatch(v -> reads(v, name));
            case List<?> list -> list.stream().anyMatch(v -> reads(v, name));
            case String text -> name.matcher(text).find();
            case null, default -> false;
        };
    }

    private static Object spelled(Located node) {
        return switch (node) {
            case Located.Scalar s -> s.text();
            case Located.Items list -> {
                var words = new ArrayList<Object>();
                list.items().forEach(item -> words.add(spelled(item)));
                yield words;
            }
            case Located.Mapping map -> {
                var values = new LinkedHashMap<String, Object>();
                map.values().forEach((key, value) -> values.put(key, spelled(value)));
                yield values;
            }
            case Located.Nothing nothing -> nothing.plain();
        };
    }

    private static Map<String, Object> spelledCommand(Located.Mapping section) {
        var values = new LinkedHashMap<String, Object>();
        section.values()
                .forEach((key, node) ->
                        values.put(
                                key,
                                List.of(
                                                        "command",
                                                        "environment",
                                                        "jmh",
                                                        "slurm",
                                                        "queue",
                                                        "launcher")
                                                .contains(key)
                                        ? spelled(node)
                                        : node.plain()));
        return values;
    }

    private Optional<Located.Mapping> section(String key) {
        return root.get(key)
                .filter(Located.Mapping.class::isInstance)
                .map(Located.Mapping.class::cast);
    }

    /**
     * Returns where a field stands, {@code problem.yaml:31}, for messages about it; for a field
     * that is not there, where the nearest one that would enclose it stands.
     *
     * @param field such as {@code evaluation.outputs.seconds.regex}
     */
    public String at(String field) {
        return path + ":" + root.nearest(field).line();
    }

    /** Returns the JSON Schema (draft 2020-12) of problem files, for validators and editors. */
    public static String schema() {
        return SchemaCheck.text();
    }

    /** Returns a page in Markdown with a table of every key, made from the {@link #schema}. */
    public static String keys() {
        return KeyPage.of(SchemaCheck.root());
    }

    /**
     * Returns a commented problem file in YAML to begin with.
     *
     * @param name of the problem
     * @throws IllegalArgumentException if it is no name for a problem
     */
    public static String template(String name) {
        TuningProblem.named(name);
        return resource("template.yaml").replace("NAME", name);
    }

    static String resource(String name) {
        try (InputStream in = ProblemFile.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "'%s' of this module cannot be read.".formatted(name), e);
        }
    }

    @Override
    public String toString() {
        return "Problem file " + path;
    }
}
