package org.attune.hybrid;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class HybridTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new HybridTuner.Provider();
    }

    @Override
    protected int trials() {
        return 12;
    }
}
