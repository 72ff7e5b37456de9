package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Hypervolume;
import org.attune.api.Seed;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

class LogHypervolumeImprovementTest {
    private static final double[] X = {0.3, 0.4};

    private static List<double[]> points(int count, int outputs, String label) {
        Generator random = new Seed(3).generator(label, outputs);
        return IntStream.range(0, count).mapToObj(i -> random.doubles(outputs).toArray()).toList();
    }

    private static double[] corner(int outputs, double value) {
        double[] corner = new double[outputs];
        Arrays.fill(corner, value);
        return corner;
    }

    private static List<Bowl> bowls(int outputs) {
        return IntStream.range(0, outputs).mapToObj(k -> new Bowl(1 - k, 0.3 + 0.5 * k)).toList();
    }

    /** The boxes above a far corner, and what the front dominates, are the whole space. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void theBoxesAreWhatNoPointDominates(int outputs) {
        double[] reference = corner(outputs, 0.9);
        List<double[]> front = points(12, outputs, "boxes");
        NondominatedBoxes boxes = NondominatedBoxes.of(front, reference);
        double volume = 0;
        for (int[] box : boxes.boxes()) {
            double product = 1;
            for (int k = 0; k < outputs; k++) {
                double[] side = boxes.intervals().get(k).get(box[k]);
                product *= side[1] - Math.max(side[0], -1);
            }
            volume += product;
        }
        double all = Math.pow(1.9, outputs);
        assertEquals(all - Hypervolume.of(front, reference), volume, 1e-12 * all);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void matchesMonteCarlo(int outputs) {
        List<double[]> front = points(6, outputs, "front");
        double[] reference = corner(outputs, 0.9);
        double before = Hypervolume.of(front, reference);
        List<Bowl> models = bowls(outputs);
        Generator random = new Seed(7).generator("monte carlo", outputs);
        int n = 60_000;
        double sum = 0;
        double squares = 0;
        double[] moments = new double[2];
        for (int i = 0; i < n; i++) {
            double[] y = new double[outputs];
            for (int k = 0; k < outputs; k++) {
                models.get(k).predict(X, moments);
                y[k] = moments[0] + Math.sqrt(moments[1]) * random.nextGaussian();
            }
            var with = new ArrayList<double[]>(front);
            with.add(y);
            double gain = Hypervolume.of(with, reference) - before;
            sum += gain;
            squares += gain * gain;
        }
        double mean = sum / n;
        double error = Math.sqrt((squares / n - mean * mean) / n);
        double expected =
                Math.exp(new LogHypervolumeImprovement(models, front, reference).value(X));
        assertEquals(mean, expected, 4 * error);
    }

    /** One output: the expected improvement below the front's only point that counts. */
    @Test
    void isTheExpectedImprovementOfOneOutput() {
        var one = List.of(new Bowl(1, 1));
        var front = List.of(new double[] {-0.2}, new double[] {0.4});
        assertEquals(
                new LogExpectedImprovement(one.getFirst(), -0.2).value(X),
                new LogHypervolumeImprovement(one, front, new double[] {1}).value(X),
                1e-13);
    }

    /** Near the front, and where the plain EHVI is 0 in doubles. */
    @ParameterizedTest
    @ValueSource(doubles = {0, -3, -300})
    void gradientsMatchFiniteDifferences(double shift) {
        for (int outputs = 2; outputs <= 4; outputs++) {
            List<double[]> front =
                    points(6, outputs, "front").stream()
                            .map(p -> Arrays.stream(p).map(v -> v + shift).toArray())
                            .toList();
            var f =
                    new LogHypervolumeImprovement(
                            bowls(outputs), front, corner(outputs, 0.9 + shift));
            for (double[] x : new double[][] {{0.2, 0.9}, {0, 0}, {1, 0.5}}) {
                double[] gradient = new double[2];
                assertEquals(f.value(x), f.valueAndGradient(x, gradient), 1e-12);
                assertTrue(Double.isFinite(f.value(x)));
                FiniteDifference.assertGradient(f::value, x, gradient, 1e-5, outputs + " outputs");
            }
        }
    }

    @Test
    void withoutAFrontTheWholeSpaceBelowTheReferenceCounts() {
        double[] moments = new double[2];
        double expected = 0;
        for (Bowl bowl : bowls(2)) {
            bowl.predict(X, moments);
            expected += new LogExpectedImprovement(bowl, 0.5).value(X);
        }
        double[] reference = {0.5, 0.5};
        var f = new LogHypervolumeImprovement(bowls(2), List.of(), reference);
        assertEquals(expected, f.value(X), 1e-13);
    }

    /** A front too long for the boxes of its slices is thinned, to boxes that are fewer. */
    @Test
    void aLongFrontIsThinned() {
        var sphere = new ArrayList<double[]>(); // all on the front
        for (double[] p : points(400, 4, "long")) {
            double norm = Math.sqrt(Arrays.stream(p).map(v -> v * v).sum());
            sphere.add(Arrays.stream(p).map(v -> 1 - v / norm).toArray());
        }
        NondominatedBoxes boxes = NondominatedBoxes.of(sphere, corner(4, 1.1));
        assertTrue(boxes.boxes().size() < 10_000, boxes.boxes().size() + " boxes");
        List<double[]> some = NondominatedBoxes.thinned(sphere, 30);
        assertEquals(30, some.stream().distinct().count());
    }

    @Test
    void onlyWhatNothingDominatesIsOnTheFront() {
        var points =
                List.of(
                        new double[] {1, 5, 0},
                        new double[] {2, 5, 0}, // dominated
                        new double[] {2, 4, 9},
                        new double[] {1, 5, 7}); // dominated by its third coordinate
        assertEquals(List.of(points.get(0), points.get(2)), NondominatedPoints.of(points, 3));
        assertEquals(2, NondominatedPoints.of(points, 2).size());
    }

    @Test
    void refusesWhatIsNotFiniteOrOfAnotherLength() {
        var models = bowls(2);
        assertThrows(
                IllegalArgumentException.class,
                () -> new LogHypervolumeImprovement(models, List.of(), new double[] {1}));
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new LogHypervolumeImprovement(
                                models,
                                List.of(new double[] {Double.NaN, 0}),
                                new double[] {1, 1}));
    }
}
