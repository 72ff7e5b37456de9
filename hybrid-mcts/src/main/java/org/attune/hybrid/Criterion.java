package org.attune.hybrid;

import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;

/**
 * By what one of several fitted models is chosen; the largest wins. L is the maximum of the log
 * likelihood, k the number of hyperparameters, n that of observations.
 *
 * <p>Sources: H. Akaike, IEEE Trans. Automatic Control 19 (1974); G. Schwarz, Annals of Statistics
 * 6 (1978); E. J. Hannan and B. G. Quinn, J. R. Statist. Soc. B 41 (1979); H. Luo et al.,
 * arXiv:2206.01409 (custom).
 */
enum Criterion {
    /** L. */
    LOGLIK {
        @Override
        double penalty(int n) {
            return 0;
        }
    },
    /** L - k. */
    AIC {
        @Override
        double penalty(int n) {
            return 1;
        }
    },
    /** L - ½ k ln n. */
    BIC {
        @Override
        double penalty(int n) {
            return 0.5 * Math.log(n);
        }
    },
    /** L - k ln ln n; from three observations on, before them L. */
    HQC {
        @Override
        double penalty(int n) {
            return n < 3 ? 0 : Math.log(Math.log(n));
        }
    },
    /** The log density of each observation, predicted from the others. */
    LOO {
        @Override
        double score(Surrogate model) {
            return LeaveOneOut.logDensity(model);
        }

        @Override
        double penalty(int n) {
            return 0;
        }
    },
    /**
     * The rank of L plus 2 i/N times the rank of the largest expected improvement, at the i-th of N
     * trials; ranks from 1, the worst.
     */
    CUSTOM {
        @Override
        double penalty(int n) {
            return 0;
        }
    };

    /** Returns what a hyperparameter costs. */
    abstract double penalty(int n);

    /** Returns the score of one model, NaN where it has no likelihood. */
    double score(Surrogate model) {
        return model.fit()
                .map(f -> f.logLikelihood() - penalty(model.data().size()) * f.parameters())
                .orElse(Double.NaN);
    }

    /**
     * Returns the combined scores of {@link #CUSTOM}.
     *
     * @param likelihoods of the models
     * @param gains largest expected improvements by them
     * @param progress i/N
     */
    static double[] custom(double[] likelihoods, double[] gains, double progress) {
        double[] scores = new double[likelihoods.length];
        Arrays.setAll(scores, i -> rank(likelihoods, i) + 2 * progress * rank(gains, i));
        return scores;
    }

    /** Returns how many values are not above the i-th, itself included. */
    private static double rank(double[] values, int i) {
        return Arrays.stream(values).filter(v -> v <= values[i]).count();
    }
}
