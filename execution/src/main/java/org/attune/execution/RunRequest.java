package org.attune.execution;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One run of a trial, wherever it takes place.
 *
 * @param command program and arguments
 * @param variables of the environment, as they are declared
 * @param environment added to the inherited one
 * @param secrets that are read and kept of what it prints as {@code ***}
 * @param workdir where it runs
 * @param folder of the trial, for logs
 * @param label of the run, which begins the names of its logs
 * @param limit seconds it may take, {@code +∞} for no limit
 * @param wantsPeak whether the peak memory is measured
 * @param values of the trial, which say what the run needs
 * @param early its end before its time, which runs on this computer heed
 */
record RunRequest(
        List<String> command,
        Map<String, Variable> variables,
        Map<String, String> environment,
        SecretFilter secrets,
        Path workdir,
        Path folder,
        String label,
        double limit,
        boolean wantsPeak,
        Placeholders values,
        EarlyEnd early) {
    RunRequest with(List<String> other, double otherLimit) {
        return new RunRequest(
                other,
                variables,
                environment,
                secrets,
                workdir,
                folder,
                label,
                otherLimit,
                wantsPeak,
                values,
                early);
    }
}
