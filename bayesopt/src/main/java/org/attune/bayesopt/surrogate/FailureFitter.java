package org.attune.bayesopt.surrogate;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.List;
import java.util.Optional;

/** Fits {@link FailureModel}s, each from what the last one has learned. */
public final class FailureFitter {
    private final List<ProcessPrior> priors;
    private final SurrogateFitter labelled;

    /**
     * Makes a fitter that has learned nothing.
     *
     * @param aligned whether failures may be known by how often two divides whole numbers
     * @param seed of the search for hyperparameters
     */
    public FailureFitter(Axes axes, boolean aligned, Seed seed) {
        Priors some = Priors.informative(axes, true).withAlignment(aligned);
        this.priors = FailureModel.priors(axes, some);
        this.labelled =
                new SurrogateFitter(
                        LinearAlgebra.best(), axes, SurrogateSettings.labels(), some, seed);
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
                                priors,
                                labels.select(LearningSchedule.spread(labels.size(), most)),
                                labelled.learned().orElseThrow().theta()));
    }
}
