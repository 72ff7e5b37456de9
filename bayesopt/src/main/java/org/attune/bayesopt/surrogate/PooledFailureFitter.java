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
     * @param seed of the searches for hyperparameters
     */
    public PooledFailureFitter(Axes axes, Seed seed) {
        Axes wide = axes.andReal("kind");
        this.all = new FailureFitter(wide, seed.child("all", 0));
        this.others = new FailureFitter(wide, seed.child("others", 0));
        this.own = new FailureFitter(axes, seed.child("own", 0));
    }

    /**
     * Fits a model.
     *
     * @param labels 1 for a run that failed, 0 for one that did not; coordinates are those of
     *     {@link PooledFailures#with}
     * @param most labels that each of the models has; of more that many, spread over all
     * @return empty where no run of another kind has failed, and where no covariance is positive
     *     definite
     */
    public Optional<PooledFailures> fit(Dataset labels, int most) {
        Dataset ofOthers = ofKind(labels, k -> k != 1);
        if (Arrays.stream(ofOthers.y()).noneMatch(failed -> failed == 1)) {
            return Optional.empty();
        }
        Dataset ofOwn = stripped(ofKind(labels, k -> k == 1));
        Optional<FailureModel> ownModel = own.fit(ofOwn, most);
        Optional<FailureModel> othersModel = others.fit(ofOthers, most);
        return all.fit(labels, most)
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

    private static Dataset ofKind(Dataset labels, DoublePredicate kind) {
        return labels.select(
                IntStream.range(0, labels.size())
                        .filter(i -> kind.test(labels.x()[i][labels.x()[i].length - 1]))
                        .toArray());
    }

    private static Dataset stripped(Dataset labels) {
        double[][] x =
                Arrays.stream(labels.x())
                        .map(row -> Arrays.copyOf(row, row.length - 1))
                        .toArray(double[][]::new);
        return new Dataset(x, labels.y());
    }
}
