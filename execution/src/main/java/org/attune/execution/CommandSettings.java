package org.attune.execution;

import org.attune.api.FidelityScale;
import org.attune.api.MeasuredNoise;
import org.attune.api.Objective;
import org.attune.api.SlurmJob;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.NearestName;
import org.attune.execution.queue.SlurmAccounting;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The {@code evaluation} section of a problem: which command runs a trial, and where its outputs
 * are read. The module's README lists the keys.
 */
public final class CommandSettings {
    private static final List<String> KEYS =
            List.of(
                    "command",
                    "jmh",
                    "files",
                    "environment",
                    "workdir",
                    "timeout",
                    "repeats",
                    "repeats_if_best",
                    "warmup",
                    "ok",
                    "progress",
                    "outputs",
                    "ranks",
                    "threads",
                    "strict_cores",
                    "pin",
                    "launcher",
                    "slurm",
                    "queue",
                    "ssh");

    private final List<Word> command;
    private final List<InputFile> files;
    private final Map<String, Variable> environment;
    private final Template workdir;
    private final TimeLimit timeLimit;
    private final int repeats;
    private final int repeatsIfBest;
    private final int warmup;
    private final Optional<Check> check;
    private final List<Output> outputs;
    private final Optional<ProgressRule> progress;
    private final Optional<FidelityScale> scale;
    private final Set<String> needed;
    private final Expression ranks;
    private final Expression threads;
    private final boolean strictCores;
    private final Optional<PinSettings> pin;
    private final Optional<Launcher> launcher;
    private final Optional<QueueSettings> queue;
    private final Optional<SshSettings> ssh;

    /** A variable, which may be declared secret. */
    record Variable(Template value, boolean secret) {}

    /** An argument, or a group of arguments that is dropped where it names something inactive. */
    record Word(List<Template> arguments, boolean group) {}

    /** An input deck. */
    record InputFile(String field, Template template, Template to) {}

    /** The {@code ok} rule. */
    record Check(Pattern pattern, Optional<Template> file) {}

    /** An output and where it is read; stdout where there is no file. */
    record Output(String name, Source source, Optional<Template> file) {}

    private CommandSettings(TuningProblem problem, Map<String, Object> evaluation) {
        Fields fields = Fields.of("evaluation", JmhSection.expanded(problem, evaluation), KEYS);
        List<String> names = Placeholders.names(problem);
        command = command(fields, names);
        files = files(fields, names);
        environment = environment(fields, names);
        workdir =
                Template.parse(
                        fields.at("workdir"),
                        fields.get("workdir").isPresent() ? fields.text("workdir") : ".",
                        names);
        timeLimit = TimeLimit.of(fields);
        repeats = fields.integer("repeats", 1, 1);
        repeatsIfBest = fields.integer("repeats_if_best", repeats, repeats);
        warmup = fields.integer("warmup", 0, 0);
        check = check(fields, names);
        needed = problem.measuredOutputs();
        outputs = outputs(fields, names, problem);
        progress =
                fields.get("progress").isPresent()
                        ? Optional.of(ProgressRule.of(fields, problem))
                        : Optional.empty();
        scale = problem.fidelity();
        ranks = expression(fields, "ranks", problem.names());
        threads = expression(fields, "threads", problem.names());
        strictCores = fields.truth("strict_cores");
        Optional<Launcher> declared = Launcher.of(fields, names);
        pin = PinSettings.of(fields, declared);
        launcher = pin.isPresent() ? declared.map(Launcher::unbound) : declared;
        queue = QueueSettings.of(problem, fields, names);
        ssh = SshSettings.of(fields);
        requireAccountable();
    }

    /**
     * Reads the section.
     *
     * @param evaluation plain data: texts, numbers, booleans, lists and maps
     * @throws IllegalArgumentException if a key is unknown, a value is not of its type, a
     *     placeholder names nothing, or an output that the problem measures has no source; the
     *     message begins with the field
     */
    public static CommandSettings of(TuningProblem problem, Map<String, Object> evaluation) {
        return new CommandSettings(problem, evaluation);
    }

    /**
     * Returns how many trials fit at once on the hosts, or into the allocation of Slurm that this
     * is in, where they are its steps; empty where they are neither, or what they take differs.
     *
     * @param variables of the environment, by which the allocation is known
     */
    public OptionalInt slots(TuningProblem problem, Map<String, String> variables) {
        if (ssh.isPresent()) {
            return OptionalInt.of(ssh.get().hosts().size() * ssh.get().slots());
        }
        if (queue.isEmpty() || !queue.get().steps(variables)) {
            return OptionalInt.empty();
        }
        int cores = SlurmJob.allCores(variables);
        OptionalInt wanted = queue.get().cores(problem.constants());
        return cores > 0 && wanted.isPresent()
                ? OptionalInt.of(Math.max(1, cores / wanted.getAsInt()))
                : OptionalInt.empty();
    }

    /** Returns the number of measured runs of a trial. */
    public int repeats() {
        return repeats;
    }

    /** Returns the number of measured runs of a trial that would be the best all the time. */
    public int repeatsIfBest() {
        return repeatsIfBest;
    }

    /** Returns the number of runs before the measured ones. */
    public int warmup() {
        return warmup;
    }

    /** Returns program and arguments for these values, with what launches its ranks. */
    List<String> command(Placeholders values) {
        var words = new ArrayList<String>();
        launcher.ifPresent(l -> words.addAll(l.words(shape(values), values)));
        words.addAll(plainCommand(values));
        return words;
    }

    /**
     * Refuses numbers of nodes, ranks or threads of which a launcher or a queue can make nothing.
     *
     * @throws ArithmeticException that says which
     */
    void requireShape(Placeholders values) {
        if (launcher.isPresent() || queue.isPresent()) {
            shape(values);
        }
    }

    /** Returns how much a run takes. */
    private Launcher.Shape shape(Placeholders values) {
        return queue.isPresent()
                ? queue.get().shape(values)
                : new Launcher.Shape(
                        1,
                        QueueSettings.number(ranks, values),
                        QueueSettings.number(threads, values));
    }

    /** Returns program and arguments for these values. */
    List<String> plainCommand(Placeholders values) {
        var rendered = new ArrayList<String>();
        for (Word word : command) {
            boolean dropped =
                    word.group()
                            && word.arguments().stream()
                                    .anyMatch(t -> !values.active().containsAll(t.names()));
            if (!dropped) {
                word.arguments().forEach(t -> rendered.add(t.render(values.texts())));
            }
        }
        return rendered;
    }

    /** Returns what command, environment and workdir name. */
    Set<String> names() {
        var names = new LinkedHashSet<String>();
        command.forEach(w -> w.arguments().forEach(t -> names.addAll(t.names())));
        environment.values().forEach(v -> names.addAll(v.value().names()));
        names.addAll(workdir.names());
        return names;
    }

    /** Returns the first word of the command. */
    Template program() {
        return command.getFirst().arguments().getFirst();
    }

    List<InputFile> files() {
        return files;
    }

    Map<String, Variable> environment() {
        return environment;
    }

    Template workdir() {
        return workdir;
    }

    TimeLimit timeLimit() {
        return timeLimit;
    }

    Optional<Check> check() {
        return check;
    }

    List<Output> outputs() {
        return outputs;
    }

    Optional<ProgressRule> progress() {
        return progress;
    }

    /** Returns the levels of the problem, which it has where there is {@link #progress}. */
    Optional<FidelityScale> scale() {
        return scale;
    }

    /** Returns whether the problem cannot do without this output. */
    boolean needs(String output) {
        return needed.contains(output);
    }

    Expression ranks() {
        return ranks;
    }

    Expression threads() {
        return threads;
    }

    Optional<Launcher> launcher() {
        return launcher;
    }

    Optional<PinSettings> pin() {
        return pin;
    }

    Optional<SshSettings> ssh() {
        return ssh;
    }

    Optional<QueueSettings> queue() {
        return queue;
    }

    boolean strictCores() {
        return strictCores;
    }

    boolean measures(Source.Quantity quantity) {
        return outputs.stream()
                .anyMatch(o -> o.source() instanceof Source.Measure m && m.quantity() == quantity);
    }

    /** Refuses measures of the accounting where runs are no jobs that it knows. */
    private void requireAccountable() {
        for (Output output : outputs) {
            if (output.source() instanceof Source.Measure m && m.quantity().isAccounted()) {
                String at = "evaluation.outputs.%s.measure".formatted(output.name());
                queue.orElseThrow(() ->
                                Fields.wrong(
                                        at,
                                        "%s is read from Slurm's accounting, but there is no section 'slurm'."
                                                .formatted(m.quantity().text())))
                        .requireAccountable(at, m.quantity().text());
            }
        }
    }

    /**
     * Returns the accounting of Slurm, where outputs are read from it.
     *
     * @param notes hears what a user should know
     */
    Optional<RunAccounting> accounting(Consumer<String> notes) {
        var wanted = EnumSet.noneOf(SlurmAccounting.Quantity.class);
        if (measures(Source.Quantity.ENERGY)) {
            wanted.add(SlurmAccounting.Quantity.ENERGY);
        }
        if (measures(Source.Quantity.MAX_RSS)) {
            wanted.add(SlurmAccounting.Quantity.MAX_RSS);
        }
        boolean isVital =
                outputs.stream()
                        .anyMatch(o ->
                                needs(o.name())
                                        && o.source() instanceof Source.Measure m
                                        && m.quantity().isAccounted());
        return wanted.isEmpty()
                ? Optional.empty()
                : queue.map(q -> q.accounting(wanted, isVital, notes));
    }

    private static List<Word> command(Fields fields, List<String> names) {
        String at = fields.at("command");
        Object given = fields.required("command");
        if (given instanceof String s) {
            throw Fields.wrong(
                    at,
                    "'%s' is one text, but a list is needed, without a shell between. Maybe [%s]."
                            .formatted(s, String.join(", ", s.strip().split("\\s+"))));
        }
        var words = new ArrayList<Word>();
        for (Object element : Fields.list(at, given)) {
            String here = "%s[%d]".formatted(at, words.size());
            boolean group = element instanceof List;
            var arguments = new ArrayList<Template>();
            for (Object a : group ? Fields.list(here, element) : java.util.Arrays.asList(element)) {
                String field = group ? "%s[%d]".formatted(here, arguments.size()) : here;
                arguments.add(Template.parse(field, Fields.text(field, a), names));
            }
            words.add(new Word(arguments, group));
        }
        if (words.isEmpty() || words.getFirst().group()) {
            throw Fields.wrong(at, "it must begin with a program.");
        }
        return List.copyOf(words);
    }

    private static List<InputFile> files(Fields fields, List<String> names) {
        var files = new ArrayList<InputFile>();
        for (Object element : fields.list("files")) {
            String at = "%s[%d]".formatted(fields.at("files"), files.size());
            Fields file = Fields.of(at, element, List.of("template", "to"));
            files.add(
                    new InputFile(
                            at,
                            Template.parse(file.at("template"), file.text("template"), names),
                            Template.parse(file.at("to"), file.text("to"), names)));
        }
        return List.copyOf(files);
    }

    private static Map<String, Variable> environment(Fields fields, List<String> names) {
        Fields given =
                Fields.ofAnyName(
                        fields.at("environment"), fields.get("environment").orElse(Map.of()));
        var environment = new LinkedHashMap<String, Variable>();
        for (String name : given.keys()) {
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.equals(ProcessFamily.VARIABLE)) {
                throw Fields.wrong(
                        given.at(name), "'%s' is no name of a variable.".formatted(name));
            }
            environment.put(name, variable(given, name, names));
        }
        return environment;
    }

    private static Variable variable(Fields given, String name, List<String> names) {
        if (!(given.required(name) instanceof Map<?, ?>)) {
            return new Variable(Template.parse(given.at(name), given.text(name), names), false);
        }
        Fields declared =
                Fields.of(given.at(name), given.required(name), List.of("value", "secret"));
        String value = declared.text("value");
        return declared.truth("secret")
                ? new Variable(Template.literal(value), true)
                : new Variable(Template.parse(declared.at("value"), value, names), false);
    }

    private static Optional<Check> check(Fields fields, List<String> names) {
        if (fields.get("ok").isEmpty()) {
            return Optional.empty();
        }
        Fields ok = Fields.of(fields.at("ok"), fields.required("ok"), List.of("regex", "file"));
        return Optional.of(new Check(Source.pattern(ok, -1), file(ok, names)));
    }

    private static List<Output> outputs(Fields fields, List<String> names, TuningProblem problem) {
        Set<String> needed = problem.measuredOutputs();
        Set<String> derived = problem.derivedOutputs().keySet();
        Fields given = Fields.ofAnyName(fields.at("outputs"), fields.required("outputs"));
        for (String output : needed) {
            if (given.get(output).isEmpty()) {
                throw Fields.wrong(
                        given.at(output),
                        "the problem measures this output, but nothing says where it is read."
                                + " Maybe {regex: \"%s=([0-9.eE+-]+)\"}, or {measure: wall}."
                                        .formatted(output));
            }
        }
        var outputs = new ArrayList<Output>();
        for (String name : given.keys()) {
            String at = given.at(name);
            if (!name.matches("[\\p{L}_][\\p{L}\\p{N}_]*")) { // also part of the names of logs
                throw Fields.wrong(
                        at, "'%s' is no name. Maybe use letters, digits and '_'.".formatted(name));
            }
            requireOutputOfError(name, at, needed, derived);
            Fields source =
                    Fields.of(
                            at,
                            given.required(name),
                            List.of(
                                    "regex", "json", "csv", "jmh", "measure", "match", "unit",
                                    "file"));
            String unit =
                    problem.objectives().stream()
                            .filter(o ->
                                    o.name().equals(name)
                                            || source.get("jmh").isPresent()
                                                    && JmhSection.isErrorOf(o.name(), name))
                            .map(Objective::unit)
                            .findFirst()
                            .orElse("");
            outputs.add(new Output(name, Source.of(source, at, unit), file(source, names)));
        }
        return List.copyOf(outputs);
    }

    /** Refuses the standard error of nothing, which nobody would read. */
    private static void requireOutputOfError(
            String name, String at, Set<String> needed, Set<String> derived) {
        String end = MeasuredNoise.STANDARD_ERROR;
        if (name.endsWith(end) && !needed.contains(name)) {
            String of = name.substring(0, name.length() - end.length());
            if (!needed.contains(of) && !derived.contains(of)) {
                throw Fields.wrong(
                        at,
                        "there is no output '%s' whose standard error it could be.%s"
                                .formatted(of, NearestName.hint(of, needed)));
            }
        }
    }

    private static Optional<Template> file(Fields fields, List<String> names) {
        return fields.get("file")
                .map(f -> Template.parse(fields.at("file"), fields.text("file"), names));
    }

    private static Expression expression(Fields fields, String key, List<String> names) {
        String text = fields.get(key).isPresent() ? fields.text(key) : "1";
        try {
            Expression expression = Expression.parse(text);
            expression.bind(names);
            return expression;
        } catch (ExpressionException e) {
            throw Fields.wrong(fields.at(key), e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "Settings of a command of %d words, outputs %s".formatted(command.size(), needed);
    }
}
