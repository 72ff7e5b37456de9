/** Gaussian process tuners of one task and of several. */
module org.attune.gplcm {
    requires transitive org.attune.api;
    requires transitive org.attune.bayesopt;

    exports org.attune.gplcm;

    provides org.attune.api.TunerProvider with
            org.attune.gplcm.GpLcmTuner.Provider;
}
