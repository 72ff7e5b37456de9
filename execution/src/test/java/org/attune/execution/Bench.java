package org.attune.execution;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Machine;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A small problem, and evaluations of shell scripts for it. */
record Bench(Path folder) {
    static final TuningProblem PROBLEM =
            TuningProblem.named("toy")
                    .task(Parameter.integer("n", 1, 1000))
                    .parameter(Parameter.integer("b", 1, 64))
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.categorical("solver", List.of("direct", "amg")))
                    .parameter(Parameter.integer("levels", 2, 9).activeIf("solver == 'amg'"))
                    .parameter(
                            Parameter.integer("smooth", 1, 5)
                                    .withDefault(3)
                                    .activeIf("solver == 'amg'"))
                    .constant("machine", "node1")
                    .derived("blocks", "n // b")
                    .derived("depth", "levels + 1")
                    .objective(Objective.minimize("seconds").withUnit("s"))
                    .machine(new Machine(1, 4))
                    .build();

    static final Map<String, Object> SECONDS = Map.of("seconds", Map.of("regex", "time=(\\S+)"));

    static Trial trial(long number, Object... configuration) {
        Point point = PROBLEM.parameterSpace().canonical(Point.of(configuration));
        return new Trial(
                number,
                Candidate.of(Point.of("n", 100L), point),
                Origin.of("test"),
                Outcome.PENDING,
                Provenance.here(Effort.NONE));
    }

    static Trial trial(long number) {
        return trial(number, "b", 8, "x", 0.5, "solver", "direct");
    }

    /** Returns an evaluation section that runs a shell script, with further keys and values. */
    static Map<String, Object> script(String text, Object... more) {
        var section = new LinkedHashMap<String, Object>();
        section.put("command", List.of("sh", "-c", text.replace("{", "{{").replace("}", "}}")));
        section.put("outputs", SECONDS);
        for (int i = 0; i < more.length; i += 2) {
            section.put((String) more[i], more[i + 1]);
        }
        return section;
    }

    static CommandSettings settings(Map<String, Object> section) {
        return CommandSettings.of(PROBLEM, section);
    }

    CommandEvaluator evaluator(Map<String, Object> section) {
        return evaluator(section, 1);
    }

    CommandEvaluator evaluator(Map<String, Object> section, int parallel) {
        return new CommandEvaluator(PROBLEM, settings(section), folder, runs(), parallel);
    }

    Path runs() {
        return folder.resolve("runs");
    }

    /** Evaluates trial 1. */
    Outcome outcome(Map<String, Object> section) throws Exception {
        return outcome(section, trial(1));
    }

    Outcome outcome(Map<String, Object> section, Trial trial) throws Exception {
        try (var evaluator = evaluator(section)) {
            return evaluator.submit(trial).get(240, TimeUnit.SECONDS);
        }
    }
}
