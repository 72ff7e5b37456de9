package org.attune.tla;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class TlaTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new TlaTuner.Default();
    }

    @Override
    protected int trials() {
        return 7;
    }
}
