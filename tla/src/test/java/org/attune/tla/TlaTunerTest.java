package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

class TlaTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new TlaTuner.Default();
    }

    @Override
    protected int trials() {
        return 7;
    }

    /** It may begin by the confidence bound, while trials are pending. */
    @Test
    void explorationNeedsNoOtherOption() {
        assertTrue(
                provider().options().stream()
                        .filter(o -> o.name().equals("exploration"))
                        .allMatch(o -> o.need().isEmpty()));
    }
}
