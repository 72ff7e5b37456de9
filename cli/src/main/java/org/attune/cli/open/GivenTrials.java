package org.attune.cli.open;

import org.attune.api.Outcome;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.cli.shell.Interrupts;
import org.attune.cli.shell.Session;
import org.attune.execution.CommandEvaluator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Runs trials that a user has given. */
public final class GivenTrials {
    private GivenTrials() {}

    /**
     * Runs pending trials and tells their outcomes in order. Ctrl-C ends the children and the
     * process; what has not been told then stays pending.
     *
     * @param each hears of every trial that has been told
     * @return the trials with their outcomes
     */
    public static List<Trial> run(
            Session session,
            Study study,
            CommandEvaluator evaluator,
            List<Trial> pending,
            Consumer<Trial> each) {
        Interrupts.to(
                kind -> {
                    session.err().println("\nStopping; once more ends at once.");
                    evaluator.close();
                    session.err().println("Stopped; what has not ended stays pending.");
                    Runtime.getRuntime().halt(kind.exitCode);
                },
                evaluator::kill);
        evaluator.notes(note -> session.err().println("note: " + note));
        List<CompletableFuture<Outcome>> runs = pending.stream().map(evaluator::submit).toList();
        var told = new ArrayList<Trial>();
        for (int i = 0; i < pending.size(); i++) {
            Trial trial = study.tell(pending.get(i).number(), outcome(runs.get(i)));
            told.add(trial);
            each.accept(trial);
        }
        return told;
    }

    /** An interrupt cancels the runs, and its thread is about to end the process. */
    private static Outcome outcome(CompletableFuture<Outcome> run) {
        try {
            return run.join();
        } catch (CancellationException e) {
            LockSupport.parkNanos(Duration.ofMinutes(1).toNanos());
            throw e;
        }
    }
}
