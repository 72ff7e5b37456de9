/** Gaussian processes for objectives that jump. */
module org.attune.cgp {
    requires transitive org.attune.api;
    requires org.attune.bayesopt;
    requires org.attune.gplcm;
    requires java.sql; // smile.data mentions it
    requires smile.core;
    requires smile.data;
    requires smile.math;

    exports org.attune.cgp;

    provides org.attune.api.TunerProvider with
            org.attune.cgp.ClusteredTuner.Provider;
}
