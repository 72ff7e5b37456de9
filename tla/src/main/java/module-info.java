/** Transfer learning: what other runs know. */
module org.attune.tla {
    requires transitive org.attune.api;
    requires org.attune.bayesopt;
    requires org.attune.gplcm;

    exports org.attune.tla;

    provides org.attune.api.TunerProvider with
            org.attune.tla.TlaTuner.Provider;
}
