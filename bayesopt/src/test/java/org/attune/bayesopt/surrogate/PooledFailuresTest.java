package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

class PooledFailuresTest {
    private static final Space SPACE =
            Space.of(List.of(Parameter.real("a", 0, 1), Parameter.real("b", 0, 1)));

    private final List<double[]> places = new ArrayList<>();
    private final List<Double> failed = new ArrayList<>();

    private void runs(int count, double kind, Predicate<double[]> fails) {
        Generator random = new Seed(count).generator("places " + kind, 0);
        for (int i = 0; i < count; i++) {
            double[] x = {random.nextDouble(), random.nextDouble()};
            places.add(PooledFailures.with(x, kind));
            failed.add(fails.test(x) ? 1.0 : 0.0);
        }
    }

    private Optional<PooledFailures> fit() {
        double[] y = failed.stream().mapToDouble(f -> f).toArray();
        return new PooledFailureFitter(new Axes(SPACE, false), true, new Seed(1))
                .fit(new Dataset(places.toArray(double[][]::new), y), 100);
    }

    /** What fails in cheap runs fails in the few full ones, too: these are believed to be alike. */
    @Test
    void whatIsAlikeIsLearnedFromAll() {
        runs(30, 0, x -> x[0] > 0.5);
        runs(6, 1, x -> x[0] > 0.5);
        PooledFailures model = fit().orElseThrow();
        assertTrue(model.share() > 0.9, "share " + model.share());
        for (double b : new double[] {0.1, 0.9}) {
            assertTrue(model.probability(new double[] {0.9, b}) > 0.6);
            assertTrue(model.probability(new double[] {0.2, b}) < 0.4);
        }
    }

    /** Cheap runs fail for being cheap: full ones do not, and then no others are expected to. */
    @Test
    void whatDiffersIsNotTaken() {
        runs(30, 0, x -> x[0] > 0.5);
        runs(12, 1, x -> false);
        PooledFailures model = fit().orElseThrow();
        assertTrue(model.share() < PooledFailures.ALIKE, "share " + model.share());
        assertTrue(model.probability(new double[] {0.9, 0.5}) < 0.2);
        assertTrue(model.probability(new double[] {0.9, 0.5}, 0) > 0.7);
    }

    /** The opposite: what runs cheaply fails in full, and the other way round. */
    @Test
    void theOppositeIsNotTakenEither() {
        runs(30, 0, x -> x[0] > 0.5);
        runs(12, 1, x -> x[0] < 0.5);
        PooledFailures model = fit().orElseThrow();
        assertTrue(model.share() < 0.5, "share " + model.share());
        assertTrue(model.probability(new double[] {0.9, 0.5}) < 0.25);
        assertTrue(model.probability(new double[] {0.2, 0.5}) > 0.5);
    }

    /** Before a full run there is what is expected beforehand beside what all say. */
    @Test
    void cheapRunsAloneAreTakenForEight() {
        runs(30, 0, x -> x[0] > 0.5);
        PooledFailures model = fit().orElseThrow();
        assertEquals(PooledFailures.ALIKE, model.share(), 1e-9);
        double[] x = {0.9, 0.5};
        assertEquals(0.8 * model.probability(x, 1) + 0.2 * 0.25, model.probability(x), 1e-9);
        assertTrue(model.probability(x, 0) > model.probability(x, 1));
    }

    @Test
    void untilAnotherKindFailsThereIsNothingToTake() {
        runs(10, 0, x -> false);
        runs(10, 1, x -> x[0] > 0.5);
        assertTrue(fit().isEmpty());
    }

    @Test
    void derivativesAreThoseOfTheProbability() {
        runs(15, 0, x -> x[0] + x[1] > 1);
        runs(8, 1, x -> x[0] + x[1] > 0.8);
        PooledFailures model = fit().orElseThrow();
        for (double[] x : new double[][] {{0.3, 0.4}, {0.55, 0.5}, {0.9, 0.2}}) {
            double[] gradient = new double[2];
            assertEquals(model.probability(x), model.probability(x, gradient), 1e-12);
            assertArrayEquals(FiniteDifference.gradient(model::probability, x), gradient, 1e-6);
        }
    }

    /**
     * Of one label the evidence is Φ(m / √(1 + σ²)), with σ² the sum of a member's variances, and
     * the mean over the members, by their shares, what is expected of a run beforehand. Laplace's
     * approximation is off by some hundredths of it.
     */
    @Test
    void evidenceOfOneLabelIsItsProbabilityBeforehand() {
        double[] x = {0.5, 0.5}; // where a straight line is 0
        FailureModel model =
                new FailureFitter(new Axes(SPACE, false), true, new Seed(1))
                        .fit(new Dataset(new double[][] {x}, new double[] {1}), 1)
                        .orElseThrow();
        double mean = 0;
        for (double variance : new double[] {0.5, 1.5, 4}) {
            mean += 2 * StandardNormal.cdf(-1.5 / Math.sqrt(1 + variance + 1)) / 6.9;
        }
        for (double trend :
                new double[] {300, 3e4, 3e6}) { // sharp ones, two of each, of share 0.15
            double quartile = -0.6745 * Math.sqrt(5 + 2 * trend);
            mean += 0.3 * StandardNormal.cdf(quartile / Math.sqrt(5 + trend)) / 6.9;
        }
        assertEquals(1, Math.exp(model.logEvidence()) / mean, 0.05);
        assertEquals(FailureModel.BEFOREHAND, mean, 0.04);
    }
}
