package org.attune.bayesopt.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.AlignmentKernel;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Features;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.stream.IntStream;

/** Tasks in which it matters how often two divides a size. */
class AlignedTasksTest {
    private static final Parameter.Int SIZE = Parameter.integer("n", 1, 64);
    private static final TaskCovariance TASKS = new Coregionalization(2, 1);

    private static double[] place(double x, long n, int task) {
        return new double[] {x, SIZE.encode(n), 0.5, task};
    }

    /** Against the sum, written out for numbers whose divisors are plain to see. */
    @Test
    void tasksHaveMostOfItInCommon() {
        CoregionalizedPrior plain = TaskData.prior(TASKS, RadialKernel.MATERN52, true, 0);
        CoregionalizedPrior aligned = TaskData.aligned(TASKS, 0);
        double[] without = TaskData.theta(plain, 3);
        double[] with = aligned.aligned(without);
        assertEquals(without.length + 1, with.length);
        double v = Math.exp(-3); // the mode of its prior
        double levels = Math.exp(-4.0 / 3); // 4 of 48, 0 of 7
        double[][] places = {place(0.2, 48, 0), place(0.6, 7, 0), place(0.6, 7, 1)};
        double[][] expected = {{v, v * levels, 0.7 * v * levels}, {v, 0.7 * v}, {v}};
        for (int i = 0; i < places.length; i++) {
            for (int j = i; j < places.length; j++) {
                double more =
                        value(aligned, with, places[i], places[j])
                                - value(plain, without, places[i], places[j]);
                assertEquals(expected[i][j - i], more, 1e-12, i + " " + j);
            }
        }
    }

    private static double value(CoregionalizedPrior prior, double[] theta, double[] a, double[] b) {
        Covariance covariance = prior.process().covariance(theta);
        return covariance.value(covariance.warped(a), covariance.warped(b));
    }

    /** By the sum itself, and by the product of features, which are exact. */
    @Test
    void expansionsAndFeaturesHaveTheCovariance() {
        var layout = new Layout();
        var kernel =
                AlignmentKernel.ofTasks(3, Alignment.of(TaskData.AXES), 3, 0, layout)
                        .at(new double[] {Math.log(0.8)});
        Generator random = new Seed(5).generator("places", 0);
        double[][] x = new double[9][];
        for (int i = 0; i < x.length; i++) {
            int level = random.nextInt(5);
            x[i] = Arrays.copyOf(place(random.nextDouble(), 1 << level, i % 3), 5);
            x[i][4] = level;
        }
        double[] w = {1, -0.4, 2, 0.3, -1, 0.7, 0.1, -0.6, 0.2};
        Kernel.Expansion expansion = kernel.expansion(x, w);
        Features features = kernel.features(200, random);
        for (double[] a : x) {
            double sum = 0;
            for (int j = 0; j < x.length; j++) {
                sum += w[j] * kernel.value(a, x[j]);
                double product = Vectors.dot(written(features, a), written(features, x[j]));
                assertEquals(kernel.value(a, x[j]), product, 1e-12);
            }
            assertEquals(sum, expansion.at(a), 1e-12);
            assertEquals(0.8, kernel.variance(a), 1e-12);
        }
    }

    private static double[] written(Features features, double[] place) {
        double[] phi = new double[features.size()];
        Arrays.fill(phi, 9); // overwritten
        features.write(place, phi, 0);
        return phi;
    }

    private static CoregionalizationFitter fitter(boolean aligned) {
        return new CoregionalizationFitter(
                LinearAlgebra.best(),
                TaskData.AXES,
                TASKS,
                true,
                TaskWarps.EACH,
                SurrogateSettings.standard(),
                aligned ? TaskData.ALIGNED : TaskData.SINGLE,
                Collections.nCopies(2, Enrichment.NONE),
                new Seed(1));
    }

    /**
     * Returns smooth outputs of two tasks in turn, times a factor where the size is no multiple of
     * eight.
     */
    private static Observations data(int count, double factor) {
        Generator random = new Seed(count).generator("sizes", 0);
        double[][] x = new double[count][];
        double[] y = new double[count];
        int[] task = new int[count];
        for (int i = 0; i < count; i++) {
            task[i] = i % 2;
            long n = i % 4 < 2 ? 8 * (1 + random.nextInt(8)) : 1 + random.nextInt(64);
            x[i] = Arrays.copyOf(place(random.nextDouble(), n, 0), 3);
            double off = x[i][1] - 0.5 - 0.1 * task[i];
            y[i] = (1 + task[i]) * (1 + x[i][0] * x[i][0] + off * off) * (n % 8 == 0 ? 1 : factor);
        }
        return new Observations(2, task, x, y);
    }

    private static double squaredError(CoregionalizationFitter fitter, Observations seen) {
        CoregionalizedModel model = fitter.fit(seen).orElseThrow();
        Observations others = data(100, 1.3);
        return IntStream.range(0, others.size())
                .mapToDouble(i -> {
                    var ofTask = model.of(others.task()[i]);
                    double z = ofTask.warp().forward(others.y()[i]);
                    return Math.pow(ofTask.mean(others.x()[i]) - z, 2);
                })
                .sum();
    }

    @Test
    void whatDividesASizeIsPredicted() {
        Observations seen = data(40, 1.3);
        CoregionalizationFitter fitter = fitter(true);
        double with = squaredError(fitter, seen);
        double without = squaredError(fitter(false), seen);
        assertTrue(with < 0.3 * without, with + " with alignment, " + without + " without");
        var told = fitter.fit(seen).orElseThrow().of(1).kernel().orElseThrow();
        assertEquals(Set.of(1), told.alignment().keySet());
    }

    /** All runs of a task were of multiples of eight: another one has shown what others do. */
    @Test
    void anotherTaskTellsWhatMatters() {
        assertTrue(slower(true) > 1.05, "by " + slower(true));
        assertEquals(1, slower(false), 0.03);
    }

    /** Returns how many times the predicted output of one size is that of the one before it. */
    private static double slower(boolean aligned) {
        Observations all = data(48, 1.3);
        int[] known =
                IntStream.range(0, 48)
                        .filter(i -> i % 2 == 0 || SIZE.decode(all.x()[i][1]) % 8 == 0 && i < 18)
                        .toArray();
        var second = fitter(aligned).fit(all.select(known)).orElseThrow().of(1);
        return IntStream.of(33, 32)
                .mapToDouble(
                        n -> second.warp().inverse(second.mean(Arrays.copyOf(place(0.1, n, 1), 3))))
                .reduce((odd, multiple) -> odd / multiple)
                .orElseThrow();
    }

    /** To the bit, so that nothing is lost where alignment does nothing. */
    @Test
    void smoothFunctionsArePredictedAsWithout() {
        double[][] others = data(45, 1).x();
        for (int count : new int[] {4, 9, 18, 36}) {
            Observations seen = data(count, 1);
            assertArrayEquals(
                    fitter(false).fit(seen).orElseThrow().of(1).means(others),
                    fitter(true).fit(seen).orElseThrow().of(1).means(others));
        }
    }

    @Test
    void whatWasLearnedIsTakenOver() {
        Observations seen = data(120, 1.3);
        CoregionalizationFitter searched = fitter(true);
        double[][] others = data(20, 1.3).x();
        double[] first = searched.fit(seen).orElseThrow().of(1).means(others);

        CoregionalizationFitter recalling = fitter(true);
        recalling.recall(seen, searched.learned().orElseThrow());
        assertArrayEquals(first, recalling.fit(seen).orElseThrow().of(1).means(others));

        CoregionalizationFitter taking = fitter(true);
        taking.take(seen, searched.kept("key", 100).orElseThrow());
        assertArrayEquals(first, taking.fit(seen).orElseThrow().of(1).means(others));

        Learned learned = searched.learned().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> fitter(false).recall(seen, learned));
    }

    /** A fitter that has fitted the data before the last ones gives what a new one gives. */
    @Test
    void aFitIsAFunctionOfTheData() {
        Observations data = data(31, 1.3);
        CoregionalizationFitter old = fitter(true);
        for (int count = 6; count < data.size(); count++) {
            old.fit(data.first(count));
        }
        assertArrayEquals(
                fitter(true).fit(data).orElseThrow().theta(), old.fit(data).orElseThrow().theta());
    }
}
