/** Where studies keep their records: the journal. */
module org.attune.history {
    requires transitive org.attune.api;
    requires java.sql;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.csv;

    exports org.attune.history;
    exports org.attune.history.environment;
    exports org.attune.history.formats;
}
