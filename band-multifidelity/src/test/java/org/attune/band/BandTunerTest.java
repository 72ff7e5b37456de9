package org.attune.band;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class BandTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new BandTuner.Provider();
    }

    @Override
    protected int trials() {
        return 6;
    }
}
