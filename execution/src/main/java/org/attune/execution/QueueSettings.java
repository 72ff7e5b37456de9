package org.attune.execution;

import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.execution.queue.CommandClient;
import org.attune.execution.queue.JobFiles;
import org.attune.execution.queue.QueueClient;
import org.attune.execution.queue.SlurmAccounting;
import org.attune.execution.queue.SlurmClient;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The sections {@code slurm} and {@code queue}: how runs become jobs of a scheduler. */
final class QueueSettings {
    /** What a run is to the scheduler. */
    enum RunAs {
        /** A step of the allocation that this process is in, if it is in one, else a job. */
        AUTO,
        JOB,
        /** An element of a job array, with the others that come at the same time. */
        ARRAY,
        /** A step of the allocation that this process is in. */
        STEP
    }

    private static final List<String> SHARED =
            List.of(
                    "nodes",
                    "tasks",
                    "threads",
                    "modules",
                    "prologue",
                    "epilogue",
                    "container",
                    "shell",
                    "retries",
                    "poll",
                    "call_timeout",
                    "give_up_after",
                    "file_delay",
                    "queued",
                    "time");

    /** Options that name what has to be there, whatever a job needs. */
    private static final List<String> NAMING =
            List.of("account", "partition", "qos", "reservation");

    /** Keys of {@code slurm} that are options of sbatch and srun. */
    private static final Map<String, String> OPTIONS =
            Map.of(
                    "account", "--account=",
                    "partition", "--partition=",
                    "qos", "--qos=",
                    "gpus", "--gpus=",
                    "memory", "--mem=",
                    "constraint", "--constraint=",
                    "reservation", "--reservation=");

    /** Those that a step has, too; the others belong to the allocation. */
    private static final List<String> OF_STEPS = List.of("gpus", "memory", "constraint");

    private static final String MINUTES = "job_minutes";

    /** What directives may name besides. */
    private static final List<String> SHAPE =
            List.of("job_nodes", "job_tasks", "job_threads", MINUTES);

    private static final double POLL = 15;
    private static final double CALL_TIMEOUT = 20;
    private static final double PATIENCE = 3600;
    private static final double FILE_DELAY = 5;
    private static final double ACCOUNTING_DELAY = 60;
    private static final int QUEUED = 500;
    private static final int RETRIES = 2;

    /** Seconds of a job besides its run: modules, and files that are slow. */
    private static final double MARGIN = 60;

    private final boolean slurm;
    private final RunAs runAs;
    private final Optional<String> steps; // agent or srun, as it is said
    private final boolean namesAreFixed;
    private final Expression nodes;
    private final Expression tasks;
    private final Expression threads;
    private final Map<String, Template> options = new LinkedHashMap<>();
    private final List<Template> directives;
    private final String atDirectives;
    private final boolean namesMinutes;
    private final List<Template> modules;
    private final List<String> prologue;
    private final List<String> epilogue;
    private final List<Template> container;
    private final String shell;
    private final OptionalDouble time;
    private final int retries;
    private final int queued;
    private final double poll;
    private final double callTimeout;
    private final double patience;
    private final double fileDelay;
    private final double accountingDelay;
    private final Optional<CommandClient> commands;
    private final String bin; // with a slash at its end, or empty

    private QueueSettings(
            TuningProblem problem, Fields evaluation, String key, boolean slurm, List<String> all) {
        this.slurm = slurm;
        var keys = new ArrayList<>(SHARED);
        keys.addAll(
                slurm
                        ? List.of("run_as", "steps", "options", "bin", "accounting_delay")
                        : List.of("directives"));
        keys.addAll(
                slurm
                        ? OPTIONS.keySet().stream().sorted().toList()
                        : List.of("submit", "id", "poll_command", "alive", "waits", "cancel"));
        Fields fields = Fields.of(evaluation.at(key), evaluation.required(key), keys);
        List<String> names = problem.names();
        runAs =
                !slurm
                        ? RunAs.JOB
                        : RunAs.valueOf(
                                fields.oneOf(
                                                "run_as",
                                                List.of("auto", "job", "array", "step"),
                                                "auto")
                                        .toUpperCase(java.util.Locale.ROOT));
        steps = fields.get("steps").map(s -> fields.oneOf("steps", List.of("agent", "srun"), ""));
        nodes = fields.expression("nodes", "1", names);
        tasks = fields.expression("tasks", evaluation.textOr("ranks", "1"), names);
        threads = fields.expression("threads", evaluation.textOr("threads", "1"), names);
        for (String option : OPTIONS.keySet().stream().sorted().toList()) {
            if (slurm && fields.get(option).isPresent()) {
                options.put(option, Template.parse(fields.at(option), fields.text(option), all));
            }
        }
        var wide = new ArrayList<>(all);
        SHAPE.stream().filter(n -> !wide.contains(n)).forEach(wide::add);
        directives = fields.templates(slurm ? "options" : "directives", wide);
        atDirectives = fields.at(slurm ? "options" : "directives");
        namesMinutes =
                !all.contains(MINUTES)
                        && directives.stream().anyMatch(d -> d.names().contains(MINUTES));
        modules = fields.templates("modules", all);
        namesAreFixed =
                Stream.concat(
                                NAMING.stream().filter(options::containsKey).map(options::get),
                                directives.stream())
                        .allMatch(t -> problem.constants().keySet().containsAll(t.names()));
        prologue = fields.lines("prologue");
        epilogue = fields.lines("epilogue");
        container = fields.templates("container", all);
        shell = fields.textOr("shell", modules.isEmpty() ? "/bin/bash" : "/bin/bash -l");
        time =
                fields.get("time").isPresent()
                        ? OptionalDouble.of(fields.secondsOr("time", 0))
                        : OptionalDouble.empty();
        retries = fields.integer("retries", 0, RETRIES);
        queued = fields.integer("queued", 1, QUEUED);
        poll = fields.secondsOr("poll", POLL);
        callTimeout = fields.secondsOr("call_timeout", CALL_TIMEOUT);
        patience = fields.secondsOr("give_up_after", PATIENCE);
        fileDelay = fields.secondsOr("file_delay", FILE_DELAY);
        accountingDelay = fields.secondsOr("accounting_delay", ACCOUNTING_DELAY);
        bin = fields.get("bin").map(b -> fields.text("bin").replaceFirst("/*$", "/")).orElse("");
        commands = slurm ? Optional.empty() : Optional.of(client(fields));
    }

    /** Reads the section, if there is one. */
    static Optional<QueueSettings> of(
            TuningProblem problem, Fields evaluation, List<String> names) {
        boolean slurm = evaluation.get("slurm").isPresent();
        boolean queue = evaluation.get("queue").isPresent();
        if (slurm && queue) {
            throw Fields.wrong(
                    evaluation.at("queue"), "there is 'slurm', too; one of them has the jobs.");
        }
        return slurm || queue
                ? Optional.of(
                        new QueueSettings(
                                problem, evaluation, slurm ? "slurm" : "queue", slurm, names))
                : Optional.empty();
    }

    private CommandClient client(Fields fields) {
        return new CommandClient(
                words(fields, "submit", "{script}"),
                fields.get("id").isPresent()
                        ? fields.pattern("id", 1)
                        : java.util.regex.Pattern.compile("([0-9]+\\S*)"),
                words(fields, "poll_command", "{job}"),
                fields.get("alive").map(a -> fields.pattern("alive", 0)),
                fields.get("waits").map(a -> fields.pattern("waits", 0)),
                words(fields, "cancel", "{job}"),
                callTimeout);
    }

    private static List<String> words(Fields fields, String key, String needed) {
        fields.required(key);
        List<String> words = fields.lines(key);
        if (words.stream().noneMatch(w -> w.contains(needed))) {
            throw Fields.wrong(
                    fields.at(key),
                    "no word of it has %s. Maybe [%s, \"%s\"]."
                            .formatted(
                                    needed, words.isEmpty() ? "qsub" : words.getFirst(), needed));
        }
        return words;
    }

    /** Returns whether runs are steps of the allocation that this process is in. */
    boolean steps(Map<String, String> environment) {
        boolean inside = !environment.getOrDefault("SLURM_JOB_ID", "").isBlank();
        if (runAs == RunAs.STEP && !inside) {
            throw Fields.wrong(
                    "evaluation.slurm.run_as",
                    "this is no allocation of Slurm, in which steps could run. Maybe start attune"
                            + " by salloc or in a script of sbatch, or write run_as: job.");
        }
        return runAs == RunAs.STEP || runAs == RunAs.AUTO && slurm && inside;
    }

    /**
     * Returns whether a step stays and carries out one run after the other.
     *
     * @param isAccounted whether the accounting has to know single runs
     */
    boolean agents(boolean isAccounted) {
        return steps.map("agent"::equals).orElse(!isAccounted);
    }

    /**
     * Makes sure that the accounting can know single runs.
     *
     * @throws IllegalArgumentException if it cannot; the message begins with {@code at}
     */
    void requireAccountable(String at, String measure) {
        if (!slurm) {
            throw Fields.wrong(at, measure + " is read from Slurm's accounting, not by 'queue'.");
        }
        if (steps.filter("agent"::equals).isPresent()) {
            throw Fields.wrong(
                    "evaluation.slurm.steps",
                    ("an agent is one step for many runs, of which the accounting knows nothing"
                                    + " else, but {measure: %s} is of single runs. Maybe leave this"
                                    + " out, or write steps: srun.")
                            .formatted(measure));
        }
    }

    /**
     * Refuses directives that name the minutes of a job where nothing limits it.
     *
     * @throws IllegalArgumentException that says where
     */
    void requireMinutes(TimeLimit limit) {
        if (namesMinutes && time.isEmpty() && limit.atMost() == Double.POSITIVE_INFINITY) {
            throw Fields.wrong(
                    atDirectives,
                    "{job_minutes} would be 0, since nothing limits a run. Maybe add 'time: 1h'"
                            + " to this section, or 'timeout' to evaluation (with at_most where it"
                            + " has times_best).");
        }
    }

    /** Returns whether partition, account and the like are the same for all trials. */
    boolean namesAreFixed() {
        return namesAreFixed;
    }

    /**
     * Returns the accounting.
     *
     * @param wanted what is asked of it
     * @param isVital whether the problem cannot do without that
     */
    RunAccounting accounting(
            Set<SlurmAccounting.Quantity> wanted, boolean isVital, Consumer<String> notes) {
        return new RunAccounting(
                new SlurmAccounting(
                        bin,
                        callTimeout,
                        accountingDelay,
                        isVital ? patience : accountingDelay,
                        wanted,
                        notes),
                isVital);
    }

    boolean arrays() {
        return runAs == RunAs.ARRAY;
    }

    QueueClient client() {
        return commands.<QueueClient>map(c -> c).orElseGet(() -> new SlurmClient(bin, callTimeout));
    }

    int retries() {
        return retries;
    }

    int queued() {
        return queued;
    }

    double poll() {
        return poll;
    }

    /** Returns the seconds after which a scheduler that does not answer is given up. */
    double patience() {
        return patience;
    }

    double fileDelay() {
        return fileDelay;
    }

    /**
     * Returns what a trial takes.
     *
     * @throws ArithmeticException if a number is not a whole one of at least 1
     */
    Launcher.Shape shape(Placeholders values) {
        return new Launcher.Shape(
                number(nodes, values), number(tasks, values), number(threads, values));
    }

    /** Returns the cores that every run takes; empty where that depends on the trial. */
    OptionalInt cores(Map<String, Object> constants) {
        return constants.keySet().containsAll(tasks.names())
                        && constants.keySet().containsAll(threads.names())
                ? OptionalInt.of(number(tasks, constants) * number(threads, constants))
                : OptionalInt.empty();
    }

    static int number(Expression expression, Placeholders values) {
        return number(expression, values.values());
    }

    private static int number(Expression expression, Map<String, Object> values) {
        Object value = expression.value(values);
        if (value instanceof Number n
                && n.doubleValue() == Math.rint(n.doubleValue())
                && n.doubleValue() >= 1
                && n.doubleValue() <= Integer.MAX_VALUE) {
            return n.intValue();
        }
        throw new ArithmeticException(
                "'%s' is %s, not a whole number of at least 1."
                        .formatted(expression.text(), value));
    }

    /** Returns what begins the script of a run: its shell, and what it asks the scheduler for. */
    String header(RunRequest request) {
        Launcher.Shape shape = shape(request.values());
        var texts = new LinkedHashMap<>(request.values().texts());
        texts.putIfAbsent("job_nodes", Integer.toString(shape.nodes()));
        texts.putIfAbsent("job_tasks", Integer.toString(shape.ranks()));
        texts.putIfAbsent("job_threads", Integer.toString(shape.threads()));
        long minutes = minutes(request.limit());
        texts.putIfAbsent(MINUTES, Long.toString(minutes));
        var lines = new ArrayList<String>();
        lines.add("#!" + shell);
        if (!slurm) {
            directives.forEach(d -> lines.add(d.render(texts)));
            return String.join("\n", lines) + "\n";
        }
        var asked = new ArrayList<String>();
        asked.add("--output=/dev/null"); // each run has its own file
        asked.add("--no-requeue"); // a new attempt writes other files
        asked.add("--nodes=" + shape.nodes());
        asked.add("--ntasks=" + shape.ranks());
        asked.add("--cpus-per-task=" + shape.threads());
        if (minutes > 0) {
            asked.add("--time=" + minutes);
        }
        options.forEach((name, value) -> asked.add(OPTIONS.get(name) + value.render(texts)));
        directives.forEach(d -> asked.add(d.render(texts)));
        asked.forEach(a -> lines.add("#SBATCH " + a));
        return String.join("\n", lines) + "\n";
    }

    /** Returns the minutes that a job may take, 0 where the scheduler's own limit is left alone. */
    private long minutes(double limit) {
        double seconds = time.orElse(limit + MARGIN);
        return seconds < Double.POSITIVE_INFINITY ? (long) Math.ceil(seconds / 60) : 0;
    }

    /** Returns the lines between the header and the run. */
    String before(RunRequest request) {
        var lines = new ArrayList<String>();
        modules.forEach(m ->
                lines.add("module load " + m.render(request.values().texts()) + " || exit 126"));
        lines.addAll(prologue);
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** Returns the lines behind the run. */
    String after() {
        return epilogue.isEmpty() ? "" : String.join("\n", epilogue) + "\n";
    }

    /** Returns the command as the job runs it. */
    List<String> contained(RunRequest request) {
        var words = new ArrayList<String>();
        container.forEach(c -> words.add(c.render(request.values().texts())));
        words.addAll(request.command());
        return words;
    }

    /** Returns the words of srun that make a step of a run. */
    List<String> step(RunRequest request, Optional<Launcher> launcher) {
        Launcher.Shape shape = shape(request.values());
        boolean ranks = launcher.filter(l -> l.kind() == Launcher.Kind.SRUN).isPresent();
        var words = new ArrayList<>(List.of(bin + "srun", "--exact", "--kill-on-bad-exit=1"));
        if (ranks) {
            words.addAll(launcher.get().srun(shape));
            launcher.get().options().forEach(o -> words.add(o.render(request.values().texts())));
        } else {
            words.addAll(
                    List.of(
                            "--nodes=1",
                            "--ntasks=1",
                            "--cpus-per-task=" + shape.ranks() * shape.threads()));
        }
        OF_STEPS.stream()
                .filter(options::containsKey)
                .forEach(o ->
                        words.add(
                                OPTIONS.get(o) + options.get(o).render(request.values().texts())));
        return words;
    }

    /** Returns words as a line for a shell. */
    static String line(List<String> words) {
        return String.join(" ", words.stream().map(JobFiles::quoted).toList());
    }
}
