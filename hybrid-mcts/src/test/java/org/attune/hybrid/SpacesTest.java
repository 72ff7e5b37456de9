package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.gplcm.GpLcmTuner;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** From no categories at all to nothing but categories. */
class SpacesTest {
    private static final TunerProvider HYBRID = new HybridTuner.Provider();

    @Test
    void withoutCategoriesItIsTheDefaultTunerBitByBit() {
        TuningProblem problem =
                TuningProblem.named("plain")
                        .task(Parameter.integer("t", 0, 9))
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.integer("n", 1, 8))
                        .parameter(Parameter.ordinal("o", List.of(1, 2, 4)))
                        .objective(Objective.minimize("y"))
                        .build();
        for (int tasks = 1; tasks <= 2; tasks++) {
            List<Point> some = List.of(Point.of("t", 1), Point.of("t", 2)).subList(0, tasks);
            assertEquals(
                    candidates(
                            Studies.run(
                                    problem,
                                    some,
                                    new GpLcmTuner.Provider(),
                                    Map.of(),
                                    16,
                                    SpacesTest::bowl)),
                    candidates(Studies.run(problem, some, HYBRID, Map.of(), 16, SpacesTest::bowl)));
        }
    }

    /** With regimes, of which the usual tuner's proposals are others. */
    @Test
    void withoutCategoriesAJumpIsSearchedAsByTheDefaultTuner() {
        TuningProblem problem =
                TuningProblem.named("blocks")
                        .parameter(Parameter.integer("block", 4, 512).log())
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        List<Point> task = List.of(Point.EMPTY);
        List<List<Object>> usual =
                candidates(
                        Studies.run(
                                problem,
                                task,
                                new GpLcmTuner.Provider(),
                                Map.of(),
                                20,
                                SpacesTest::jumping));
        assertEquals(
                usual,
                candidates(Studies.run(problem, task, HYBRID, Map.of(), 20, SpacesTest::jumping)));
        assertNotEquals(
                usual,
                candidates(
                        Studies.run(
                                problem,
                                task,
                                HYBRID,
                                Map.of("regimes", "false"),
                                20,
                                SpacesTest::jumping)));
    }

    private static double jumping(Candidate c) {
        Point p = c.configuration();
        double off = Math.log(p.number("block")) - 4;
        return 1
                + off * off / 10
                + p.number("x") * p.number("x")
                + (p.number("block") > 100 ? 3 : 0);
    }

    private static double bowl(Candidate c) {
        double off = c.configuration().number("x") - 0.1 * c.task().number("t");
        return off * off + 0.1 * Math.abs(c.configuration().number("n") - 3);
    }

    private static List<List<Object>> candidates(Records records) {
        return records.trials().stream()
                .map(t -> List.<Object>of(t.candidate(), t.origin()))
                .toList();
    }

    /** 3 × 4 combinations, of which a constraint refuses 2: the study ends after 10. */
    @Test
    void withCategoriesAloneItEndsWhenTheSpaceIsExhausted() {
        TuningProblem problem =
                TuningProblem.named("finite")
                        .parameter(Parameter.categorical("a", List.of("p", "q", "r")))
                        .parameter(Parameter.categorical("b", List.of("k", "l", "m", "n")))
                        .objective(Objective.minimize("y"))
                        .constraint(
                                Constraint.of("no", "not (a == 'p' and (b == 'k' or b == 'l'))"))
                        .build();
        for (String every : List.of("0", "1", "4")) {
            Records records =
                    Studies.run(
                            problem,
                            List.of(Point.EMPTY),
                            HYBRID,
                            Map.of("tree-every", every),
                            100,
                            c -> c.configuration().get("b").equals("m") ? 1 : 2);
            assertEquals(10, records.trials().size());
            assertEquals(
                    10,
                    new HashSet<>(records.trials().stream().map(Trial::configuration).toList())
                            .size());
        }
    }

    /** 10^15 leaves: only nodes that trials have visited exist. */
    @Test
    void aTreeOfManyLeavesIsNotBuilt() {
        var builder = TuningProblem.named("wide");
        IntStream.range(0, 15)
                .forEach(i ->
                        builder.parameter(
                                Parameter.categorical(
                                        "c" + i,
                                        List.of(
                                                "0", "1", "2", "3", "4", "5", "6", "7", "8",
                                                "9"))));
        TuningProblem problem =
                builder.parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        for (String rollOut : List.of("incumbent", "search", "heuristic", "random")) {
            Records records =
                    Studies.run(
                            problem,
                            List.of(Point.EMPTY),
                            HYBRID,
                            Map.of("tree-every", "1", "roll-out", rollOut),
                            14,
                            c ->
                                    c.configuration().number("x")
                                            + (c.configuration().get("c0").equals("7") ? 0 : 1));
            assertEquals(14, records.trials().size());
            assertTrue(records.trials().stream().anyMatch(Turns::isOfTree), "no leaf: " + rollOut);
        }
    }

    @Test
    void withOrdersAloneItIsTheDefaultTunerBitByBit() {
        TuningProblem problem =
                TuningProblem.named("orders")
                        .parameter(Parameter.permutation("o", List.of("i", "j", "k", "l")))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        assertEquals(
                candidates(
                        Studies.run(
                                problem,
                                List.of(Point.EMPTY),
                                new GpLcmTuner.Provider(),
                                Map.of(),
                                14,
                                SpacesTest::inversions)),
                candidates(
                        Studies.run(
                                problem,
                                List.of(Point.EMPTY),
                                HYBRID,
                                Map.of(),
                                14,
                                SpacesTest::inversions)));
    }

    /** 2 × 2 categories and the 3 orders of i, j, k that a constraint leaves: it ends after 12. */
    @Test
    void treesBranchBesideOrders() {
        TuningProblem problem =
                TuningProblem.named("loops")
                        .parameter(Parameter.categorical("a", List.of("p", "q")))
                        .parameter(Parameter.permutation("o", List.of("i", "j", "k")))
                        .parameter(Parameter.categorical("b", List.of("m", "n")))
                        .constraint(Constraint.of("first", "before(i, k)"))
                        .objective(Objective.minimize("y"))
                        .build();
        for (Map<String, String> options :
                List.of(
                        Map.of("tree-every", "1"),
                        Map.of("tree-every", "2"),
                        Map.of("profile", "published"))) {
            Records records =
                    Studies.run(
                            problem,
                            List.of(Point.EMPTY),
                            HYBRID,
                            options,
                            20,
                            c ->
                                    inversions(c)
                                            + (c.configuration().get("a").equals("q") ? 0 : 1)
                                            + (c.configuration().get("b").equals("n") ? 0 : 1));
            assertEquals(12, records.trials().size(), options.toString());
            assertEquals(
                    12,
                    records.trials().stream().map(Trial::configuration).distinct().count(),
                    options.toString());
            assertTrue(records.trials().stream().allMatch(t -> problem.admits(t.candidate())));
        }
    }

    /** Returns how far an order is from the reverse of its items. */
    private static double inversions(Candidate c) {
        List<?> order = (List<?>) c.configuration().get("o");
        double sum = c.configuration().has("x") ? c.configuration().number("x") : 0;
        for (int i = 0; i < order.size(); i++) {
            for (int j = 0; j < i; j++) {
                sum += order.get(j).toString().compareTo(order.get(i).toString()) < 0 ? 1 : 0;
            }
        }
        return sum;
    }
}
