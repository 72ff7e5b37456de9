package org.attune.studies.report;

import org.attune.history.environment.Environment;
import org.attune.studies.text.Json.Inline;

import java.util.Map;
import java.util.Optional;

/**
 * The machine and the software with which trials run.
 *
 * @param here the machine in short
 * @param machineConfiguration all that is known of it, in GPTune's shape
 * @param softwareConfiguration versions by name, in GPTune's shape
 */
public record MachineFacts(
        @Inline Machine here,
        Map<String, Object> machineConfiguration,
        Map<String, Object> softwareConfiguration) {

    /**
     * A machine in short.
     *
     * @param machine its name
     * @param nodes how many are used
     * @param cores of each node
     */
    public record Machine(
            Optional<String> machine,
            Optional<String> processor,
            Optional<Object> nodes,
            Optional<Object> cores) {}

    /** Says of an environment what is known, of its first kind of processor. */
    public static MachineFacts of(Environment environment, Map<String, Object> software) {
        var first = environment.processors().entrySet().stream().findFirst();
        var machine =
                new Machine(
                        environment.name(),
                        first.map(Map.Entry::getKey),
                        first.map(p -> p.getValue().get("nodes")),
                        first.map(p -> p.getValue().get("cores")));
        return new MachineFacts(machine, environment.machine(), software);
    }
}
