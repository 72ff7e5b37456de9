package org.attune.band;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class HyperbandTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new Hyperband.Provider();
    }
}
