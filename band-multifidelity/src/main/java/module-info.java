/** Many cheap runs, few dear ones. */
module org.attune.band {
    requires transitive org.attune.api;
    requires transitive org.attune.bayesopt;

    exports org.attune.band;
}
