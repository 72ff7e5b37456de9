package org.attune.cgp;

import org.attune.api.Seed;
import org.attune.bayesopt.regimes.Boundary;
import org.attune.bayesopt.regimes.JointSamples;
import org.attune.bayesopt.regimes.StepBoundary;
import org.attune.bayesopt.surrogate.Axes;

import smile.base.cart.SplitRule;
import smile.classification.RandomForest;
import smile.data.DataFrame;
import smile.data.Tuple;
import smile.data.formula.Formula;
import smile.data.vector.IntVector;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A random forest of 50 trees, by Smile, whose leaves vote by their shares. Places are those of
 * {@link JointSamples} without outputs.
 */
final class ForestBoundary extends StepBoundary {
    private static final int TREES = 50;
    private static final int DEPTH = 20;
    private static final int LEAF = 1;

    private final Axes axes;
    private final Seed seed;
    private final int regimes;
    private final int[] present; // regimes that the forest knows, ascending
    private final Optional<RandomForest> forest; // empty where there is one at most
    private final DataFrame schema; // its columns alone count

    private ForestBoundary(
            Axes axes,
            Seed seed,
            int regimes,
            int[] present,
            Optional<RandomForest> forest,
            DataFrame schema) {
        this.axes = axes;
        this.seed = seed;
        this.regimes = regimes;
        this.present = present;
        this.forest = forest;
        this.schema = schema;
    }

    static Boundary.Fitter fitter(Axes axes, Seed seed) {
        return (x, partition) -> of(axes, seed, partition.regimes(), x, partition.labels());
    }

    private static ForestBoundary of(
            Axes axes, Seed seed, int regimes, double[][] x, int[] labels) {
        double[][] places =
                Arrays.stream(x).map(p -> JointSamples.place(axes, p)).toArray(double[][]::new);
        int[] present = Arrays.stream(labels).distinct().sorted().toArray();
        if (present.length < 2) {
            return new ForestBoundary(
                    axes, seed, regimes, present, Optional.empty(), DataFrame.of(places));
        }
        int[] numbered =
                Arrays.stream(labels).map(l -> Arrays.binarySearch(present, l)).toArray();
        DataFrame plain = DataFrame.of(places);
        DataFrame frame = plain.merge(IntVector.of("regime", numbered));
        var random = seed.generator("forest", 0);
        long[] seeds = LongStream.range(0, TREES).map(i -> random.nextLong()).toArray();
        int perNode = Math.max((int) Math.sqrt(places[0].length), 1);
        RandomForest grown =
                Serially.run(
                        random,
                        () ->
                                RandomForest.fit(
                                        Formula.lhs("regime"),
                                        frame,
                                        TREES,
                                        perNode,
                                        SplitRule.GINI,
                                        DEPTH,
                                        Math.max(labels.length, 2),
                                        LEAF,
                                        1.0,
                                        null,
                                        Arrays.stream(seeds)));
        return new ForestBoundary(axes, seed, regimes, present, Optional.of(grown), frame);
    }

    @Override
    public int regimes() {
        return regimes;
    }

    @Override
    public double[] probabilities(double[] x) {
        double[] p = new double[regimes];
        if (forest.isEmpty()) {
            IntStream.of(present).forEach(k -> p[k] = 1);
            if (present.length == 0) {
                Arrays.fill(p, 1.0 / regimes);
            }
            return p;
        }
        double[] place = JointSamples.place(axes, x);
        Object[] row = new Object[place.length + 1];
        for (int c = 0; c < place.length; c++) {
            row[c] = place[c];
        }
        row[place.length] = 0;
        double[] votes = new double[present.length];
        forest.get().predict(Tuple.of(row, schema.schema()), votes);
        for (int k = 0; k < present.length; k++) {
            p[present[k]] = votes[k];
        }
        return p;
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        return of(axes, seed, regimes, x, labels);
    }
}
