package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Effort;
import org.attune.api.Exhibit;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.hybrid.Descent.RollOut;
import org.attune.hybrid.Rewards.Visit;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Rewards, nodes, the order of levels, pruning and the way down. */
class TreeTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("tree")
                    .task(Parameter.integer("t", 0, 9))
                    .parameter(Parameter.categorical("a", List.of("p", "q")))
                    .parameter(Parameter.categorical("b", List.of("k", "l", "m")))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();
    private static final Point FIRST = Point.of("t", 1);
    private static final Point SECOND = Point.of("t", 2);

    private final RecordLog log = new RecordLog();

    private void add(Point task, String a, String b, Outcome outcome) {
        long number = log.snapshot().nextNumber();
        log.add(
                new Trial(
                        number,
                        new Candidate(
                                task, Point.of("a", a, "b", b, "x", number / 100.0), Fidelity.FULL),
                        Origin.of("test"),
                        outcome,
                        Provenance.here(Effort.NONE)));
    }

    private void add(Point task, String a, String b, double y) {
        add(task, a, b, Outcome.measured("y", y));
    }

    private List<Visit> visits() {
        return new Rewards(PROBLEM, true).of(log.snapshot());
    }

    private static List<Level> levels() {
        return Level.of(PROBLEM.parameterSpace(), Level.Kinds.CATEGORICAL, 16);
    }

    /** Of 4 values the ranks are 1, 2/3, 1/3 and 0; two equal ones share theirs. */
    @Test
    void rewardsAreRanksWithinATask() {
        add(FIRST, "p", "k", 3);
        add(FIRST, "p", "l", 1);
        add(FIRST, "q", "k", 1e30);
        add(FIRST, "q", "l", 2);
        add(SECOND, "q", "l", 7);
        add(FIRST, "q", "m", Outcome.failed(FailureCause.CRASH, "it fell"));
        add(FIRST, "q", "m", Outcome.PENDING);
        List<Visit> visits = visits();
        double[] expected = {1 / 3.0, 1, 0, 2 / 3.0, 0.5, 0, Double.NaN};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], visits.get(i).reward(), 1e-12, "visit " + i);
        }
        double linear = new Rewards(PROBLEM, false).of(log.snapshot()).get(3).reward();
        assertEquals(1, linear, 1e-12); // 2 among 1 to 1e30
    }

    @Test
    void nodesHaveTheStatisticsOfTheirTask() {
        add(FIRST, "p", "k", 1);
        add(FIRST, "p", "l", 2);
        add(FIRST, "q", "l", 3);
        for (int i = 0; i < 8; i++) {
            add(SECOND, "p", "k", 1 + i);
        }
        var tree = new CategoryTree(levels(), visits());
        Node p = tree.root().child(0).orElseThrow();
        // own: rewards 1 and 1/2; the 8 others, of mean 1/2, count as 2 visits
        Node.Statistic first = p.statistic(FIRST);
        assertEquals(4, first.visits(), 1e-12);
        assertEquals((1.5 + 2 * 0.5) / 4, first.mean(), 1e-12);
        assertEquals(1, first.best(), 1e-12);
        assertEquals(10, p.statistic(SECOND).visits(), 1e-12);
        assertEquals(0.5, tree.marginal(1, 1, FIRST).best(), 1e-12);
        assertEquals("k", tree.incumbent(FIRST).orElseThrow().get("b"));
        assertFalse(tree.root().child(1).orElseThrow().child(0).isPresent());
    }

    @Test
    void ordersAreMadeAtStatedCounts() {
        assertEquals(
                List.of(0, 0, 8, 8, 16, 16, 32, 128),
                IntStream.of(0, 7, 8, 15, 16, 31, 33, 200)
                        .map(LevelOrder::anchor)
                        .boxed()
                        .toList());
    }

    /** b decides, a does not: b is first from the eighth trial on, and not before. */
    @Test
    void whatDecidesIsFirst() {
        for (int i = 0; i < 12; i++) {
            String b = List.of("k", "l", "m").get(i % 3);
            add(FIRST, i / 3 % 2 == 0 ? "p" : "q", b, 10 * (i % 3) + 0.01 * i);
            List<String> order = order();
            assertEquals(i < 7 ? List.of("a", "b") : List.of("b", "a"), order, "" + i);
        }
        List<Visit> visits = visits();
        // ω² by the formula of the class: all the variance lies between the values of b
        assertTrue(LevelOrder.importance(levels().get(1), visits) > 0.8);
        assertEquals(0, LevelOrder.importance(levels().get(0), visits), 1e-12);
    }

    private List<String> order() {
        return LevelOrder.of(levels(), visits(), new Rewards(PROBLEM, true)).stream()
                .map(Level::name)
                .toList();
    }

    /** Ranks among later trials as well said something else of the first eight. */
    @Test
    void ordersStandInBetween() {
        double[] ofKAndL = {1, 3, 2, 8, 5, 4, 7, 6};
        for (int i = 0; i < 8; i++) {
            add(FIRST, i < 4 ? "p" : "q", i % 2 == 0 ? "k" : "l", ofKAndL[i]);
        }
        assertEquals(List.of("a", "b"), order());
        for (int i = 8; i < 15; i++) {
            add(FIRST, "p", "m", 7.5);
            assertEquals(List.of("a", "b"), order(), "with " + (i + 1));
        }
    }

    /** Constraints and conditions prune: of 2 × 3 × 2 combinations 5 are left. */
    @Test
    void branchesThatLeadNowhereArePruned() {
        TuningProblem pruned =
                TuningProblem.named("pruned")
                        .parameter(Parameter.categorical("a", List.of("p", "q")))
                        .parameter(Parameter.categorical("b", List.of("k", "l", "m")))
                        .parameter(
                                Parameter.categorical("c", List.of("u", "v")).activeIf("a == 'q'"))
                        .objective(Objective.minimize("y"))
                        .constraint(Constraint.of("one", "a == 'p' or b != 'm'"))
                        .constraint(Constraint.of("two", "a == 'q' or b == 'm'"))
                        .build();
        List<Level> levels = Level.of(pruned.parameterSpace(), Level.Kinds.CATEGORICAL, 16);
        var branches = new Branches(pruned, Point.EMPTY);
        var random = new Seed(1).generator("branches", 0);
        Level a = levels.get(0);
        Level b = levels.get(1);
        Level c = levels.get(2);
        assertEquals(List.of(2), branches.of(Map.of(a, 0), b, Set.of(), random));
        assertEquals(List.of(0, 1), branches.of(Map.of(a, 1), b, Set.of(), random));
        assertEquals(List.of(Level.INACTIVE), branches.of(Map.of(a, 0, b, 2), c, Set.of(), random));
        assertEquals(List.of(0, 1), branches.of(Map.of(a, 1, b, 0), c, Set.of(), random));
        // what is known is not open any more
        Set<Point> known = Set.of(Point.of("a", "p", "b", "m"));
        assertEquals(List.of(1), branches.of(Map.of(), a, known, random));
        var tree = new CategoryTree(levels, List.of());
        var descent = new Descent(Policy.UCTS, RollOut.RANDOM, 0.5, 1, false, 99);
        for (int i = 0; i < 50; i++) {
            Optional<Point> leaf =
                    descent.from(
                            tree, Point.EMPTY, branches, known, new Seed(i).generator("leaf", 0));
            assertTrue(pruned.admits(Point.EMPTY, leaf.orElseThrow()), "" + leaf);
            assertFalse(known.contains(leaf.get()));
        }
    }

    /** The best trial's other values are kept below a branch that was never taken. */
    @Test
    void rollOutsTakeTheValuesTheySay() {
        add(FIRST, "p", "l", 1);
        add(FIRST, "p", "k", 2);
        add(FIRST, "p", "m", 3);
        var tree = new CategoryTree(levels(), visits());
        var branches = new Branches(PROBLEM, FIRST);
        var random = new Seed(2).generator("roll-out", 0);
        for (RollOut way : List.of(RollOut.INCUMBENT, RollOut.HEURISTIC)) {
            assertEquals(
                    Optional.of(Point.of("a", "q", "b", "l")),
                    new Descent(Policy.UCTS, way, 0, 1, true, 99)
                            .from(tree, FIRST, branches, Set.of(), random));
        }
        assertEquals(
                Optional.of(Point.of("a", "q")),
                new Descent(Policy.UCTS, RollOut.SEARCH, 0, 1, true, 99)
                        .from(tree, FIRST, branches, Set.of(), random));
    }

    /** After the pilot all trials are the tree's, two in each leaf: (20 - 8) / 2 leaves. */
    @Test
    void leavesHaveAsManyTrialsAsAreAskedFor() {
        Records records =
                Studies.run(
                        PROBLEM,
                        List.of(FIRST),
                        new HybridTuner.Provider(),
                        Map.of(
                                "initial",
                                "8",
                                "tree-every",
                                "1",
                                "n-find-leaf",
                                "2",
                                "interleave",
                                "false"),
                        20,
                        c ->
                                c.configuration().number("x")
                                        + (c.configuration().get("b").equals("l") ? 0 : 0.3));
        List<Trial> ofTree = records.trials().stream().filter(Turns::isOfTree).toList();
        assertTrue(ofTree.size() >= 8, "" + ofTree.size());
        for (int i = 0; i + 1 < ofTree.size(); i += 2) {
            for (String name : List.of("a", "b")) {
                assertEquals(
                        ofTree.get(i).configuration().get(name),
                        ofTree.get(i + 1).configuration().get(name));
            }
        }
    }

    @Test
    void theTreeIsShown() {
        Records records =
                Studies.run(
                        PROBLEM,
                        List.of(FIRST, SECOND),
                        new HybridTuner.Provider(),
                        Map.of(),
                        9,
                        c -> c.configuration().number("x"));
        var request =
                new TuningRequest(
                        PROBLEM,
                        List.of(FIRST, SECOND),
                        Settings.of("hybrid", HybridOptions.all(), Map.of()),
                        new Seed(5));
        List<Exhibit> exhibits = new TreeExhibits().exhibits(request, records);
        assertEquals(4, exhibits.size());
        var table = (Exhibit.Table) exhibits.getFirst();
        assertEquals(List.of("prefix", "visits", "mean reward", "best reward"), table.columns());
        assertEquals(List.of(), new TreeExhibits().exhibits(request, new RecordLog().snapshot()));
    }
}
