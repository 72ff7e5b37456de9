package org.attune.execution.queue;

import java.util.Optional;

/**
 * What became of a job.
 *
 * @param id that the scheduler gave it, empty where it took none
 * @param end what the run wrote down, if it came so far
 * @param state what the scheduler says; where the run wrote down its end, that may be what it said
 *     before
 */
public record JobEnd(String id, Optional<JobFiles.End> end, JobState state) {}
