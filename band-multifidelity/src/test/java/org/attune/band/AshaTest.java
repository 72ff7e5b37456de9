package org.attune.band;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class AshaTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new Asha.Provider();
    }
}
