package org.attune.cli.history;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Verb;
import org.attune.studies.report.StoredStudy;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;

/** {@code attune history withdraw}: takes a wrong measurement out of what tuners learn from. */
@Command(
        name = "withdraw",
        description = {
            "Marks trials as measured wrongly: no tuner learns anything from them.",
            "Their lines in the history stay; tell --correct gives them another outcome."
        })
public final class HistoryWithdraw extends Verb {
    @Mixin private ProblemArguments arguments;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "N",
            description = "Numbers of the trials.")
    private List<Long> numbers;

    @Option(
            names = "--why",
            required = true,
            paramLabel = "TEXT",
            description = "What was wrong, for those who look later.")
    private String why;

    @Override
    public Integer call() {
        if (why.isBlank()) {
            throw new IllegalArgumentException("--why needs a reason that is not blank.");
        }
        try (var open = arguments.resuming(session()).runningNothing().open()) {
            List<Trial> chosen =
                    numbers.stream()
                            .distinct()
                            .map(n -> StoredStudy.trial(open.study().records(), n))
                            .toList();
            chosen.forEach(HistoryWithdraw::requireOutcome);
            for (Trial trial : chosen) {
                Outcome before = trial.outcome();
                String detail = "%s (before: %s)".formatted(why.strip(), before.words());
                var withdrawn =
                        new Outcome.Failed(FailureCause.WITHDRAWN, detail, before.elapsed());
                open.study().correct(trial.number(), withdrawn);
                print("Trial %d is withdrawn: %s", trial.number(), detail);
            }
            return 0;
        }
    }

    private static void requireOutcome(Trial trial) {
        if (trial.isPending()) {
            throw new IllegalStateException(
                    "Trial %d is pending. Maybe tell that it failed: tell --trial %d --failed cancelled"
                            .formatted(trial.number(), trial.number()));
        }
        if (isWithdrawn(trial)) {
            throw new IllegalStateException(
                    "Trial %d is withdrawn already: %s"
                            .formatted(
                                    trial.number(), ((Outcome.Failed) trial.outcome()).detail()));
        }
    }

    static boolean isWithdrawn(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && f.cause() == FailureCause.WITHDRAWN;
    }
}
