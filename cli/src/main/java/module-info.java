/** The {@code attune} command. */
module org.attune.cli {
    requires org.attune.api;
    requires org.attune.problemfile;
    requires org.attune.execution;
    requires org.attune.history;
    requires org.attune.benchmarks;
    requires info.picocli;
    requires tools.jackson.databind;
    requires me.tongfei.progressbar;
    requires java.management;
    requires jdk.management; // whether the JVM fuses multiplications and additions
    requires jdk.unsupported; // sun.misc.Signal, by reflection

    uses org.attune.api.TunerProvider;

    exports org.attune.cli;

    opens org.attune.cli to
            info.picocli;
}
