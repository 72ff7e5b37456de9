package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Parameter;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ForestTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new ForestTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("initial", "4", "trees", "5");
    }

    @Override
    protected int trials() {
        return 8;
    }

    @Test
    void learns() {
        Quality.beatsRandom(provider(), 40);
    }

    @Test
    void saysWhatProposalsTook() {
        Quality.saysWhatProposalsTook(provider());
    }

    @Test
    void avoidsWhatFails() {
        List<Trial> learned =
                Quality.halfFails(provider(), 40).stream()
                        .filter(t -> t.origin().phase() == Origin.Phase.MODEL)
                        .toList();
        long there = learned.stream().filter(t -> t.configuration().number("x") > 0.5).count();
        assertTrue(learned.size() == 30 && there <= 6, there + " of " + learned.size());
    }

    @Test
    void severalObjectivesAreRefusedWithAdvice() {
        TuningProblem two =
                TuningProblem.named("two")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("a"))
                        .objective(Objective.minimize("b"))
                        .build();
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Study.of(two).tuner(provider()).trials(3).open())
                        .getMessage();
        assertTrue(message.contains("'evolutionary'"), message);
    }
}
