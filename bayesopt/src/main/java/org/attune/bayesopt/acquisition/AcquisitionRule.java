package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Mixture;
import org.attune.bayesopt.surrogate.Posterior;

/** Which acquisition function a tuner maximises, and how it is joined with a feasibility model. */
public enum AcquisitionRule {
    /** {@link LogExpectedImprovement}, of a mixture {@link LogMixtureImprovement}. */
    LOG_EI {
        @Override
        public AcquisitionFunction of(Posterior posterior, double incumbent, double exploration) {
            return posterior instanceof Mixture mixture
                    ? new LogMixtureImprovement(mixture, incumbent)
                    : new LogExpectedImprovement(posterior, incumbent);
        }
    },

    /** {@link ExpectedImprovement}, as published. */
    EI {
        @Override
        public AcquisitionFunction of(Posterior posterior, double incumbent, double exploration) {
            return ExpectedImprovement.on(posterior, incumbent);
        }

        @Override
        public AcquisitionFunction weighted(AcquisitionFunction gain, AcquisitionFunction log) {
            return new Weighted(gain, log);
        }
    },

    /** {@link LogProbabilityOfImprovement}. */
    PI {
        @Override
        public AcquisitionFunction of(Posterior posterior, double incumbent, double exploration) {
            return new LogProbabilityOfImprovement(posterior, incumbent);
        }
    },

    /** {@link LowerConfidenceBound}, of a mixture {@link MixtureBound}. */
    LCB {
        @Override
        public AcquisitionFunction of(Posterior posterior, double incumbent, double exploration) {
            return posterior instanceof Mixture mixture
                    ? new MixtureBound(mixture, incumbent, exploration)
                    : new LowerConfidenceBound(posterior, incumbent, exploration);
        }

        @Override
        public AcquisitionFunction weighted(AcquisitionFunction gain, AcquisitionFunction log) {
            return new LogProduct(new LogSoftplus(gain), log);
        }
    },

    /** {@link LogVariance}. */
    VARIANCE {
        @Override
        public AcquisitionFunction of(Posterior posterior, double incumbent, double exploration) {
            return new LogVariance(posterior);
        }
    };

    /**
     * Returns the function.
     *
     * @param incumbent value to improve on, finite, on the scale of the posterior
     * @param exploration number of deviations, where the function has such a weight
     */
    public abstract AcquisitionFunction of(
            Posterior posterior, double incumbent, double exploration);

    /**
     * Returns the function of {@link #of} weighted with a probability.
     *
     * @param log logarithm of the probability that there will be a value at all
     */
    public AcquisitionFunction weighted(AcquisitionFunction gain, AcquisitionFunction log) {
        return new LogProduct(gain, log);
    }
}
