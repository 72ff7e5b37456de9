package org.attune.execution;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Chooses where the runs of trials take place, as an evaluation section says. */
final class RunSites {
    private RunSites() {}

    /**
     * Returns where runs take place.
     *
     * @param parallel runs at once
     * @param variables of the environment, by which an allocation is known
     * @param notes hears what a user should know
     * @throws IllegalArgumentException if runs are to be pinned, and cannot be
     */
    static RunSite of(
            CommandSettings settings,
            int parallel,
            Map<String, String> variables,
            Consumer<String> notes) {
        if (settings.ssh().isPresent()) {
            return AgentRuns.onHosts(settings.ssh().get(), settings.launcher(), notes);
        }
        if (settings.pin().isPresent()) {
            return new PinnedRuns(settings.pin().get(), parallel, variables.get("PATH"));
        }
        if (settings.queue().isEmpty()) {
            return RunSite.HERE;
        }
        QueueSettings queue = settings.queue().get();
        Optional<RunAccounting> accounting = settings.accounting(notes);
        if (queue.steps(variables)) {
            boolean ranks =
                    settings.launcher().filter(l -> l.kind() == Launcher.Kind.SRUN).isPresent();
            return ranks || !queue.agents(accounting.isPresent())
                    ? new StepRuns(queue, settings.launcher(), accounting)
                    : AgentRuns.inSteps(
                            queue,
                            variables.get("SLURM_JOB_ID").strip(),
                            settings.launcher(),
                            notes);
        }
        return new QueuedRuns(queue, accounting, notes);
    }

    /** Returns whether runs take place on this computer, and its cores are theirs. */
    static boolean areLocal(RunSite site) {
        return site == RunSite.HERE || site instanceof PinnedRuns;
    }
}
