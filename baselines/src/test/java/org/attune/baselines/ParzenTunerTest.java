package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
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

    /** More than a Sobol sequence has dimensions. */
    @Test
    void startsInManyDimensions() {
        var problem = TuningProblem.named("wide").objective(Objective.minimize("y"));
        for (int d = 0; d < 300; d++) {
            problem.parameter(Parameter.real("x" + d, 0, 1));
        }
        List<Trial> trials =
                Quality.run(
                        problem.build(),
                        provider(),
                        p -> Outcome.measured("y", p.number("x7")),
                        12,
                        1);
        assertEquals(12, trials.stream().map(Trial::configuration).distinct().count());
        assertEquals("random", trials.getFirst().origin().technique());
    }

    @Test
    void saysWhatProposalsTook() {
        Quality.saysWhatProposalsTook(provider());
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
