package org.attune.cli.study;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.JsonVerb;
import org.attune.execution.Told;
import org.attune.studies.LateResults;
import org.attune.studies.OpenStudy;
import org.attune.studies.report.Times;
import org.attune.studies.report.TrialData;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.Optional;

/** {@code attune tell}: records what became of a trial that was asked for. */
@Command(
        name = "tell",
        description = {
            "Records the outcome of a trial: its outputs, or why it failed.",
            "An output of null leaves the trial pending."
        })
public final class TellVerb extends JsonVerb {
    @Mixin private ProblemArguments arguments;

    @Option(names = "--trial", paramLabel = "N", required = true, description = "Which trial.")
    private long number;

    @Option(
            names = "--output",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = "Measured outputs; one that is repeated comes again.")
    private Assignments outputs;

    @Option(
            names = "--outcome",
            paramLabel = "JSON",
            description =
                    "Everything at once: {\"outputs\": {\"seconds\": [1.25, 1.31]}, \"extra\": {}}")
    private Optional<String> outcome = Optional.empty();

    @Option(
            names = "--failed",
            paramLabel = "CAUSE",
            description =
                    "Why it failed: build, crash, timeout, out-of-memory, wrong-answer,"
                            + " unreadable-output, infeasible, cancelled, withdrawn.")
    private Optional<String> failed = Optional.empty();

    @Option(
            names = "--detail",
            paramLabel = "TEXT",
            description = "With --failed: a line for humans.")
    private Optional<String> detail = Optional.empty();

    @Option(
            names = "--elapsed",
            paramLabel = "SECONDS",
            description = "How long the run took; without it, the time since it was asked for.")
    private Optional<Double> took = Optional.empty();

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description =
                    "Which attempt at the trial, as ask --json says; if another one was handed out"
                            + " since, the outcome is kept as a note and does not count.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(
            names = "--correct",
            description = "Replace the outcome of a trial that was told a wrong one.")
    private boolean correct;

    @Override
    public Integer call() {
        long ways = (outputs == null ? 0 : 1) + outcome.stream().count() + failed.stream().count();
        if (ways != 1 || detail.isPresent() && failed.isEmpty()) {
            throw misused(
                    "Give either --output (with all outputs and repeats), --outcome, or"
                            + " --failed with an optional --detail.");
        }
        try (var open = arguments.resuming(session()).runningNothing().open()) {
            Told told = told(open);
            if (told.outcome() instanceof Outcome.Pending) {
                requirePending(open);
                say("Trial %d stays pending.", number);
                print(open);
                return 0;
            }
            if (attempt.isPresent() && !correct) {
                if (open.study().tell(number, attempt.get(), told.outcome()).isEmpty()) {
                    Trial trial = open.stored().trial(number);
                    requireAttempt(trial);
                    new LateResults(open.journal().file(), open.study().setUp().study(), this::say)
                            .keep(trial, attempt.get(), told.outcome());
                    return 0;
                }
            } else if (correct) {
                open.study().correct(number, told.outcome());
            } else {
                open.study().tell(number, told.outcome());
            }
            if (!told.remark().isEmpty()) {
                say("Trial %d: %s", number, told.remark());
            }
            print(open);
            return 0;
        }
    }

    private void print(OpenStudy open) {
        if (isJson()) {
            json(TrialData.of(open.problem(), open.stored().trial(number)));
        }
    }

    private void requirePending(OpenStudy open) {
        if (open.study().pending().stream().noneMatch(t -> t.number() == number)) {
            throw new IllegalStateException(
                    "Trial %d is not pending, and stays as it is. Maybe another one was meant: see 'attune history list'."
                            .formatted(number));
        }
    }

    private void requireAttempt(Trial trial) {
        int newest = trial.provenance().attempt();
        if (attempt.get() < 1 || attempt.get() > newest) {
            throw new IllegalArgumentException(
                    "Trial %d has had no attempt %d; its newest is %d."
                            .formatted(number, attempt.get(), newest));
        }
    }

    private Told told(OpenStudy open) {
        Trial trial = open.stored().trial(number);
        double elapsed = took.orElseGet(() -> Times.elapsed(trial));
        if (failed.isPresent()) {
            FailureCause cause = FailureCause.of(failed.get());
            return new Told(new Outcome.Failed(cause, detail.orElse(""), elapsed), "");
        }
        return outcome.isPresent()
                ? Told.ofJson(open.problem(), outcome.get(), elapsed)
                : Told.ofOutputs(open.problem(), outputs.words(), elapsed);
    }
}
