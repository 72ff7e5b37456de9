package org.attune.bayesopt.surrogate;

import org.attune.api.Seed;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/** Fits {@link PooledFailures}, each from what the last ones have learned. */
public final class PooledFailureFitter {
    private final FailureFitter all;
    private final FailureFitter others;
    private final FailureFitter own;

    /**
     * Makes a fitter that has learned nothing.
     *
     * @param axes of configurations
     * @param aligned whether failures may be known by how often two divides whole numbers
     * @param seed of the searches for hyperparameters
     */
    public PooledFailureFitter(Axes axes, boolean aligned, Seed seed) {
        Axes wide = axes.andReal("kind");
        this.all = new FailureFitter(wide, aligned, seed.child("all", 0));
        this.others = new FailureFitter(wide, aligned, seed.child("others", 0));
        this.own = new FailureFitter(axes, aligned, seed.child("own", 0));
    }

    /**
     * Fits a model.
     *
     * @param labels 1 for a run that failed, 0 for one that did not; coordinates are those of
     *     {@link PooledFailures#with}
     * @param most labels that are modelled; of more, half as many of the kind that is asked for and
     *     of the others, spread over all
     * @return empty where no run of another kind has failed, and where no covariance is positive
     *     definite
     */
    public Optional<PooledFailures> fit(Dataset labels, int most) {
        int each = labels.size() > most ? most / 2 : most;
        int[] ownRows = rows(labels, k -> k == 1, each);
        int[] otherRows = rows(labels, k -> k != 1, each);
        Dataset ofOthers = labels.select(otherRows);
        if (Arrays.stream(ofOthers.y()).noneMatch(failed -> failed == 1)) {
            return Optional.empty();
        }
        Optional<FailureModel> ownModel = own.fit(stripped(labels.select(ownRows)), most);
        Optional<FailureModel> othersModel = others.fit(ofOthers, most);
        int[] rows =
                IntStream.concat(Arrays.stream(otherRows), Arrays.stream(ownRows))
                        .sorted()
                        .toArray();
        return all.fit(labels.select(rows), most)
                .map(model -> {
                    double apart = logEvidence(othersModel) + logEvidence(ownModel);
                    double odds =
                            PooledFailures.ALIKE
                                    / (1 - PooledFailures.ALIKE)
                                    * Math.exp(model.logEvidence() - apart);
                    return new PooledFailures(model, 1 / (1 + 1 / odds), ownModel);
                });
    }

    private static double logEvidence(Optional<FailureModel> model) {
        return model.map(FailureModel::logEvidence).orElse(0.0);
    }

    /** Returns rows of a kind, spread over all. */
    private static int[] rows(Dataset labels, DoublePredicate kind, int most) {
        int[] all =
                IntStream.range(0, labels.size())
                        .filter(i -> kind.test(labels.x()[i][labels.x()[i].length - 1]))
                        .toArray();
        return Arrays.stream(LearningSchedule.spread(all.length, most)).map(i -> all[i]).toArray();
    }

    private static Dataset stripped(Dataset labels) {
        double[][] x =
                Arrays.stream(labels.x())
                        .map(row -> Arrays.copyOf(row, row.length - 1))
                        .toArray(double[][]::new);
        return new Dataset(x, labels.y());
    }
}
