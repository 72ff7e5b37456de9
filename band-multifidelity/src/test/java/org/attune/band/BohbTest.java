package org.attune.band;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;

class BohbTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new Hyperband.BohbProvider();
    }
}
