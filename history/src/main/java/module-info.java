/** Where studies keep their records: the journal. */
module org.attune.history {
    requires transitive org.attune.api;
    requires tools.jackson.core;

    exports org.attune.history;
    exports org.attune.history.formats;
}
