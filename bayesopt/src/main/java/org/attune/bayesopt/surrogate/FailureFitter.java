package org.attune.bayesopt.surrogate;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Optional;

/** Fits {@link FailureModel}s, each from what the last one has learned. */
public final class FailureFitter {
    private final Axes axes;
    private final Priors priors;
    private final SurrogateFitter labelled;

    /**
     * Makes a fitter that has learned nothing.
     *
     * @param seed of the search for hyperparameters
     */
    public FailureFitter(Axes axes, Seed seed) {
        this.axes = axes;
        this.priors = Priors.informative(axes, true);
        this.labelled =
                new SurrogateFitter(
                        LinearAlgebra.best(), axes, SurrogateSettings.labels(), priors, seed);
    }

    /**
     * Fits a model.
     *
     * @param labels 1 for a run that failed, 0 for one that did not
     * @param most labels that are modelled; of more that many, spread over all
     * @return empty without labels, and where no covariance is positive definite
     */
    public Optional<FailureModel> fit(Dataset labels, int most) {
        return labelled.fit(labels)
                .flatMap(fitted ->
                        FailureModel.fit(
                                LinearAlgebra.best(),
                                axes,
                                priors,
                                labels.select(LearningSchedule.spread(labels.size(), most)),
                                labelled.learned().orElseThrow().theta()));
    }
}
