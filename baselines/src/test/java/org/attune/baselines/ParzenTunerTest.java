package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Origin;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ParzenTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new ParzenTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("initial", "4");
    }

    @Test
    void learns() {
        Quality.beatsRandom(provider(), 40);
    }

    @Test
    void findsTheFrontOfTwoObjectives() {
        Quality.beatsRandomOnTwoObjectives(provider(), 60);
    }

    /** Half of the unit interval fails; of the proposals after the design few go there. */
    @Test
    void avoidsWhatFails() {
        List<Trial> learned =
                Quality.halfFails(provider(), 40).stream()
                        .filter(t -> t.origin().phase() == Origin.Phase.MODEL)
                        .toList();
        long there = learned.stream().filter(t -> t.configuration().number("x") > 0.5).count();
        assertTrue(learned.size() == 30 && there <= 6, there + " of " + learned.size());
    }
}
