package org.attune.cgp;

import org.attune.api.Generator;
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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Random forests of 50 trees, by Smile, whose leaves vote by their shares: one of each regime
 * against the others, and shares of the votes. Places are those of {@link JointSamples} without
 * outputs. A forest of three classes fails where trees leave out all runs of the first one: Smile
 * then takes the others for two classes, and their numbers for wrong.
 */
final class ForestBoundary extends StepBoundary {
    private static final int TREES = 50;
    private static final int DEPTH = 20;
    private static final int LEAF = 1;

    private final Axes axes;
    private final Seed seed;
    private final List<Side> sides;

    /** One regime against the others: a forest, or an answer where all labels are one. */
    private record Side(Optional<RandomForest> forest, DataFrame frame, double otherwise) {
        double votes(double[] place) {
            if (forest.isEmpty()) {
                return otherwise;
            }
            Object[] row = new Object[place.length + 1];
            for (int c = 0; c < place.length; c++) {
                row[c] = place[c];
            }
            row[place.length] = 0; // the column of the answer
            double[] votes = new double[2];
            forest.get().predict(Tuple.of(row, frame.schema()), votes);
            return votes[1];
        }
    }

    private ForestBoundary(Axes axes, Seed seed, List<Side> sides) {
        this.axes = axes;
        this.seed = seed;
        this.sides = sides;
    }

    static Boundary.Fitter fitter(Axes axes, Seed seed) {
        return (x, partition) -> of(axes, seed, partition.regimes(), x, partition.labels());
    }

    private static ForestBoundary of(
            Axes axes, Seed seed, int regimes, double[][] x, int[] labels) {
        double[][] places =
                Arrays.stream(x).map(p -> JointSamples.place(axes, p)).toArray(double[][]::new);
        var sides = new ArrayList<Side>();
        for (int k = 0; k < regimes; k++) {
            int regime = k;
            int[] answers = Arrays.stream(labels).map(l -> l == regime ? 1 : 0).toArray();
            sides.add(side(places, answers, seed.generator("forest", k)));
        }
        return new ForestBoundary(axes, seed, sides);
    }

    private static Side side(double[][] places, int[] answers, Generator random) {
        DataFrame frame = DataFrame.of(places).merge(IntVector.of("regime", answers));
        if (Arrays.stream(answers).distinct().count() < 2) {
            return new Side(Optional.empty(), frame, Arrays.stream(answers).average().orElse(0.5));
        }
        long[] seeds = LongStream.range(0, TREES).map(i -> random.nextLong()).toArray();
        int perNode = Math.max((int) Math.sqrt(places[0].length), 1);
        RandomForest forest =
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
                                        Math.max(answers.length, 2),
                                        LEAF,
                                        1.0,
                                        null,
                                        Arrays.stream(seeds)));
        return new Side(Optional.of(forest), frame, 0);
    }

    @Override
    public int regimes() {
        return sides.size();
    }

    @Override
    public double[] probabilities(double[] x) {
        double[] place = JointSamples.place(axes, x);
        double[] votes = sides.stream().mapToDouble(s -> s.votes(place)).toArray();
        double sum = Arrays.stream(votes).sum();
        return Arrays.stream(votes).map(v -> sum > 0 ? v / sum : 1.0 / votes.length).toArray();
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        return of(axes, seed, sides.size(), x, labels);
    }
}
