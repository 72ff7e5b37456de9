package org.attune.band;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class FidelityTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new FidelityProvider();
    }

    @Override
    protected int trials() {
        return 6;
    }
}
