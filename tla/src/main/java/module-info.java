/** Transfer learning: what other runs know. */
module org.attune.tla {
    requires transitive org.attune.api;
    requires org.attune.bayesopt;
    requires org.attune.gplcm;

    exports org.attune.tla;

    provides org.attune.api.TunerProvider with
            org.attune.tla.TlaTuner.Default,
            org.attune.tla.TlaTuner.Lcm,
            org.attune.tla.TlaTuner.LcmBf,
            org.attune.tla.TlaTuner.Sum,
            org.attune.tla.TlaTuner.Regression,
            org.attune.tla.TlaTuner.Stacking,
            org.attune.tla.TlaTuner.Toggling,
            org.attune.tla.TlaTuner.Prob,
            org.attune.tla.TlaTuner.ProbDyn,
            org.attune.tla.TlaTuner.Peeking,
            org.attune.tla.TlaTuner.TypeTwo,
            org.attune.tla.TlaTuner.Extended;
}
