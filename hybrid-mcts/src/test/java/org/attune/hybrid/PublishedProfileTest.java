package org.attune.hybrid;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

import java.util.Map;

/** The published profile keeps the contract too; hyperparameters are searched briefly. */
class PublishedProfileTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new HybridTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("profile", "published", "iterations", "8", "n-find-leaf", "2");
    }

    @Override
    protected int trials() {
        return 10;
    }
}
