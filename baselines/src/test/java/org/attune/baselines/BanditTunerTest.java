package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

class BanditTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new BanditTuner.Provider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("initial", "3");
    }

    @Test
    void learns() {
        Quality.beatsRandom(provider(), 80);
    }

    /** Techniques fit no model; the sample that begins the study is not worth reporting. */
    @Test
    void saysWhatProposalsTook() {
        List<Trial> trials = Quality.halfFails(provider(), 12);
        assertEquals(0, trials.getFirst().provenance().effort().search());
        assertEquals(0, trials.getLast().provenance().effort().model());
        double search = trials.stream().mapToDouble(t -> t.provenance().effort().search()).sum();
        assertTrue(search > 0, "of all, since a clock may be coarse");
    }

    @Test
    void findsTheFrontOfTwoObjectives() {
        Quality.beatsRandomOnTwoObjectives(provider(), 80);
    }

    private List<String> techniques(double slope) {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("z", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        return Quality.run(
                        problem,
                        provider(),
                        p ->
                                Outcome.measured(
                                        "y",
                                        slope * (p.number("x") + Math.abs(p.number("z") - 0.4))),
                        60,
                        1)
                .stream()
                .map(t -> t.origin().technique())
                .toList();
    }

    /** Where nothing improves, all are used about equally often, after the design of 6. */
    @Test
    void sharesTrialsEquallyWhereNothingImproves() {
        Map<String, Long> uses =
                techniques(0).stream()
                        .collect(Collectors.groupingBy(t -> t, Collectors.counting()));
        assertEquals(6, uses.remove("sobol"));
        var names = new HashSet<>(Technique.all().stream().map(Technique::name).toList());
        assertEquals(names, uses.keySet());
        uses.remove("nelder-mead"); // passes when it has tried all steps from its simplex
        assertTrue(uses.values().stream().allMatch(n -> n >= 7 && n <= 9), uses::toString);
    }

    /** Each is used once before any is used again. */
    @Test
    void triesEveryTechniqueFirst() {
        assertEquals(7, new HashSet<>(techniques(1).subList(6, 13)).size());
    }

    /** Pending trials count as uses: seven proposals at once come from seven techniques. */
    @Test
    void proposalsAtOnceComeFromDifferentTechniques() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        var study = org.attune.api.Study.of(problem).tuner(provider()).trials(20).open();
        study.ask(6).forEach(t -> study.tell(t.number(), Outcome.measured("y", t.number())));
        List<Trial> asked = study.ask(7);
        assertEquals(7, asked.stream().map(t -> t.origin().technique()).distinct().count());
    }
}
