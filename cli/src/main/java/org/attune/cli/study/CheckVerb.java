package org.attune.cli.study;

import org.attune.api.ConstraintCheck;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.FidelityScale;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Scale;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.StoppingRule;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Verb;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.Evaluators;
import org.attune.studies.Preflight;
import org.attune.studies.StudyFile;
import org.attune.studies.program.ProgramModels;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.Ranges;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;

/** {@code attune check}: validates a problem file and shows what it says. */
@Command(
        name = "check",
        description = {
            "Validates a problem file and shows what it says.",
            "With --run, makes one real evaluation and shows every step of it; nothing is recorded."
        })
public final class CheckVerb extends Verb implements Callable<Integer> {
    @Mixin private ProblemArguments arguments;
    @Mixin private Parallel parallel;

    @Option(names = "--run", description = "Make one real evaluation.")
    private boolean run;

    @Option(
            names = "--json",
            description = "Print one JSON object, and what is for humans to stderr.")
    private boolean json;

    @Override
    public Integer call() {
        var found = new LinkedHashMap<String, Object>();
        int code = check(found, json ? session().err() : session().out());
        if (json) {
            json(found);
        }
        return code;
    }

    private int check(Map<String, Object> found, PrintStream out) {
        StudyFile place = arguments.read();
        ProblemFile file = place.file();
        TuningProblem problem = file.problem();
        found.put("problem", problem.name());
        found.put("file", file.path().toString());
        out.println("Problem %s, in %s".formatted(problem.name(), file.path()));
        spaces(problem, out);
        problem.fidelity().ifPresent(f -> fidelity(f, out));
        objectives(problem, out);
        List<Point> tasks = file.tasks(new Seed(file.seed().orElse(0)));
        found.put("tasks", constraints(file, tasks, out));
        List<String> hints = new ArrayList<>(Hints.of(problem, tasks.getFirst()));
        hints.forEach(h -> out.println("note: " + h));
        found.put("hints", hints);
        found.put("run", null);
        tuner(file, out);
        stop(file, out);
        var programs = new ProgramModels(file, place.place().folder());
        programs.requirePrograms();
        programs.describe(tasks, out);
        if (file.evaluation().isEmpty() && !run) {
            out.println("Evaluation: none; run the trials yourself with 'ask' and 'tell'.");
            return 0;
        }
        try (var evaluator = Evaluators.of(place, file.evaluation(), "check", parallel.of(place))) {
            var settings = Evaluators.settings(file, file.evaluation());
            out.println(
                    "Evaluation: %s at once, %s measured after %s%s"
                            .formatted(
                                    Format.count(parallel.of(place), "trial"),
                                    Format.count(settings.repeats(), "run"),
                                    Format.count(settings.warmup(), "warm-up"),
                                    settings.repeatsIfBest() > settings.repeats()
                                            ? ", up to %d as long as it would be the best"
                                                    .formatted(settings.repeatsIfBest())
                                            : ""));
            Evaluators.requireProgram(file, evaluator);
            var more = new ArrayList<>(evaluator.notes());
            if (!file.evaluation().containsKey("timeout")) {
                more.add(Hints.NO_TIMEOUT);
            }
            more.forEach(n -> out.println("note: " + n));
            hints.addAll(more);
            if (run) {
                var kept = place.runs("check");
                Trial ended =
                        new CheckRun(out, file, settings, evaluator, kept).run(tasks.getFirst());
                Map<String, Object> outcome = Outcomes.json(problem, ended);
                outcome.remove("trial"); // it is none of a study
                found.put("run", outcome);
                return ended.outcome() instanceof Outcome.Measured ? 0 : Failures.OTHER;
            }
        }
        out.println("Try one real run: " + arguments.command(session(), "check", "--run"));
        return 0;
    }

    private static void spaces(TuningProblem problem, PrintStream out) {
        if (problem.taskSpace().dimension() > 0) {
            out.println();
            print("task parameter", problem.taskSpace(), out);
        }
        out.println();
        print("parameter", problem.parameterSpace(), out);
        out.println(configurations(problem.parameterSpace()));
    }

    /** Says how many there are; parameters that are inactive do not multiply. */
    private static String configurations(Space space) {
        OptionalDouble count = space.configurations();
        double most = count.orElse(space.size());
        return Double.isInfinite(most)
                ? "Infinitely many configurations"
                : "%s%s configurations"
                        .formatted(count.isPresent() ? "" : "At most ", Format.number(most));
    }

    private static void print(String heading, Space space, PrintStream out) {
        var table = new Table(heading, "values", "default", "only if");
        for (Parameter p : space.parameters()) {
            table.row(
                    p.name(),
                    values(p),
                    p.defaultValue().map(Object::toString).orElse("-"),
                    p.activeIf().map(e -> e.text()).orElse(""));
        }
        table.print(out);
    }

    private static String values(Parameter parameter) {
        return switch (parameter) {
            case Parameter.Real r ->
                    "real %s to %s%s".formatted(r.lower(), r.upper(), log(r.scale()));
            case Parameter.Int i -> "%d..%d%s".formatted(i.lower(), i.upper(), log(i.scale()));
            case Parameter.Ordinal o -> words(o.values()) + " (in this order)";
            case Parameter.Categorical c -> words(c.values());
        };
    }

    private static String log(Scale scale) {
        return scale == Scale.LOG ? ", log scale" : "";
    }

    private static String words(List<?> values) {
        return String.join(", ", values.stream().map(Object::toString).toList());
    }

    private static void fidelity(FidelityScale scale, PrintStream out) {
        FidelityParameter quantity = scale.parameter();
        String values =
                scale.levels().isEmpty()
                        ? quantity.bounds().isEmpty()
                                ? "the share of the full cost"
                                : "%s to %s"
                                        .formatted(
                                                Format.number(quantity.bounds().getFirst()),
                                                Format.number(quantity.bounds().getLast()))
                        : words(quantity.levels().stream().map(Format::number).toList());
        out.println();
        out.println(
                "Fidelity %s: %s; full run at %s%s"
                        .formatted(
                                scale.name(),
                                values,
                                scale.quantity(Fidelity.FULL),
                                scale.leastCost() == 0
                                        ? ""
                                        : ", the cheapest costs %s of it"
                                                .formatted(Format.number(scale.leastCost()))));
    }

    private static void objectives(TuningProblem problem, PrintStream out) {
        out.println();
        for (Objective o : problem.objectives()) {
            out.println(
                    "Output %s%s: %s%s%s"
                            .formatted(
                                    o.name(),
                                    o.unit().isEmpty() ? "" : " [" + o.unit() + "]",
                                    o.optimize() ? Format.word(o.goal()) : "not optimised",
                                    Ranges.words(o).map(r -> ", " + r).orElse(""),
                                    ", %s of repeats".formatted(Format.word(o.aggregation()))));
        }
    }

    /**
     * Prints how much the constraints leave, and returns it as data; refuses them where they leave
     * nothing.
     */
    private static List<Map<String, Object>> constraints(
            ProblemFile file, List<Point> tasks, PrintStream out) {
        var results = ConstraintCheck.of(file.problem(), tasks, file.initial(), new Seed(0));
        for (ConstraintCheck.Result r : results) {
            out.println();
            out.println("Task %s: %s".formatted(r.task(), admissible(r)));
            for (ConstraintCheck.Share s : r.shares()) {
                out.println("  %s holds for %s".formatted(s.constraint(), percent(s.share())));
            }
            r.example()
                    .filter(p -> r.isSeldom())
                    .ifPresent(p -> out.println("  an admissible configuration: " + p));
            r.messages().forEach(m -> out.println("  " + m));
        }
        out.println();
        Preflight.requireSatisfiable(file, results);
        return results.stream().map(CheckVerb::json).toList();
    }

    private static Map<String, Object> json(ConstraintCheck.Result r) {
        var map = new LinkedHashMap<String, Object>();
        map.put("task", r.task());
        map.put("admissible", r.points() == 0 ? 1.0 : r.joint());
        map.put("messages", r.messages());
        return map;
    }

    private static String admissible(ConstraintCheck.Result r) {
        if (r.points() == 0) {
            return "no constraints, every configuration is admissible";
        }
        return "%s of %d%s configurations are admissible"
                .formatted(percent(r.joint()), r.points(), r.exact() ? "" : " random");
    }

    private static String percent(double share) {
        return Format.number(100 * share) + " %";
    }

    private void stop(ProblemFile file, PrintStream out) {
        if (file.stop().isEmpty()) {
            return;
        }
        out.println("Ends before its trials are used up: " + StoppingRule.words(file.stop()));
        file.trials()
                .ifPresent(n ->
                        file.stop().stream()
                                .filter(r ->
                                        r instanceof StoppingRule.NoImprovement k
                                                && k.trials() >= n)
                                .forEach(r ->
                                        out.println(
                                                "note: with %s for each task, %s ends nothing."
                                                        .formatted(
                                                                Format.count(n, "trial"),
                                                                r.words()))));
    }

    private void tuner(ProblemFile file, PrintStream out) {
        file.tuner().ifPresent(t -> out.println("Tuner: " + session().tuners().named(t).name()));
    }
}
