package org.attune.execution;

import org.attune.execution.queue.JobState;
import org.attune.execution.queue.JobState.Verdict;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Why an agent ended, by the last that srun or ssh complained of. Observed with Slurm 22.05. */
final class AgentEnd {
    /** In the order in which they are asked; srun complains of its cancelled tasks, too. */
    private static final List<Map.Entry<Pattern, Verdict>> SIGNS =
            List.of(
                    Map.entry(
                            Pattern.compile("(?i)exceeded (job |step )?memory limit|oom.kill"),
                            Verdict.OUT_OF_MEMORY),
                    Map.entry(
                            Pattern.compile(
                                    "(?i)node failure|unable to contact slurmd"
                                            + "|communication connection failure"
                                            + "|zero bytes were transmitted"),
                            Verdict.LOST),
                    Map.entry(Pattern.compile("CANCELLED AT"), Verdict.CANCELLED),
                    Map.entry(
                            Pattern.compile(
                                    "(?i)unable to create step.*(more processors|not available"
                                            + "|invalid|memory required)|unrecognized option"
                                            + "|invalid (numeric|argument)"),
                            Verdict.IMPOSSIBLE));

    private AgentEnd() {}

    /**
     * Returns the state that a scheduler would name.
     *
     * @param complaints lines of stderr
     * @param otherwise where none of them is known
     */
    static JobState state(List<String> complaints, Verdict otherwise) {
        for (Map.Entry<Pattern, Verdict> sign : SIGNS) {
            for (String line : complaints) {
                if (sign.getKey().matcher(line).find()) {
                    return JobState.of(sign.getValue(), sign.getValue().name(), line);
                }
            }
        }
        String last = complaints.isEmpty() ? "" : complaints.getLast();
        return JobState.of(otherwise, otherwise.name(), last);
    }
}
