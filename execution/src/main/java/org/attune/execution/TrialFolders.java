package org.attune.execution;

import org.attune.api.Control;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folders of trials, for their work and their output.
 *
 * @param runs where they are
 */
record TrialFolders(TuningProblem problem, Path runs) {
    /** Returns the folder of a trial, or of a control. */
    Path of(Trial trial) {
        return runs.resolve((Control.is(trial) ? "control-" : "") + trial.number());
    }

    /** Returns what {@code {workdir}} stands for. */
    Path work(Trial trial) {
        return CommandTrial.workFolder(of(trial));
    }

    /**
     * Returns what templates of a trial can name.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    Placeholders values(Trial trial) {
        return Placeholders.of(problem, trial, work(trial), before(trial));
    }

    /** Returns the run that a trial goes on from, where what it has left is still there. */
    Optional<Placeholders.Before> before(Trial trial) {
        return trial.provenance()
                .parent()
                .map(p -> new Placeholders.Before(p.trial(), workOf(p.trial())))
                .filter(b -> Files.isDirectory(b.workdir()));
    }

    private Path workOf(long number) {
        return CommandTrial.workFolder(runs.resolve(Long.toString(number)));
    }

    /** Returns what to say where a trial cannot go on from the run that it was to go on from. */
    Optional<String> missing(Trial trial, Placeholders values) {
        return trial.provenance()
                .parent()
                .filter(p -> !values.active().containsAll(Placeholders.PARENT))
                .map(p ->
                        "Trial %d starts from the beginning, and costs more than is counted: trial %d, from which it was to go on, has left no folder %s."
                                .formatted(trial.number(), p.trial(), workOf(p.trial())));
    }
}
