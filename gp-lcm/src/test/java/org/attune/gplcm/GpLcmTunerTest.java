package org.attune.gplcm;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class GpLcmTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new GpLcmTuner.Provider();
    }
}
