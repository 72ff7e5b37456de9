package org.attune.cli.study;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Format;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.CommandSettings;
import org.attune.execution.KeptOutput;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.Ranges;

import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One real evaluation, shown step by step.
 *
 * @param out where it is shown
 * @param settings how {@code evaluator} runs it
 * @param kept what runs have printed
 */
record CheckRun(
        PrintStream out,
        ProblemFile file,
        CommandSettings settings,
        CommandEvaluator evaluator,
        KeptOutput kept) {
    private static final int LINES = 20; // of each run's output, from its end

    /**
     * Evaluates the default of a task, or else some admissible configuration. Returns the trial
     * with its outcome.
     */
    Trial run(Point task) {
        TuningProblem problem = file.problem();
        Point configuration = configuration(problem, task);
        var trial =
                new Trial(
                        1,
                        Candidate.of(task, configuration),
                        Origin.of("check"),
                        Outcome.PENDING,
                        Provenance.here(Effort.NONE));
        out.println();
        out.println("Task:          " + Format.task(task));
        out.println("Configuration: " + Format.assignments(configuration));
        out.println("Command:       " + evaluator.line(trial));
        Trial ended = trial.with(evaluator.submit(trial).join());
        out.println("Its folder:    " + evaluator.folder(trial));
        var inPart = new LinkedHashSet<String>();
        for (String run : kept.runs(trial)) {
            show(run + ", stdout", kept.stdout(trial, run));
            show(run + ", stderr", kept.stderr(trial, run));
            matches(kept.matches(trial, run, settings), kept.matchesOfStderr(trial, run, settings));
            inPart.addAll(kept.numbersReadInPart(trial, run, settings));
        }
        out.println("Time:          " + Format.duration(ended.outcome().elapsed()));
        if (ended.outcome() instanceof Outcome.Measured measured) {
            measured.outputs()
                    .forEach((name, values) ->
                            out.println("Measured:      %s = %s".formatted(name, numbers(values))));
            problem.outputs(ended)
                    .forEach((name, v) ->
                            out.println("Counts as:     " + name + " = " + Format.exact(v)));
            Ranges.outside(problem, ended).forEach(o -> out.println("Out of range:  " + o));
            out.println(
                    inPart.isEmpty()
                            ? "This evaluation works."
                            : "Read in part:  %s. %s"
                                    .formatted(String.join(", ", inPart), KeptOutput.WHOLE_NUMBER));
        } else {
            out.println("Failed:        " + Outcomes.line(problem, ended));
        }
        return ended;
    }

    /** Returns what was measured, of each repeat, with all digits. */
    private static String numbers(List<Double> values) {
        return values.stream().map(Format::exact).collect(Collectors.joining(", "));
    }

    private static Point configuration(TuningProblem problem, Point task) {
        Optional<Point> standard = problem.parameterSpace().defaultPoint();
        if (standard.isPresent() && problem.admits(task, standard.get())) {
            return standard.get();
        }
        return new AdmissibleSampler(problem, task)
                .sample(p -> true, AdmissibleSampler.PATIENCE, new Seed(0).generator("check", 0))
                .configuration()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "No admissible configuration was found%s. Maybe the constraints %s contradict each other."
                                        .formatted(
                                                task.after(" for task "),
                                                Format.list(problem.constraints()))));
    }

    private void show(String what, List<String> lines) {
        if (lines.isEmpty()) {
            out.println("%s: nothing".formatted(what));
            return;
        }
        out.println("%s: %s".formatted(what, Format.count(lines.size(), "line")));
        lines.subList(Math.max(0, lines.size() - LINES), lines.size())
                .forEach(l -> out.println("  | " + l));
    }

    /** Shows what the patterns find. */
    private void matches(Map<String, List<String>> found, Map<String, List<String>> foundInStderr) {
        if (file.evaluation().get("ok") instanceof Map<?, ?> ok) {
            match("ok", ok, found, foundInStderr);
        }
        if (file.evaluation().get("outputs") instanceof Map<?, ?> outputs) {
            outputs.forEach((name, source) -> {
                if (source instanceof Map<?, ?> map) {
                    match(name.toString(), map, found, foundInStderr);
                }
            });
        }
    }

    private void match(
            String name,
            Map<?, ?> source,
            Map<String, List<String>> found,
            Map<String, List<String>> foundInStderr) {
        if (!found.containsKey(name)) {
            out.println("%s: from %s".formatted(name, source));
            return;
        }
        Object regex = source.get("regex");
        out.println(
                found.get(name).isEmpty()
                        ? "%s: no line matches '%s'".formatted(name, regex)
                        : "%s: '%s' finds %s".formatted(name, regex, found.get(name)));
        if (found.get(name).isEmpty() && !foundInStderr.getOrDefault(name, List.of()).isEmpty()) {
            out.println(
                    "%s: stderr has %s, but only stdout is read. Maybe command: [sh, -c, \"... 2>&1\"]"
                            .formatted(name, foundInStderr.get(name)));
        }
    }
}
