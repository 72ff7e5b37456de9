package org.attune.cli.study;

import org.attune.api.Candidate;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.cli.open.GivenPoints;
import org.attune.cli.open.GivenTrials;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Verb;
import org.attune.studies.OpenStudy;
import org.attune.studies.report.Outcomes;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code attune run}: evaluates configurations that the user gives. */
@Command(
        name = "run",
        description = {
            "Evaluates given configurations and records the trials.",
            "What is left out has its default; a name that comes again starts the next"
                    + " configuration."
        })
public final class RunVerb extends Verb implements Callable<Integer> {
    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;
    @Mixin private Parallel parallel;
    @Mixin private GivenPoints points;

    @Option(names = "--json", description = "Print the trials as one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        var opening = arguments.opening(session(), setUp, arguments.notes()).toAdd();
        try (var open = parallel.to(opening).open()) {
            List<Candidate> candidates = points.candidates(open.problem(), open.study().setUp());
            List<Trial> told =
                    GivenTrials.run(
                            session(),
                            open.study(),
                            open.evaluator(),
                            open.study().add(candidates),
                            t -> print(open, t));
            if (json) {
                json(json(open, told));
            }
            return told.stream().allMatch(t -> t.outcome() instanceof Outcome.Measured)
                    ? 0
                    : Failures.OTHER;
        }
    }

    private void print(OpenStudy open, Trial trial) {
        (json ? session().err() : session().out())
                .println(
                        "trial=%d %s -> %s"
                                .formatted(
                                        trial.number(),
                                        Format.assignments(
                                                trial.task(),
                                                trial.configuration(),
                                                open.problem().fidelity(trial.candidate())),
                                        Outcomes.line(open.problem(), trial)));
    }

    private static Map<String, Object> json(OpenStudy open, List<Trial> trials) {
        var map = new LinkedHashMap<String, Object>();
        map.put("trials", trials.stream().map(t -> Outcomes.json(open.problem(), t)).toList());
        return map;
    }
}
