package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

class BoundaryTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.real("w", 0, 1),
                            Parameter.categorical("c", List.of("a", "b", "c"))));
    private static final Axes AXES = new Axes(SPACE, false);

    private static double[][] points(int n) {
        Generator random = new Seed(n).generator("points", 0);
        double[][] x = new double[n][];
        Arrays.setAll(x, i -> SPACE.encode(SPACE.sample(random)));
        return x;
    }

    private static Partition regimes(double[][] x, int count) {
        return Partition.of(
                Arrays.stream(x)
                        .mapToInt(p -> p[0] + p[1] > 1.1 ? 0 : count < 3 || p[0] > 0.3 ? 1 : 2)
                        .toArray());
    }

    private static void assertProbabilities(Boundary boundary) {
        for (double[] x : points(15)) {
            double[][] gradients = new double[boundary.regimes()][3];
            double[] p = boundary.probabilities(x, gradients);
            assertArrayEquals(boundary.probabilities(x), p, 1e-14);
            assertEquals(1, Arrays.stream(p).sum(), 1e-12);
            for (int k = 0; k < p.length; k++) {
                int regime = k;
                assertTrue(p[k] >= 0);
                assertEquals(0, Math.abs(gradients[k][2]), "a category has no derivative");
                FiniteDifference.assertGradient(
                        reals ->
                                boundary.probabilities(new double[] {reals[0], reals[1], x[2]})[
                                        regime],
                        new double[] {x[0], x[1]},
                        new double[] {gradients[k][0], gradients[k][1]},
                        1e-6,
                        "regime " + k);
            }
        }
    }

    private static double right(Boundary boundary, double[][] x, Partition truth) {
        double right = 0;
        for (int i = 0; i < x.length; i++) {
            right += boundary.probabilities(x[i])[truth.regime(i)] > 0.5 ? 1.0 / x.length : 0;
        }
        return right;
    }

    @Test
    void aProcessKnowsWhereItIsSureAndItsDerivatives() {
        double[][] x = points(40);
        for (int count = 2; count <= 3; count++) {
            Partition truth = regimes(x, count);
            Boundary boundary = ProcessBoundary.fitter(LinearAlgebra.best(), AXES).fit(x, truth);
            assertProbabilities(boundary);
            assertProbabilities(new DoubtfulBoundary(boundary, truth));
            assertProbabilities(PlausibleBoundary.of(boundary.surer(), 40));
            assertTrue(right(boundary, x, truth) > 0.9);
            Boundary others = boundary.of(Arrays.copyOf(x, 20), Arrays.copyOf(truth.labels(), 20));
            assertProbabilities(others);
        }
    }

    /**
     * Regimes are categories: beside seven of one regime that lie at the place of as many of the
     * other one, a search has no hope of the other one.
     */
    @Test
    void aCategoryThatWasTriedOftenIsKnown() {
        double[][] x = points(14);
        for (int i = 0; i < 14; i++) {
            x[i][2] = AXES.coordinate(2, i % 2);
        }
        Partition truth = Partition.of(IntStream.range(0, 14).map(i -> i % 2).toArray());
        Boundary boundary = ProcessBoundary.fitter(LinearAlgebra.best(), AXES).fit(x, truth);
        Boundary searched = PlausibleBoundary.of(boundary.surer(), 14);
        for (int i = 0; i < 14; i++) {
            assertEquals(1, searched.probabilities(x[i])[truth.regime(i)], 0.001);
        }
        double[] untried = {0.5, 0.5, AXES.coordinate(2, 2)};
        assertTrue(Arrays.stream(searched.probabilities(untried)).allMatch(p -> p > 0.05));
    }

    @Test
    void ofManyRegimesOneIsPlausible() {
        double[][] x = points(8);
        int[] each = IntStream.range(0, 8).toArray();
        Boundary boundary = NeighborBoundary.fitter(AXES, 8).fit(x, Partition.of(each));
        double[] p = PlausibleBoundary.of(boundary, 8).probabilities(x[0]);
        assertArrayEquals(boundary.probabilities(x[0]), p, 1e-12);
    }

    /** So that no boundary has to be drawn anew for each. */
    @Test
    void whatIsPlausibleIsLeftOutByAFormulaToo() {
        double[][] x = points(20);
        Partition truth = regimes(x, 2);
        Boundary certain = ProcessBoundary.fitter(LinearAlgebra.best(), AXES).fit(x, truth).surer();
        double[][] of = certain.leaveOneOut().orElseThrow();
        double[][] left = PlausibleBoundary.of(certain, 20).leaveOneOut().orElseThrow();
        for (int i = 0; i < 20; i++) {
            double sum = 0;
            for (int k = 0; k < 2; k++) {
                sum += Math.max(of[i][k] - 1.0 / 22, 0);
            }
            for (int k = 0; k < 2; k++) {
                assertEquals(Math.max(of[i][k] - 1.0 / 22, 0) / sum, left[i][k], 1e-12);
            }
        }
    }

    /** A limit keeps all runs, and goes on where none has been made. */
    @Test
    void aLimitIsSharpAndKnowsItsDerivatives() {
        Boundary.Fitter fitter = LimitBoundary.fitter(LinearAlgebra.best(), AXES, true);
        double[][] x = points(60);
        for (int count = 1; count <= 3; count++) {
            int several = count;
            Partition truth = count == 1 ? Partition.whole(x.length) : regimes(x, several);
            Boundary boundary = fitter.fit(x, truth);
            assertProbabilities(boundary);
            assertProbabilities(new DoubtfulBoundary(boundary, truth));
            assertTrue(right(boundary, x, truth) > 0.97);
            assertProbabilities(boundary.of(x, truth.labels()));
        }
        Boundary limit = fitter.fit(x, regimes(x, 2));
        Boundary soft = ProcessBoundary.fitter(LinearAlgebra.best(), AXES).fit(x, regimes(x, 2));
        double below = beyond(limit, 1.02, x[0][2]);
        double above = beyond(limit, 1.18, x[0][2]);
        assertTrue(below < 0.15, "below " + below);
        assertTrue(above > 0.85, "above " + above);
        assertTrue(beyond(soft, 1.18, x[0][2]) - beyond(soft, 1.02, x[0][2]) < above - below);
    }

    /** Returns how probable it is that a place with this sum is beyond the limit. */
    private static double beyond(Boundary boundary, double sum, double category) {
        return boundary.probabilities(new double[] {0.5, sum - 0.5, category})[1];
    }

    /** A side that is all multiples of eight is known where none has been run. */
    @Test
    void whatIsSlowUnlessAMultipleHasABoundary() {
        var sizes = Space.of(List.of(Parameter.integer("size", 1, 512), Parameter.real("b", 0, 1)));
        var axes = new Axes(sizes, false);
        Generator random = new Seed(2).generator("sizes", 0);
        double[][] x = new double[36][];
        int[] slow = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = sizes.encode(sizes.sample(random));
            if (i % 3 == 0) {
                x[i][0] = Alignment.of(axes).rounded(0, x[i][0], 3 + i % 2);
            }
            slow[i] = (long) sizes.decode(x[i]).get("size") % 8 == 0 ? 0 : 1;
        }
        Partition truth = Partition.of(slow);
        Boundary boundary = LimitBoundary.fitter(LinearAlgebra.best(), axes, true).fit(x, truth);
        assertTrue(boundary.isAligned());
        assertTrue(new DoubtfulBoundary(boundary, truth).isAligned());
        assertTrue(PlausibleBoundary.of(boundary, x.length).isAligned());
        for (long size = 1; size <= 512; size++) {
            double p = boundary.probabilities(sizes.encode(Point.of("size", size, "b", 0.4)))[1];
            assertEquals(size % 8 == 0, p > 0.5, "at " + size); // the rarer regime is the second
        }
        assertFalse(
                LimitBoundary.fitter(LinearAlgebra.best(), axes, false).fit(x, truth).isAligned());
    }

    /** Places that are no numbers have no model. */
    @Test
    void withoutAModelNothingIsKnownOfALimit() {
        double[][] x = points(12);
        Partition truth = regimes(x, 2);
        Boundary drawn = LimitBoundary.fitter(LinearAlgebra.best(), AXES, true).fit(x, truth);
        double[][] nowhere = {{Double.NaN, Double.NaN, x[0][2]}, {Double.NaN, 0, x[0][2]}};
        for (Boundary none :
                List.of(drawn.of(nowhere, new int[2]), drawn.of(new double[0][], new int[0]))) {
            assertArrayEquals(new double[] {0.5, 0.5}, none.probabilities(x[0]));
            assertEquals(Optional.empty(), none.leaveOneOut());
        }
    }

    @Test
    void leavingOneOutIsNearlyDrawingAnew() {
        assertLeavingOut(
                ProcessBoundary.fitter(LinearAlgebra.best(), AXES), 0.05, 0.01, 10, 15, 40);
    }

    /** Single answers beside a sharp line are off by more than others; what counts is the sum. */
    @Test
    void leavingOneOutOfALimitIsNearlyDrawingAnew() {
        assertLeavingOut(LimitBoundary.fitter(LinearAlgebra.best(), AXES, true), 0.3, 0.03, 10, 20);
    }

    /** What is left out by a formula is nearly what a boundary expects that has not seen it. */
    private static void assertLeavingOut(
            Boundary.Fitter fitter, double most, double mean, int... sizes) {
        for (int n : sizes) {
            double[][] x = points(n);
            x[6] = x[5]; // repeats are left out together
            int[] rare = new int[n];
            rare[3] = 1;
            for (Partition truth : List.of(regimes(x, 2), regimes(x, 3), Partition.of(rare))) {
                Boundary boundary = fitter.fit(x, truth);
                double[][] left = boundary.leaveOneOut().orElseThrow();
                double difference = 0;
                double apart = 0;
                for (int i = 0; i < n; i++) {
                    int out = i;
                    int[] kept =
                            IntStream.range(0, n)
                                    .filter(j -> !Arrays.equals(x[j], x[out]))
                                    .toArray();
                    double[] anew =
                            boundary.of(
                                            Arrays.stream(kept)
                                                    .mapToObj(j -> x[j])
                                                    .toArray(double[][]::new),
                                            Arrays.stream(kept).map(truth::regime).toArray())
                                    .probabilities(x[i]);
                    assertArrayEquals(anew, left[i], most);
                    int regime = truth.regime(i);
                    apart += Math.abs(left[i][regime] - anew[regime]) / n;
                    difference += Math.log(left[i][regime] / anew[regime]);
                }
                assertTrue(apart < mean, "apart " + apart);
                assertEquals(0, difference, 1, n + " observations, " + truth);
            }
        }
    }

    /** One of three neighbours is in the other regime. */
    @Test
    void neighborsVote() {
        double[][] x = {{0.1, 0.5, 0}, {0.2, 0.5, 0}, {0.3, 0.5, 0}, {0.9, 0.5, 0}};
        for (double[] p : x) {
            p[2] = AXES.coordinate(2, 0);
        }
        Partition truth = Partition.of(new int[] {0, 0, 1, 1});
        Boundary boundary = NeighborBoundary.fitter(AXES, 3).fit(x, truth);
        double[] p = boundary.probabilities(new double[] {0.2, 0.5, AXES.coordinate(2, 0)});
        assertArrayEquals(new double[] {2.0 / 3, 1.0 / 3}, p, 1e-15);
    }

    /** Values jump by 5 beyond x = 0.6, and among these by category. */
    @Test
    void treesCutWhereValuesJump() {
        double[][] x = points(120);
        double[] z =
                Arrays.stream(x)
                        .mapToDouble(p ->
                                0.3 * p[1]
                                        + (p[0] < 0.6
                                                ? 0
                                                : 5 + (p[2] == AXES.coordinate(2, 1) ? 1 : 0)))
                        .toArray();
        int[] labels = new int[120];
        for (int i = 0; i < 120; i++) {
            labels[i] = x[i][0] < 0.6 ? 0 : x[i][2] == AXES.coordinate(2, 1) ? 2 : 1;
        }
        var data =
                new RegimeData(LinearAlgebra.best(), AXES, new Dataset(x, z), new double[120][2]);
        List<Candidates.Candidate> found = new CutTree(2).of(data, new Seed(0));
        assertEquals(3, found.size());
        Partition two = Partition.of(Arrays.stream(labels).map(l -> Math.min(l, 1)).toArray());
        assertEquals(two, found.getFirst().partition());
        assertEquals(Partition.of(labels), found.getLast().partition());
        Candidates.Candidate three = found.getLast();
        Boundary boundary = three.boundary().orElseThrow().fit(x, three.partition());
        assertProbabilities(boundary);
        assertProbabilities(boundary.of(Arrays.copyOf(x, 90), Arrays.copyOf(labels, 90)));
        assertTrue(right(boundary, x, three.partition()) > 0.99);
    }

    /**
     * A leaf of few observations belongs to the largest regime; the doubt of a third was sought.
     */
    @Test
    void twoLeavesMayBeOneRegime() {
        double[][] x = points(60);
        var cuts =
                List.of(CutBoundary.Cut.at(0, 0.5, 0.6), CutBoundary.Cut.at(1, 0.7, 0.8).within(1));
        Partition leaves =
                Partition.of(Arrays.stream(x).mapToInt(p -> CutBoundary.leaf(cuts, p)).toArray());
        Partition two = leaves.atLeast(leaves.size(2) + 1);
        assertEquals(2, two.regimes());
        Boundary boundary = RegimeSettings.doubted(CutBoundary.fitter(cuts)).fit(x, two);
        assertEquals(2, boundary.regimes());
        assertProbabilities(boundary);
        assertProbabilities(boundary.of(Arrays.copyOf(x, 30), Arrays.copyOf(two.labels(), 30)));
    }

    @Test
    void categoriesAreOneApart() {
        double[] a = {0.5, 0.25, AXES.coordinate(2, 0)};
        double[] b = {0.5, 0.75, AXES.coordinate(2, 2)};
        double d2 =
                Vectors.squaredDistance(JointSamples.place(AXES, a), JointSamples.place(AXES, b));
        assertEquals(1.25, d2, 1e-15);
        JointSamples joint = JointSamples.of(AXES, new double[][] {a, b}, new double[] {1, 1.5});
        assertEquals(1.5, Vectors.squaredDistance(joint.rows()[0], joint.rows()[1]), 1e-15);
    }
}
