/** Test problems, runs of tuners on them, and reports of such runs. */
module org.attune.benchmarks {
    requires transitive org.attune.api;
    requires java.management;
    requires java.sql;
    requires jdk.management;
    requires org.apache.commons.statistics.distribution;
    requires org.apache.commons.statistics.inference;
    requires org.attune.charts;
    requires org.attune.execution;
    requires org.attune.history;
    requires org.attune.problemfile;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports org.attune.benchmarks;
    exports org.attune.benchmarks.problems;
    exports org.attune.benchmarks.report;
}
