/** Monte Carlo tree search over categories, Gaussian processes for the rest. */
module org.attune.hybrid {
    requires transitive org.attune.api;
    requires org.attune.bayesopt;
    requires org.attune.gplcm;

    exports org.attune.hybrid;

    provides org.attune.api.TunerProvider with
            org.attune.hybrid.HybridTuner.Provider;
}
