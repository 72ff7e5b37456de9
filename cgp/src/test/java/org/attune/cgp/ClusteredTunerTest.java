package org.attune.cgp;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class ClusteredTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new ClusteredTuner.Provider();
    }

    @Override
    protected int trials() {
        return 12;
    }
}
