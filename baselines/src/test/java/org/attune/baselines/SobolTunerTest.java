package org.attune.baselines;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class SobolTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new SobolTuner.Provider();
    }
}
