/** The {@code attune} command. */
module org.attune.cli {
    requires org.attune.studies;
    requires org.attune.benchmarks;
    requires org.attune.charts;
    requires org.attune.report;
    requires transitive info.picocli; // of Attune.commandLine
    requires tools.jackson.databind;
    requires me.tongfei.progressbar;
    requires java.management;
    requires jdk.management; // whether the JVM fuses multiplications and additions
    requires jdk.unsupported; // sun.misc.Signal, by reflection

    uses org.attune.api.TunerProvider;

    exports org.attune.cli;

    opens org.attune.cli.app to
            info.picocli;
    opens org.attune.cli.history to
            info.picocli;
    opens org.attune.cli.model to
            info.picocli;
    opens org.attune.cli.open to
            info.picocli;
    opens org.attune.cli.serve to
            info.picocli;
    opens org.attune.cli.shell to
            info.picocli;
    opens org.attune.cli.study to
            info.picocli;
}
