package org.attune.bayesopt.surrogate;

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
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

class FailureModelTest {
    private static final LinearAlgebra ALGEBRA = LinearAlgebra.best();
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("a", 0, 1),
                            Parameter.real("b", 0, 1),
                            Parameter.categorical("c", List.of("x", "y", "z"))));

    private static FailureModel fit(int n, int seed, Predicate<double[]> fails) {
        Generator random = new Seed(seed).generator("points", n);
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            y[i] = fails.test(x[i]) ? 1 : 0;
        }
        return fit(new Dataset(x, y), seed);
    }

    private static FailureModel fit(Dataset labels, int seed) {
        return new FailureFitter(new Axes(SPACE, false), true, new Seed(seed))
                .fit(labels, labels.size())
                .orElseThrow();
    }

    /** With labels added and changed it says what a fit with the same hyperparameters says. */
    @Test
    void otherLabelsAreAsFitted() {
        var axes = new Axes(SPACE, false);
        List<ProcessPrior> priors = FailureModel.priors(axes, Priors.informative(axes, true));
        double[] theta = priors.getFirst().layout().mode();
        theta[0] -= 0.7;
        theta[1] += 0.7;
        Generator random = new Seed(11).generator("points", 0);
        double[][] x = new double[60][];
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            y[i] = x[i][0] + x[i][1] > 1.2 ? 1 : 0;
        }
        var some = new Dataset(Arrays.copyOf(x, 45), Arrays.copyOf(y, 45));
        FailureModel first = FailureModel.fit(ALGEBRA, priors, some, theta).orElseThrow();
        double[] changed = y.clone();
        changed[5] = 1 - changed[5];
        changed[30] = 1 - changed[30];
        for (Dataset labels :
                List.of(
                        some,
                        some.first(40),
                        new Dataset(x, y),
                        new Dataset(x, changed),
                        new Dataset(
                                Arrays.copyOfRange(x, 15, 60), Arrays.copyOfRange(y, 15, 60)))) {
            FailureModel fitted = FailureModel.fit(ALGEBRA, priors, labels, theta).orElseThrow();
            FailureModel again = first.of(labels).orElseThrow();
            // the members that stay out had 0.001 of the largest weight at most, each of 23
            assertEquals(fitted.logEvidence(), again.logEvidence(), 0.05);
            for (int i = 0; i < 50; i++) {
                double[] place = SPACE.encode(SPACE.sample(random));
                assertEquals(fitted.probability(place), again.probability(place), 0.01);
            }
            int[] places = IntStream.range(0, labels.size()).toArray();
            assertArrayEquals(fitted.leaveOneOut(places), again.leaveOneOut(places), 0.02);
        }
    }

    /** Of runs that fail by chance, the share is what is known, wherever they are. */
    @Test
    void chanceIsNoRegion() {
        Generator coins = new Seed(5).generator("coins", 0);
        FailureModel model = fit(200, 5, x -> coins.nextDouble() < 0.3);
        Generator random = new Seed(6).generator("places", 0);
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            double p = model.probability(SPACE.encode(SPACE.sample(random)));
            assertTrue(p > 0.02 && p < 0.9, "probability " + p);
            sum += p / 200;
        }
        assertEquals(0.3, sum, 0.1);
    }

    @Test
    void manyRunsMakeItSureButNeverCertain() {
        FailureModel model = fit(200, 1, x -> x[0] > 0.5);
        double inside = model.probability(SPACE.encode(SPACE.decode(new double[] {0.9, 0.5, 0.5})));
        double outside =
                model.probability(SPACE.encode(SPACE.decode(new double[] {0.1, 0.5, 0.5})));
        assertTrue(inside > 0.9 && inside < 1, "inside " + inside);
        assertTrue(outside < 0.1 && outside > 1e-6, "outside " + outside);
    }

    /** All runs have failed: it is likely, and no more, that others do. */
    @Test
    void onlyFailuresAreNoCertainty() {
        double p = fit(3, 1, x -> true).probability(new double[] {0.5, 0.5, 0.5});
        assertTrue(p > 0.4 && p < 0.9, "probability " + p);
    }

    /** Beyond a sum of sizes all runs fail, also far beyond, where none has been made. */
    @Test
    void aLimitGoesOnWhereNothingWasRun() {
        Generator random = new Seed(3).generator("points", 0);
        double[][] x = new double[40][];
        double[] failed = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            x[i][0] *= 0.5;
            x[i][1] *= 0.5;
            failed[i] = x[i][0] + x[i][1] > 0.6 ? 1 : 0;
        }
        FailureModel model = fit(new Dataset(x, failed), 3);
        for (double category : new double[] {0.2, 0.5, 0.8}) {
            double beyond = model.probability(new double[] {0.95, 0.95, category});
            assertTrue(beyond > 0.6, "probability " + beyond);
        }
    }

    /** Of a limit that all runs keep the model knows where it is, also between them. */
    @Test
    void aLimitThatAllRunsKeepIsSharp() {
        for (Predicate<double[]> fails :
                List.<Predicate<double[]>>of(
                        x -> x[0] + x[1] > 0.9, x -> x[0] * x[0] + x[1] * x[1] > 0.6)) {
            FailureModel model = fit(60, 4, fails);
            Generator random = new Seed(9).generator("places", 0);
            double loss = 0;
            for (int i = 0; i < 500; i++) {
                double[] x = SPACE.encode(SPACE.sample(random));
                double p = model.probability(x);
                loss -= Math.log(fails.test(x) ? p : 1 - p) / 500;
            }
            assertTrue(loss < 0.1, "loss " + loss);
        }
    }

    private static final Space SIZES =
            Space.of(List.of(Parameter.integer("size", 1, 256), Parameter.real("b", 0, 1)));

    private static boolean failsUnlessEighth(double[] x) {
        return (long) SIZES.decode(x).get("size") % 8 != 0;
    }

    /** Of 40 runs 12 have a size of a level that is drawn, as designs have. */
    private static FailureModel ofSizes(boolean aligned, Predicate<double[]> fails) {
        Generator random = new Seed(4).generator("sizes", 0);
        var axes = new Axes(SIZES, false);
        double[][] x = new double[40][];
        double[] failed = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = SIZES.encode(SIZES.sample(random));
            if (i < 12) {
                x[i][0] = Alignment.of(axes).rounded(0, x[i][0], random.nextInt(7));
            }
            failed[i] = fails.test(x[i]) ? 1 : 0;
        }
        return new FailureFitter(axes, aligned, new Seed(4))
                .fit(new Dataset(x, failed), x.length)
                .orElseThrow();
    }

    private static double lossOfSizes(FailureModel model, Predicate<double[]> fails) {
        double loss = 0;
        for (int size = 1; size <= 256; size++) {
            double[] x = SIZES.encode(Point.of("size", (long) size, "b", 0.3));
            double p = model.probability(x);
            loss -= Math.log(fails.test(x) ? p : 1 - p) / 256;
        }
        return loss;
    }

    @Test
    void whatHasToDivideASizeIsLearned() {
        FailureModel model = ofSizes(true, FailureModelTest::failsUnlessEighth);
        FailureModel without = ofSizes(false, FailureModelTest::failsUnlessEighth);
        assertTrue(model.isAligned());
        assertFalse(without.isAligned());
        double loss = lossOfSizes(model, FailureModelTest::failsUnlessEighth);
        double other = lossOfSizes(without, FailureModelTest::failsUnlessEighth);
        assertTrue(loss < 0.5 * other, "loss %s, %s without".formatted(loss, other));
        for (int size = 1; size <= 256; size++) {
            double[] x = SIZES.encode(Point.of("size", (long) size, "b", 0.3));
            assertEquals(size % 8 != 0, model.probability(x) > 0.5, "at " + size);
        }
        double[] x = {0.4, 0.6};
        double[] gradient = new double[2];
        assertEquals(model.probability(x), model.probability(x, gradient), 1e-12);
        FiniteDifference.assertGradient(model::probability, x, gradient, 1e-5, "at 0.4");
    }

    @Test
    void aLimitOfASizeIsNoMatterOfDivisors() {
        Predicate<double[]> fails = x -> x[0] > 0.6;
        FailureModel model = ofSizes(true, fails);
        assertFalse(model.isAligned());
        assertEquals(lossOfSizes(ofSizes(false, fails), fails), lossOfSizes(model, fails));
    }

    @Test
    void itsSlopesAreThoseOfFiniteDifferencesBesideALimit() {
        FailureModel model = fit(60, 4, x -> x[0] + x[1] > 0.9);
        for (double along : new double[] {0.15, 0.35, 0.55, 0.75}) {
            double[] x = {along, 0.9 - along + 0.003, 0.5};
            double[] gradient = new double[3];
            assertEquals(model.probability(x), model.probability(x, gradient), 1e-12);
            FiniteDifference.assertGradient(model::probability, x, gradient, 1e-5, "at " + along);
        }
    }

    @Test
    void itsSlopesAreThoseOfFiniteDifferences() {
        FailureModel model = fit(30, 2, x -> x[0] * x[0] + x[1] > 0.9);
        Generator random = new Seed(7).generator("places", 0);
        for (int i = 0; i < 20; i++) {
            double[] x = SPACE.encode(SPACE.sample(random));
            x[0] = 0.01 + 0.98 * x[0];
            x[1] = 0.01 + 0.98 * x[1];
            double[] gradient = new double[3];
            assertEquals(model.probability(x), model.probability(x, gradient), 1e-12);
            FiniteDifference.assertGradient(model::probability, x, gradient, 1e-5, "at " + i);
        }
    }
}
