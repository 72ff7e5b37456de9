/** Test problems, and runs of tuners on them. */
module org.attune.benchmarks {
    requires transitive org.attune.api;
    requires java.management;
    requires jdk.management;
    requires org.apache.commons.statistics.inference;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports org.attune.benchmarks;
    exports org.attune.benchmarks.problems;
}
