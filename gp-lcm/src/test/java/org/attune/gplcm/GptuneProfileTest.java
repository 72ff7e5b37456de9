package org.attune.gplcm;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

import java.util.Map;

/** The profile keeps the contract too; its swarm is small here, to be quick. */
class GptuneProfileTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new GpLcmTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("profile", "gptune", "particles", "20", "generations", "10");
    }
}
