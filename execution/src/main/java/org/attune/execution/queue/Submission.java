package org.attune.execution.queue;

import java.nio.file.Path;
import java.util.Map;

/**
 * A script that is handed in.
 *
 * @param script to run; for an array, each element runs it with its index, from 0
 * @param name of the job, not used by any other, by which it is found where no id came back
 * @param count jobs that it is: 1, or the elements of an array
 * @param environment added to that of the call, for what must not stand in a file
 * @param again whether it has been tried before, so that the scheduler may have it already
 */
public record Submission(
        Path script, String name, int count, Map<String, String> environment, boolean again) {
    /** Checks the count and copies the environment. */
    public Submission {
        if (count < 1) {
            throw new IllegalArgumentException("A submission of %d jobs.".formatted(count));
        }
        environment = Map.copyOf(environment);
    }
}
