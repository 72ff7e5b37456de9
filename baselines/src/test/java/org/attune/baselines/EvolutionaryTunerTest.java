package org.attune.baselines;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.Map;

class EvolutionaryTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new EvolutionaryTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("population", "4");
    }

    @Test
    void learns() {
        Quality.beatsRandom(provider(), 80);
    }

    @Test
    void findsTheFrontOfTwoObjectives() {
        Quality.beatsRandomOnTwoObjectives(provider(), 80);
    }
}
