package org.attune.bayesopt.surrogate;

import static org.attune.bayesopt.surrogate.OutputWarp.Shape.YEO_JOHNSON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

class OutputWarpTest {
    private static double[] runTimes() {
        Generator random = new Seed(1).generator("times", 0);
        double[] y = new double[40];
        Arrays.setAll(y, i -> Math.exp(2 * random.nextGaussian()));
        return y;
    }

    @ParameterizedTest
    @EnumSource
    void standardisesAndComesBack(OutputWarp.Shape shape) {
        double[] y = runTimes();
        OutputWarp warp = OutputWarp.fit(shape, y).orElseThrow();
        double[] z = Arrays.stream(y).map(warp::forward).toArray();
        if (shape != OutputWarp.Shape.RAW) { // which keeps its zero where it is
            assertEquals(0, Arrays.stream(z).average().orElseThrow(), 1e-12);
        }
        assertEquals(1, Arrays.stream(z).map(v -> v * v).sum() / (z.length - 1), 1e-12);
        for (double v : y) {
            assertEquals(v, warp.inverse(warp.forward(v)), 1e-9 * v);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isIncreasing(OutputWarp.Shape shape) {
        double[] y = runTimes();
        Arrays.sort(y);
        OutputWarp warp = OutputWarp.fit(shape, y).orElseThrow();
        for (int i = 1; i < y.length; i++) {
            assertTrue(warp.forward(y[i]) > warp.forward(y[i - 1]));
        }
    }

    /** Σ log of the slopes, by central differences. */
    @ParameterizedTest
    @EnumSource
    void jacobianMatchesFiniteDifferences(OutputWarp.Shape shape) {
        double[] y = runTimes();
        OutputWarp warp = OutputWarp.fit(shape, y).orElseThrow();
        double sum = 0;
        for (double v : y) {
            double h = 1e-6 * v;
            sum += Math.log((warp.forward(v + h) - warp.forward(v - h)) / (2 * h));
        }
        assertEquals(sum, warp.logJacobian(), 1e-5);
    }

    private static final double[] DECADES = {
        1.6, 2e5, 6, 900, 30, 90, 7e4, 11, 3000, 2e4, 200, 2.4
    };

    /**
     * Returns a warp of outputs, the first twelve far from each other, all others near the second.
     */
    private static OutputWarp alongALine(double... outputs) {
        double[][] places = new double[outputs.length][];
        Arrays.setAll(places, i -> new double[] {i < 12 ? 0.3 * i : 0.3 + 1e-3 * i});
        return OutputWarp.fit(YEO_JOHNSON, new Dataset(places, outputs)).orElseThrow();
    }

    private static double unit(OutputWarp warp) {
        return (double) warp.description().get("scale");
    }

    /** Times that span five decades: the best ones, which matter, are told from each other. */
    @Test
    void aHeavyTailDoesNotPressTheBestTogether() {
        OutputWarp warp = alongALine(DECADES);
        assertTrue(warp.forward(6) - warp.forward(1.6) > 0.02, warp.description() + "");
        assertTrue(warp.forward(200) - warp.forward(1.6) > 0.5, warp.description() + "");
    }

    /** Trials that gather near the optimum do not make its last digits matter. */
    @Test
    void theUnitOfAHeavyTailIsThatOfOutputsFarApart() {
        double[] all = Arrays.copyOf(DECADES, 60);
        for (int i = DECADES.length; i < all.length; i++) {
            all[i] = 1.5 + 0.01 / i;
        }
        double unit = unit(alongALine(DECADES));
        assertTrue(unit > 10 && unit < 1000, unit + "");
        assertEquals(unit, unit(alongALine(all)));
    }

    /** Most of a function that dies away is zero but for digits that do not matter. */
    @Test
    void theUnitIsTheDeviationWhereOutputsAreOfBothSigns() {
        double[] y = DECADES.clone();
        y[5] *= -1;
        assertEquals(deviation(y), unit(alongALine(y)), 1e-9);
    }

    /** Outputs that near their least one by powers of ten, all at about the same place. */
    @Test
    void theUnitIsTheDeviationWhereOutputsFarApartHaveNoHeavyTail() {
        double[] y = new double[40];
        Arrays.setAll(y, i -> i < 12 ? 1 + i % 5 : 1 + Math.pow(10, -0.2 * i));
        assertEquals(deviation(y), unit(alongALine(y)), 1e-12);
    }

    private static double deviation(double[] y) {
        double mean = Arrays.stream(y).average().orElseThrow();
        double squares = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / y.length);
    }

    @Test
    void rawOnlyScales() {
        OutputWarp warp =
                OutputWarp.fit(OutputWarp.Shape.RAW, new double[] {3, 6, 30}).orElseThrow();
        assertEquals(0, warp.forward(0), 0);
        assertEquals(10, warp.forward(30) / warp.forward(3), 1e-12);
    }

    @Test
    void logarithmNeedsPositiveOutputs() {
        assertTrue(OutputWarp.fit(OutputWarp.Shape.LOG, new double[] {1, 0}).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void survivesExtremes(OutputWarp.Shape shape) {
        double[][] cases = {
            {1},
            {5, 5, 5},
            {1e300, 2e300},
            {1e-300, 3e-300},
            {1e-300, 1, 1e300},
            {-1e300, 1e300},
            {0, 0},
            {-3, -3, 7}
        };
        for (double[] y : cases) {
            OutputWarp.fit(shape, y)
                    .ifPresent(warp -> {
                        for (double v : y) {
                            assertTrue(
                                    Double.isFinite(warp.forward(v)),
                                    shape + " " + Arrays.toString(y));
                        }
                    });
        }
    }

    /**
     * Among the outputs it is the inverse; beyond them it goes on without a step, and no faster.
     */
    @ParameterizedTest
    @EnumSource
    void whatIsShownGoesOnBeyondTheOutputs(OutputWarp.Shape shape) {
        double[] y = runTimes();
        Arrays.sort(y);
        double[] mirrored = Arrays.stream(y).map(v -> -v).sorted().toArray();
        for (double[] outputs : new double[][] {y, mirrored}) {
            OutputWarp.fit(shape, outputs)
                    .ifPresent(warp -> {
                        for (double v : outputs) {
                            assertEquals(v, warp.output(warp.forward(v)), 1e-9 * Math.abs(v));
                        }
                        for (double z = -10; z < 10; z += 0.25) {
                            assertTrue(warp.output(z + 0.25) > warp.output(z), shape + " " + z);
                            assertTrue(
                                    Math.abs(warp.output(z) - outputs[20])
                                            <= Math.abs(warp.inverse(z) - outputs[20]) + 1e-9,
                                    shape + " " + z);
                        }
                        double last = warp.forward(outputs[39]);
                        assertEquals(outputs[39], warp.output(last + 1e-9), 1e-6 * y[39]);
                        double first = warp.forward(outputs[0]);
                        assertEquals(outputs[0], warp.output(first - 1e-9), 1e-6 * y[39]);
                    });
        }
    }
}
