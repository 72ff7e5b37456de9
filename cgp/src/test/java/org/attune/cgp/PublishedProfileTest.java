package org.attune.cgp;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

import java.util.Map;

/** The profile keeps the contract too; its swarm is small here, to be quick. */
class PublishedProfileTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new ClusteredTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of(
                "profile", "published",
                "particles", "20",
                "generations", "10",
                "exploration-rate", "0.8");
    }

    @Override
    protected int trials() {
        return 12;
    }
}
