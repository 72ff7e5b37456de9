package org.attune.execution;

import org.attune.execution.queue.JobUsage;
import org.attune.execution.queue.SlurmAccounting;
import org.attune.execution.queue.UnusableSchedulerException;

/**
 * What the accounting of Slurm adds to a run that went well.
 *
 * @param accounting that is asked
 * @param isVital whether the problem cannot do without it, so that an accounting that is away is
 *     waited for; else what it would have said is missing
 */
record RunAccounting(SlurmAccounting accounting, boolean isVital) {
    /** Makes sure, before the first run, that there is an accounting. */
    void require() throws InterruptedException {
        accounting.require();
    }

    /**
     * Returns a result with what the accounting says of it, and writes its record.
     *
     * @param id of the job or of the step, empty where it is not known
     */
    ChildRun.Result added(RunRequest request, ChildRun.Result result, String id)
            throws InterruptedException {
        if (result.record().cause().isPresent()) {
            return result;
        }
        RunRecord record = result.record().with(usage(id));
        record.write(request.folder().resolve(request.label() + ".properties"));
        return new ChildRun.Result(record, result.lastLine());
    }

    private JobUsage usage(String id) throws InterruptedException {
        if (id.isEmpty() || id.startsWith(".") || id.endsWith(".")) {
            return JobUsage.none("nothing says in which step of Slurm it ran");
        }
        try {
            return accounting.usage(id);
        } catch (UnusableSchedulerException e) {
            if (isVital) {
                throw e;
            }
            return JobUsage.none(e.getMessage().replaceFirst("\\.$", ""));
        }
    }
}
