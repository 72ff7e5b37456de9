/** The command line. */
module org.attune.cli {
    requires info.picocli;
    requires org.attune.api;

    opens org.attune.cli to
            info.picocli;
}
