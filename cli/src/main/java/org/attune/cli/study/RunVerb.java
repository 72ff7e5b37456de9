package org.attune.cli.study;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.open.GivenPoints;
import org.attune.cli.open.GivenTrials;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.JsonVerb;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyFile;
import org.attune.studies.report.Listed;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.TrialData;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Optional;

/** {@code attune run}: evaluates configurations that the user gives. */
@Command(
        name = "run",
        description = {
            "Evaluates given configurations and records the trials.",
            "What is left out has its default; a name that comes again starts the next"
                    + " configuration."
        })
public final class RunVerb extends JsonVerb {
    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;
    @Mixin private Parallel parallel;
    @Mixin private GivenPoints points;

    @Option(
            names = "--fidelity",
            paramLabel = "VALUE",
            description =
                    "Cheap runs: at this value of the fidelity parameter (default: full runs).")
    private Optional<String> fidelity = Optional.empty();

    @Override
    public Integer call() {
        StudyFile file = arguments.read();
        points.require(file.problem());
        points.inactive(file.problem())
                .forEach((configuration, names) ->
                        say("note: " + GivenPoints.saidInactive(configuration, names)));
        var opening =
                arguments
                        .opening(session(), file, arguments.notes())
                        .settings(setUp.settings(file))
                        .toAdd();
        try (var open = parallel.to(opening).open()) {
            Fidelity at = fidelity.map(v -> fidelity(open.problem(), v)).orElse(Fidelity.FULL);
            List<Candidate> candidates =
                    points.candidates(open.problem(), open.study().setUp()).stream()
                            .map(c -> new Candidate(c.task(), c.configuration(), at))
                            .toList();
            List<Trial> told =
                    GivenTrials.run(
                            session(),
                            open.study(),
                            open.evaluator(),
                            open.study().add(candidates),
                            t -> print(open, t));
            if (isJson()) {
                json(
                        new Listed.Trials(
                                told.stream().map(t -> TrialData.of(open.problem(), t)).toList()));
            }
            return told.stream().allMatch(t -> t.outcome() instanceof Outcome.Measured)
                    ? 0
                    : Failures.OTHER;
        }
    }

    private static Fidelity fidelity(TuningProblem problem, String value) {
        return problem.fidelity()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "--fidelity %s: problem '%s' has no fidelity, so that all its runs are full ones. Maybe leave it out."
                                        .formatted(value, problem.name())))
                .of(value);
    }

    private void print(OpenStudy open, Trial trial) {
        (isJson() ? session().err() : session().out())
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
}
