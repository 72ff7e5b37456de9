package org.attune.execution.queue;

import org.attune.execution.queue.JobState.Verdict;

import java.util.Map;
import java.util.Set;

/** Slurm's table of job states, and of reasons for which a job waits in vain. */
final class SlurmState {
    /** The states of squeue(1) and sacct(1), up to Slurm 24.11. */
    private static final Map<String, Verdict> STATES =
            Map.ofEntries(
                    Map.entry("PENDING", Verdict.WAITS),
                    Map.entry("CONFIGURING", Verdict.WAITS),
                    Map.entry("REQUEUED", Verdict.WAITS),
                    Map.entry("REQUEUE_FED", Verdict.WAITS),
                    Map.entry("REQUEUE_HOLD", Verdict.LOST), // only an operator lets it go on
                    Map.entry("SPECIAL_EXIT", Verdict.LOST), // the same, by a script's wish
                    Map.entry("RESV_DEL_HOLD", Verdict.WAITS),
                    Map.entry("RUNNING", Verdict.RUNS),
                    Map.entry("COMPLETING", Verdict.RUNS),
                    Map.entry("RESIZING", Verdict.RUNS),
                    Map.entry("SIGNALING", Verdict.RUNS),
                    Map.entry("STAGE_OUT", Verdict.RUNS),
                    Map.entry("STOPPED", Verdict.RUNS),
                    Map.entry("SUSPENDED", Verdict.RUNS),
                    Map.entry("COMPLETED", Verdict.COMPLETED),
                    Map.entry("FAILED", Verdict.FAILED),
                    Map.entry("LAUNCH_FAILED", Verdict.LOST),
                    Map.entry("RECONFIG_FAIL", Verdict.LOST),
                    Map.entry("POWER_UP_NODE", Verdict.WAITS),
                    Map.entry("UPDATE_DB", Verdict.RUNS),
                    Map.entry("TIMEOUT", Verdict.TIMED_OUT),
                    Map.entry("DEADLINE", Verdict.TIMED_OUT),
                    Map.entry("OUT_OF_MEMORY", Verdict.OUT_OF_MEMORY),
                    Map.entry("CANCELLED", Verdict.CANCELLED),
                    Map.entry("NODE_FAIL", Verdict.LOST),
                    Map.entry("BOOT_FAIL", Verdict.LOST),
                    Map.entry("PREEMPTED", Verdict.LOST),
                    Map.entry("REVOKED", Verdict.LOST)); // a sibling in another cluster began

    /** Reasons that no waiting ends. Limits that others' jobs use up are not among them. */
    private static final Set<String> IN_VAIN =
            Set.of(
                    "AccountNotAllowed",
                    "AssocMaxCpuPerJobLimit",
                    "AssocMaxMemPerJob",
                    "AssocMaxNodePerJobLimit",
                    "AssocMaxWallDurationPerJobLimit",
                    "BadConstraints",
                    "DependencyNeverSatisfied",
                    "InvalidAccount",
                    "InvalidQOS",
                    "PartitionNodeLimit",
                    "PartitionTimeLimit",
                    "QOSMaxCpuPerJobLimit",
                    "QOSMaxMemoryPerJob",
                    "QOSMaxNodePerJobLimit",
                    "QOSMaxWallDurationPerJobLimit",
                    "QOSNotAllowed");

    /** Those of them that speak of an account or a quality of service. */
    private static final Set<String> UNKNOWN =
            Set.of("AccountNotAllowed", "InvalidAccount", "InvalidQOS", "QOSNotAllowed");

    private static final int KILLED = 9;

    private SlurmState() {}

    /** Returns whether a job waits in vain because of what it names, and not of what it needs. */
    static boolean isUnknown(String reason) {
        return UNKNOWN.contains(reason);
    }

    /**
     * Returns what a state means.
     *
     * @param name {@code JobState} of scontrol or {@code State} of sacct, also such as {@code
     *     CANCELLED by 0}
     * @param code {@code ExitCode}, such as {@code 0:9}; empty where it is not known
     */
    static JobState of(String name, String reason, String code, int restarts) {
        String state = name.strip().split("[ +]", 2)[0];
        String why = reason.equals("None") || reason.equals("(null)") ? "" : reason;
        String[] parts = code.matches("\\d+:\\d+") ? code.split(":") : new String[] {"0", "0"};
        int exit = Integer.parseInt(parts[0]);
        int signal = Integer.parseInt(parts[1]);
        Verdict verdict = STATES.getOrDefault(state, Verdict.RUNS); // of a later Slurm: look again
        if (verdict == Verdict.WAITS && IN_VAIN.contains(why)) {
            verdict = Verdict.IMPOSSIBLE;
        } else if (verdict == Verdict.FAILED && signal == KILLED) {
            // Without control groups that is all that is said of memory (OverMemoryKill).
            verdict = Verdict.OUT_OF_MEMORY;
        }
        return new JobState(verdict, state, why, exit, signal, restarts);
    }
}
