package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class LadderTest {
    private static TuningProblem problem(FidelityParameter fidelity) {
        return TuningProblem.named("p")
                .fidelity(fidelity)
                .parameter(Parameter.real("x", 0, 1))
                .objective(Objective.minimize("y"))
                .build();
    }

    private static Ladder ladder(FidelityParameter fidelity, Map<String, String> options) {
        var provider = new Hyperband.Provider();
        return LadderOptions.ladder(
                Settings.of(provider.name(), provider.options(), options), problem(fidelity));
    }

    private static List<Double> costs(Ladder ladder) {
        return ladder.rungs().stream().map(Fidelity::value).toList();
    }

    @Test
    void listedLevelsAreTheRungs() {
        Ladder ladder =
                ladder(FidelityParameter.levels("n", 10, 20, 40).withCost("n**2"), Map.of());
        assertEquals(List.of(1 / 16.0, 1 / 4.0, 1.0), costs(ladder));
        assertEquals(4, ladder.ratio());
    }

    @Test
    void aRangeHasSharesThatFallByEta() {
        Ladder ladder = ladder(FidelityParameter.real("s", 0.1, 1), Map.of());
        assertEquals(3, ladder.size());
        assertEquals(1 / 9.0, ladder.cost(0), 1e-9);
        assertEquals(1 / 3.0, ladder.cost(1), 1e-9);
    }

    /** It may begin by the confidence bound, while trials are pending. */
    @Test
    void explorationNeedsNoOtherOption() {
        assertTrue(
                new FidelityProvider()
                        .options().stream()
                                .filter(o -> o.name().equals("exploration"))
                                .allMatch(o -> o.need().isEmpty()));
    }

    /** The cheapest run costs 4/10 of the full one, more than a third: no level is below it. */
    @Test
    void thatARangeHasNoCheaperLevelIsSaid() {
        var provider = new FidelityProvider();
        List<String> remarks =
                provider.remarks(
                        new TuningRequest(
                                problem(FidelityParameter.real("s", 4, 10)),
                                List.of(Point.EMPTY),
                                Settings.of("mf", provider.options(), Map.of()),
                                new Seed(0)));
        assertEquals(
                List.of(
                        "Tuner 'mf' makes full runs alone here: the cheapest run costs 0.4 of one,"
                                + " and options 'eta' and 'levels' leave no level but the full one."
                                + " Maybe list levels in the problem file, or widen their range."),
                remarks);
    }

    /** Of whole numbers, those whose cost is nearest: 64 (1/27)^(1/3) = 21.3, and so on. */
    @Test
    void wholeNumbersAreTheNearestOnes() {
        var grid = FidelityParameter.integer("n", 16, 64).withCost("n**3");
        Ladder ladder = ladder(grid, Map.of());
        var scale = problem(grid).fidelity().orElseThrow();
        assertEquals(
                List.of(21L, 31L, 44L, 64L), ladder.rungs().stream().map(scale::quantity).toList());
    }

    /**
     * The map of GPTune's guide, section 5.5: k from 10 to 100, k³ linear in b from 0.1 to 1; at b
     * = 0.5 it is 1000 + 999000 (0.4 / 0.9) = 445000, and k the nearest number to its root, 76.
     */
    @Test
    void mapsBudgetsAsTheGuideDoes() {
        var grid = FidelityParameter.integer("k", 10, 100).withCost("k**3");
        Ladder ladder =
                ladder(grid, Map.of("budget-min", "0.1", "eta", "2", "fidelity-map", "ends"));
        var scale = problem(grid).fidelity().orElseThrow();
        assertEquals(
                List.of(31L, 55L, 76L, 100L),
                ladder.rungs().stream().map(scale::quantity).toList());
    }

    @Test
    void aProblemWithoutFidelitiesHasOneRung() {
        var plain =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        assertEquals(List.of(1.0), costs(Ladder.of(plain, 3, 0, 4)));
    }

    @Test
    void trialsStandOnTheNearestRung() {
        var ladder = new Ladder(List.of(new Fidelity(0.01), new Fidelity(0.1), new Fidelity(1)));
        assertEquals(0, ladder.rung(new Fidelity(0.02)));
        assertEquals(1, ladder.rung(new Fidelity(0.05)));
        assertEquals(1, ladder.rung(new Fidelity(0.99)));
        assertEquals(2, ladder.rung(Fidelity.FULL));
    }

    /** 243 times the double nearest to 1/243 is above 1, and the cheapest level was lost. */
    @Test
    void aRangeHasItsCheapestLevel() {
        Ladder ladder = ladder(FidelityParameter.integer("epochs", 1, 243), Map.of());
        assertEquals(6, ladder.size());
        assertEquals(1 / 243.0, ladder.cost(0));
    }

    /** "10 brackets with eta = 10 start with more than 1000000000 configurations", without any. */
    @Test
    void aLadderMayBeLongerThanBracketsCanBe() {
        TuningProblem wide = problem(FidelityParameter.real("s", 1e-9, 1));
        assertEquals(10, Ladder.of(wide, 10, 0, 10).size());
        Map<String, String> options = Map.of("budget-min", "1e-12", "eta", "10");
        assertEquals(10, ladder(FidelityParameter.real("s", 1e-9, 1), options).size());
    }

    /** Both say what a budget is, of which there is none. */
    @Test
    void optionsOfBudgetsNeedALeastOne() {
        var provider = new Hyperband.Provider();
        Map<String, String> given = Map.of("budget-max", "9", "fidelity-map", "ends");
        var settings = Settings.of(provider.name(), provider.options(), given);
        assertEquals(
                List.of("budget-max", "fidelity-map"),
                provider.options().stream()
                        .filter(o -> o.need().stream().anyMatch(n -> !n.met().test(settings)))
                        .map(Option::name)
                        .toList());
    }

    @Test
    void refusesAnEtaOfOne() {
        assertThrows(
                IllegalArgumentException.class,
                () -> ladder(FidelityParameter.real("s", 0.1, 1), Map.of("eta", "1")));
    }
}
