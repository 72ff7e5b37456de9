package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.stream.IntStream;

/** Policies against formulas worked out by hand. */
class PolicyTest {
    private static final Generator RANDOM = new Seed(1).generator("policy", 0);

    /** Visits of branches, in their order. */
    private static Node node(double[][] visits) {
        var node = new Node();
        for (double[] v : visits) {
            node.visited((int) v[0], Point.EMPTY, v[1]).visited(Node.END, Point.EMPTY, v[1]);
        }
        return node;
    }

    private static Policy.Choice choice(Node node, int branches, double weight, boolean best) {
        List<Integer> open = IntStream.range(0, branches).boxed().toList();
        return new Policy.Choice(node, open, Point.EMPTY, node.entries().size(), weight, best);
    }

    /**
     * N = 4. Branch 0: mean 0.5, n = 3, index 0.5 + √(2 ln 5 / 3) = 1.536; branch 1: 0.1 + √(2 ln
     * 5) = 1.894, the larger.
     */
    @Test
    void boundsPreferWhatIsHardlyKnown() {
        Node node = node(new double[][] {{0, 0.4}, {0, 0.5}, {0, 0.6}, {1, 0.1}});
        assertArrayEquals(
                new double[] {0, 1}, Policy.UCTS.probabilities(choice(node, 2, 1, false), RANDOM));
        assertEquals(
                Math.sqrt(2 * Math.log(5) / 3),
                Policy.UCTS.bonus(node.child(0).orElseThrow().statistic(Point.EMPTY), 4, RANDOM),
                1e-12);
        assertArrayEquals( // weight 0.1: 0.604 and 0.279
                new double[] {1, 0},
                Policy.UCTS.probabilities(choice(node, 2, 0.1, false), RANDOM));
    }

    /** Of variance 0 for equal rewards, so that only the mean counts. */
    @Test
    void theBoundWithVarianceIsTheMeanWhereRewardsAreEqual() {
        Node node = node(new double[][] {{0, 0.3}, {0, 0.3}, {1, 0.1}, {1, 0.5}});
        assertEquals(
                0,
                Policy.UCTS_VAR.bonus(
                        node.child(0).orElseThrow().statistic(Point.EMPTY), 4, RANDOM),
                1e-7);
        assertEquals(
                Math.sqrt(2 * Math.log(5) * 0.04),
                Policy.UCTS_VAR.bonus(
                        node.child(1).orElseThrow().statistic(Point.EMPTY), 4, RANDOM),
                1e-12);
        assertArrayEquals(
                new double[] {0, 1},
                Policy.UCTS_VAR.probabilities(choice(node, 2, 1, false), RANDOM));
    }

    @ParameterizedTest
    @EnumSource(
            value = Policy.class,
            names = {"UCTS", "UCTS_VAR"})
    void aBranchThatWasNeverTakenComesFirst(Policy policy) {
        Node node = node(new double[][] {{0, 1}, {2, 0.9}});
        var choice =
                new Policy.Choice(
                        node, List.of(0, 1, 2, Level.INACTIVE), Point.EMPTY, 2, 0.1, true);
        assertArrayEquals(
                new double[] {0, 0.5, 0, 0.5}, policy.probabilities(choice, RANDOM), 1e-12);
    }

    /** γ = 0.2, K = 2: after one reward 1 of p = ½, w_0 = exp(0.2 / ½ / 2) = e^0.2. */
    @Test
    void exponentialWeightsFollowRewards() {
        Node node = node(new double[][] {{0, 1}});
        double w = Math.exp(0.2);
        double[] p = Policy.EXP3.probabilities(choice(node, 2, 1, false), RANDOM);
        assertEquals(0.8 * w / (w + 1) + 0.1, p[0], 1e-12);
        assertEquals(1, p[0] + p[1], 1e-12);
    }

    /** α = (1 + 1/3 + 1/3, 1) after two visits of the better branch, so 5/8 is the mean of p_0. */
    @Test
    void theMultinomialPolicyDrawsByItsDirichletDistribution() {
        Node node = node(new double[][] {{0, 0.9}, {0, 0.8}});
        Generator random = new Seed(3).generator("dirichlet", 0);
        double sum = 0;
        int draws = 20_000;
        for (int i = 0; i < draws; i++) {
            sum += Policy.MULTINOMIAL.probabilities(choice(node, 2, 1, false), random)[0];
        }
        // deviation of a draw at most 1/2: four errors of the mean are 0.014
        assertEquals(0.625, sum / draws, 0.015);
    }

    /** Mean and variance of a gamma distribution of scale 1 are its shape. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1, 3.5})
    void gammaDrawsHaveTheirMoments(double shape) {
        Generator random = new Seed(4).generator("gamma", 0);
        int draws = 40_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double g = Policy.gamma(shape, random);
            sum += g;
            squares += g * g;
        }
        double mean = sum / draws;
        assertEquals(shape, mean, 5 * Math.sqrt(shape / draws));
        assertEquals(shape, squares / draws - mean * mean, 0.05 * (shape + 1));
    }

    /** What is pulled more often is drawn from more narrowly, around its mean. */
    @Test
    void thompsonDrawsNarrowDown() {
        double[][] visits = new double[60][];
        for (int i = 0; i < 60; i++) {
            visits[i] = new double[] {i % 2, i % 2 == 0 ? 0.2 : 0.8};
        }
        Generator random = new Seed(5).generator("thompson", 0);
        Node node = node(visits);
        int better = 0;
        for (int i = 0; i < 1000; i++) {
            better += Policy.THOMPSON.choose(choice(node, 2, 1, false), random);
        }
        assertTrue(better > 990, "" + better); // 0.6 apart, 0.073 is the deviation
    }
}
