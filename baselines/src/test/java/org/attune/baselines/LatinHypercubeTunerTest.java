package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;

class LatinHypercubeTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new LatinHypercubeTuner.Provider();
    }

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, 1))
                .parameter(Parameter.real("z", 0, 1))
                .objective(Objective.minimize("y"));
    }

    private Study study(TuningProblem problem, int trials) {
        return Study.of(problem)
                .tuner(provider())
                .options(Map.of("points", "7"))
                .trials(trials)
                .open();
    }

    /** Of each design of 7 points every seventh of an axis holds one. */
    @Test
    void everyDesignFillsEveryBinOnce() {
        List<Trial> trials = study(problem().build(), 21).ask(21);
        for (int design = 0; design < 3; design++) {
            for (String name : List.of("x", "z")) {
                var cells = new HashSet<Integer>();
                trials.subList(7 * design, 7 * design + 7)
                        .forEach(t -> cells.add((int) (t.configuration().number(name) * 7)));
                assertEquals(7, cells.size(), name + " of design " + design);
            }
        }
        assertNotEquals(trials.get(0).configuration(), trials.get(7).configuration());
    }

    @Test
    void inadmissiblePointsAreLeftOut() {
        List<Trial> all = study(problem().build(), 70).ask(70);
        var constrained = problem().constraint(Constraint.of("half", "x + z <= 1")).build();
        assertEquals(
                all.stream()
                        .map(Trial::configuration)
                        .filter(p -> p.number("x") + p.number("z") <= 1)
                        .limit(20)
                        .toList(),
                study(constrained, 20).ask(20).stream().map(Trial::configuration).toList());
    }
}
