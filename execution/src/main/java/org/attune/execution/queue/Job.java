package org.attune.execution.queue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run that a scheduler is to carry out.
 *
 * @param name of the job, not used by any other
 * @param header the first lines of its script: shell and directives; jobs that have the same can be
 *     one array
 * @param script the whole of it
 * @param files that it writes
 * @param environment for what must not stand in the script
 * @param handedIn whether an earlier process has handed it in, or tried to
 * @param id that the scheduler gave it then
 * @param submitted hears the id before anything else happens to the job
 */
public record Job(
        String name,
        String header,
        Path script,
        JobFiles files,
        Map<String, String> environment,
        boolean handedIn,
        Optional<String> id,
        Consumer<String> submitted) {
    /** Copies the environment. */
    public Job {
        environment = Map.copyOf(environment);
    }
}
