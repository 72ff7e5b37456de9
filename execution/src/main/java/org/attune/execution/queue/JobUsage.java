package org.attune.execution.queue;

/**
 * What a job has used, as the accounting of its scheduler has it.
 *
 * @param energy joules of its nodes, NaN where there is none
 * @param maxRss bytes of the largest of its ranks, NaN where there are none
 * @param missing why there is less than that; empty where nothing is missing
 */
public record JobUsage(double energy, double maxRss, String missing) {
    /** Returns that nothing is known. */
    public static JobUsage none(String why) {
        return new JobUsage(Double.NaN, Double.NaN, why);
    }
}
