/** Transfer learning: what other runs know. */
module org.attune.tla {
    requires transitive org.attune.api;
    requires org.attune.bayesopt;

    exports org.attune.tla;
}
