/** What every tuner must beat. */
module org.attune.baselines {
    requires transitive org.attune.api;
    requires io.jenetics.base;
    requires io.jenetics.ext;
    requires transitive org.attune.bayesopt;
    requires java.sql; // smile.data mentions it
    requires smile.core;
    requires smile.data;
    requires smile.math;

    exports org.attune.baselines;

    provides org.attune.api.TunerProvider with
            org.attune.baselines.BanditTuner.Provider,
            org.attune.baselines.EvolutionaryTuner.Provider,
            org.attune.baselines.ForestTuner.Provider,
            org.attune.baselines.LatinHypercubeTuner.Provider,
            org.attune.baselines.RandomTuner.Provider,
            org.attune.baselines.SobolTuner.Provider,
            org.attune.baselines.ParzenTuner.Provider;
}
