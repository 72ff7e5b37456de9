/** Runs trials: Java functions and child processes. */
module org.attune.execution {
    requires transitive org.attune.api;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports org.attune.execution;
    exports org.attune.execution.queue;
}
