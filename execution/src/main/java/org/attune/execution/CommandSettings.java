package org.attune.execution;

import org.attune.api.FidelityScale;
import org.attune.api.SlurmJob;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
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
import java.util.function.Supplier;

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

    private final CommandWords command;
    private final List<InputFile> files;
    private final Map<String, Variable> environment;
    private final Template workdir;
    private final TimeLimit timeLimit;
    private final int repeats;
    private final int repeatsIfBest;
    private final int warmup;
    private final Optional<OkRule> check;
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

    private CommandSettings(TuningProblem problem, Map<String, Object> evaluation) {
        Fields fields = Fields.of("evaluation", JmhSection.expanded(problem, evaluation), KEYS);
        List<String> names = Placeholders.names(problem);
        var wrong = new ArrayList<IllegalArgumentException>(); // of one key each
        command = read(wrong, null, () -> CommandWords.of(fields, names));
        files = read(wrong, List.of(), () -> InputFile.all(fields, names));
        environment = read(wrong, Map.of(), () -> Variable.all(fields, names));
        workdir =
                read(
                        wrong,
                        null,
                        () ->
                                Template.parse(
                                        fields.at("workdir"),
                                        fields.textOr("workdir", "."),
                                        names));
        timeLimit = read(wrong, null, () -> TimeLimit.of(fields));
        repeats = read(wrong, 1, () -> fields.integer("repeats", 1, 1));
        repeatsIfBest =
                read(wrong, repeats, () -> fields.integer("repeats_if_best", repeats, repeats));
        warmup = read(wrong, 0, () -> fields.integer("warmup", 0, 0));
        check = read(wrong, Optional.empty(), () -> OkRule.of(fields, names));
        needed = problem.measuredOutputs();
        outputs = read(wrong, List.of(), () -> Output.all(fields, names, problem, wrong));
        progress =
                read(
                        wrong,
                        Optional.empty(),
                        () -> fields.get("progress").map(p -> ProgressRule.of(fields, problem)));
        scale = problem.fidelity();
        ranks = read(wrong, null, () -> fields.expression("ranks", "1", problem.names()));
        threads = read(wrong, null, () -> fields.expression("threads", "1", problem.names()));
        strictCores = read(wrong, false, () -> fields.truth("strict_cores"));
        Optional<Launcher> declared =
                read(wrong, Optional.empty(), () -> Launcher.of(fields, names));
        pin = read(wrong, Optional.empty(), () -> PinSettings.of(fields, declared));
        launcher = pin.isPresent() ? declared.map(Launcher::unbound) : declared;
        queue = read(wrong, Optional.empty(), () -> QueueSettings.of(problem, fields, names));
        ssh = read(wrong, Optional.empty(), () -> SshSettings.of(fields));
        if (!wrong.isEmpty()) {
            IllegalArgumentException first = wrong.removeFirst();
            wrong.forEach(first::addSuppressed);
            throw first;
        }
        requireAccountable();
        queue.ifPresent(q -> q.requireMinutes(timeLimit));
    }

    /** Reads a key; where it is wrong, keeps why and goes on, so that all mistakes are said. */
    private static <T> T read(
            List<IllegalArgumentException> wrong, T otherwise, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            wrong.add(e);
            return otherwise;
        }
    }

    /**
     * Reads the section.
     *
     * @param evaluation plain data: texts, numbers, booleans, lists and maps
     * @throws IllegalArgumentException if a key is unknown, a value is not of its type, a
     *     placeholder names nothing, or an output that the problem measures has no source; the
     *     message begins with the field, and what is wrong with other keys is suppressed by it
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
        return command.rendered(values);
    }

    /** Returns what command, environment and workdir name. */
    Set<String> names() {
        var names = new LinkedHashSet<String>();
        names.addAll(command.names());
        environment.values().forEach(v -> names.addAll(v.value().names()));
        names.addAll(workdir.names());
        return names;
    }

    /** Returns the words of the command behind the program. */
    List<Template> arguments() {
        return command.words().stream().skip(1).flatMap(w -> w.arguments().stream()).toList();
    }

    /** Returns whether ranks, threads, a launcher or a scheduler may depend on a configuration. */
    boolean isArranged() {
        return launcher.isPresent()
                || queue.isPresent()
                || !ranks.names().isEmpty()
                || !threads.names().isEmpty();
    }

    /** Returns the first word of the command. */
    Template program() {
        return command.program();
    }

    List<InputFile> files() {
        return files;
    }

    Map<String, Variable> environment() {
        return environment;
    }

    /** Returns the variables for these values; those that are secret are left out. */
    Map<String, String> shownEnvironment(Placeholders values) {
        var shown = new LinkedHashMap<String, String>();
        environment.forEach((name, variable) -> {
            if (variable.shown()) {
                shown.put(name, variable.value().render(values.texts()));
            }
        });
        return shown;
    }

    Template workdir() {
        return workdir;
    }

    TimeLimit timeLimit() {
        return timeLimit;
    }

    Optional<OkRule> check() {
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

    @Override
    public String toString() {
        return "Settings of a command of %d words, outputs %s"
                .formatted(command.words().size(), needed);
    }
}
