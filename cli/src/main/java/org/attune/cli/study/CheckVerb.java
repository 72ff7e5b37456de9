package org.attune.cli.study;

import org.attune.api.ChosenTuner;
import org.attune.api.ConstraintCheck;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.FidelityScale;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Scale;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.StoppingRule;
import org.attune.api.StudyBuilder;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Verb;
import org.attune.execution.KeptOutput;
import org.attune.history.environment.MetaDescription;
import org.attune.history.formats.RecordFilter;
import org.attune.problemfile.Hints;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.DescribedMachine;
import org.attune.studies.Evaluators;
import org.attune.studies.Preflight;
import org.attune.studies.StudyFile;
import org.attune.studies.StudySettings;
import org.attune.studies.program.ProgramModels;
import org.attune.studies.report.Checked;
import org.attune.studies.report.Ranges;
import org.attune.studies.report.TrialData;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code attune check}: validates a problem file and shows what it says. */
@Command(
        name = "check",
        description = {
            "Validates a problem file and shows what it says.",
            "With --run, makes one real evaluation and shows every step of it; nothing is recorded."
        })
public final class CheckVerb extends Verb {
    @Mixin private ProblemArguments arguments;
    @Mixin private Parallel parallel;

    @Option(names = "--run", description = "Make one real evaluation.")
    private boolean run;

    @Option(
            names = "--json",
            description = "Print one JSON object, and what is for humans to stderr.")
    private boolean json;

    private PrintStream out; // for humans

    @Override
    public Integer call() {
        out = json ? session().err() : session().out();
        StudyFile place = arguments.read();
        ProblemFile file = place.file();
        TuningProblem problem = file.problem();
        show("Problem %s, in %s", problem.name(), file.path());
        spaces(problem);
        problem.fidelity().ifPresent(this::fidelity);
        objectives(problem);
        List<Point> tasks = file.tasks(new Seed(file.seed().orElse(0)));
        file.taskFeatures(tasks); // refuses what cannot be computed, as 'tune' does
        file.drift().ifPresent(plan -> plan.candidate(problem, tasks)); // refuses likewise
        List<Checked.Task> shares = constraints(file, tasks);
        List<String> hints = new ArrayList<>();
        note(hints, ShellNames.hints(problem));
        note(hints, Hints.of(problem, tasks));
        MetaDescription description = place.description(RecordFilter.ALL);
        note(hints, DescribedMachine.remark(file, description).stream().toList());
        tuner(file, tasks);
        stop(file);
        var programs = new ProgramModels(file, place.place().folder());
        programs.requirePrograms();
        programs.describe(tasks, out);
        Optional<Trial> ended = Optional.empty();
        if (file.evaluation().isEmpty() && !run) {
            show("Evaluation: none; run the trials yourself with 'ask' and 'tell'.");
        } else {
            ended = evaluation(place, tasks.getFirst(), hints);
        }
        if (json) {
            Optional<TrialData> shown = ended.map(t -> TrialData.alone(problem, t));
            json(new Checked(problem.name(), file.path(), shares, hints, shown));
        }
        return ended.filter(t -> !(t.outcome() instanceof Outcome.Measured)).isPresent()
                ? Failures.OTHER
                : 0;
    }

    /** Says which tuner a new study would take, and why if the file names none. */
    private void tuner(ProblemFile file, List<Point> tasks) {
        Optional<String> named = file.tuner().filter(t -> !t.equals(Tuners.AUTO));
        if (named.isPresent()) {
            new StudySettings().requireTuner(file, session().tuners());
            show("Tuner: " + session().tuners().named(named.get()).name());
            return;
        }
        ChosenTuner chosen =
                session()
                        .tuners()
                        .chosenFor(
                                file.problem(),
                                tasks,
                                file.trials().orElse(StudyBuilder.DEFAULT_TRIALS),
                                0,
                                file.options());
        show("Tuner: auto, which is %s here, as %s", chosen.name(), chosen.reason());
    }

    /** Says how trials are run, and runs one if that is asked for. */
    private Optional<Trial> evaluation(StudyFile place, Point task, List<String> hints) {
        ProblemFile file = place.file();
        int atOnce = parallel.of(place);
        try (var evaluator = Evaluators.of(place, file.evaluation(), "check", atOnce)) {
            var settings = Evaluators.settings(file, file.evaluation());
            show(
                    "Evaluation: %s at once, %s measured after %s%s",
                    Format.count(atOnce, "trial"),
                    Format.count(settings.repeats(), "run"),
                    Format.count(settings.warmup(), "warm-up"),
                    settings.repeatsIfBest() > settings.repeats()
                            ? ", up to %d as long as it would be the best"
                                    .formatted(settings.repeatsIfBest())
                            : "");
            Evaluators.requireProgram(file, evaluator);
            note(hints, evaluator.notes());
            note(hints, evaluator.hints());
            if (!file.evaluation().containsKey("timeout")) {
                note(hints, List.of(Hints.NO_TIMEOUT));
            }
            if (run) {
                evaluator.notes(n -> say("note: " + n));
                var kept = new KeptOutput(place.runs("check"));
                return Optional.of(new CheckRun(out, file, settings, evaluator, kept).run(task));
            }
        }
        show("Try one real run: " + arguments.command(session(), "check", "--run"));
        return Optional.empty();
    }

    private void note(List<String> hints, List<String> more) {
        more.forEach(hint -> show("note: " + hint));
        hints.addAll(more);
    }

    private void show(String line) {
        out.println(line);
    }

    private void show(String line, Object... values) {
        show(line.formatted(values));
    }

    private void spaces(TuningProblem problem) {
        if (problem.taskSpace().dimension() > 0) {
            out.println();
            show("task parameter", problem.taskSpace());
        }
        out.println();
        show("parameter", problem.parameterSpace());
        show(configurations(problem.parameterSpace()));
    }

    /** Says how many there are; parameters that are inactive do not multiply. */
    private static String configurations(Space space) {
        OptionalDouble count = space.configurations();
        double most = count.orElse(space.size());
        return Double.isInfinite(most)
                ? "Infinitely many configurations"
                : "%s%s configuration%s"
                        .formatted(
                                count.isPresent() ? "" : "At most ",
                                Format.number(most),
                                most == 1 ? "" : "s");
    }

    private void show(String heading, Space space) {
        var table = new Table(heading, "values", "default", "only if");
        for (Parameter p : space.parameters()) {
            table.row(
                    p.name(),
                    values(p),
                    p.defaultValue().map(Format::exact).orElse("-"),
                    p.activeIf().map(Expression::text).orElse(""));
        }
        table.print(out);
    }

    private static String values(Parameter parameter) {
        return switch (parameter) {
            case Parameter.Real r ->
                    "real %s to %s%s"
                            .formatted(
                                    Format.exact(r.lower()),
                                    Format.exact(r.upper()),
                                    log(r.scale()));
            case Parameter.Int i -> "%d..%d%s".formatted(i.lower(), i.upper(), log(i.scale()));
            case Parameter.Ordinal o -> words(o.values()) + " (in this order)";
            case Parameter.Categorical c -> words(c.values());
            case Permutation p -> "orders of " + words(p.items());
        };
    }

    private static String log(Scale scale) {
        return scale == Scale.LOG ? ", log scale" : "";
    }

    private static String words(List<?> values) {
        return String.join(", ", values.stream().map(Format::exact).toList());
    }

    private void fidelity(FidelityScale scale) {
        FidelityParameter quantity = scale.parameter();
        List<String> bounds = quantity.bounds().stream().map(Format::number).toList();
        String values =
                !scale.levels().isEmpty()
                        ? words(quantity.levels().stream().map(Format::number).toList())
                        : bounds.isEmpty()
                                ? "the share of the full cost"
                                : bounds.getFirst() + " to " + bounds.getLast();
        out.println();
        show(
                "Fidelity %s: %s; full run at %s%s%s",
                scale.name(),
                values,
                Format.exact(scale.quantity(Fidelity.FULL)),
                scale.leastCost() == 0
                        ? ""
                        : ", the cheapest costs %s of it"
                                .formatted(Format.number(scale.leastCost())),
                quantity.resume() ? "; runs go on from cheaper ones" : "");
    }

    private void objectives(TuningProblem problem) {
        out.println();
        for (Objective o : problem.objectives()) {
            show(
                    "Output %s%s: %s%s, %s of repeats",
                    o.name(),
                    o.unit().isEmpty() ? "" : " [" + o.unit() + "]",
                    o.optimize() ? Format.word(o.goal()) : "not optimised",
                    Ranges.words(o).map(r -> ", " + r).orElse(""),
                    Format.word(o.aggregation()));
        }
    }

    /**
     * Shows how much the constraints leave, and returns it; refuses them where they leave nothing.
     */
    private List<Checked.Task> constraints(ProblemFile file, List<Point> tasks) {
        var results = ConstraintCheck.of(file.problem(), tasks, file.initial(), new Seed(0));
        for (ConstraintCheck.Result r : results) {
            out.println();
            show(
                    "%s: %s",
                    r.task().values().isEmpty() ? "Constraints" : "Task " + r.task(),
                    admissible(r));
            r.shares().forEach(s -> show("  %s holds for %s", s.constraint(), percent(s.share())));
            r.example()
                    .filter(p -> r.isSeldom())
                    .ifPresent(p -> show("  an admissible configuration: " + p));
            r.messages().forEach(m -> show("  " + m));
        }
        out.println();
        Preflight.requireSatisfiable(file, results);
        return results.stream().map(Checked.Task::of).toList();
    }

    private static String admissible(ConstraintCheck.Result r) {
        if (r.points() == 0) {
            return r.satisfiable()
                    ? "no constraints, every configuration is admissible"
                    : "no configuration is admissible";
        }
        return "%s of %d%s configurations are admissible"
                .formatted(percent(r.joint()), r.points(), r.exact() ? "" : " random");
    }

    private static String percent(double share) {
        return Format.number(100 * share) + " %";
    }

    private void stop(ProblemFile file) {
        if (file.stop().isEmpty()) {
            return;
        }
        show("Ends before its trials are used up: " + StoppingRule.words(file.stop()));
        int trials = file.trials().orElse(Integer.MAX_VALUE);
        for (StoppingRule rule : file.stop()) {
            if (rule instanceof StoppingRule.NoImprovement k && k.trials() >= trials) {
                show(
                        "note: with %s for each task, %s ends nothing.",
                        Format.count(trials, "trial"), rule.words());
            }
        }
    }
}
