package org.attune.tla;

import org.attune.bayesopt.surrogate.Surrogate;

/**
 * A model as part of a combination.
 *
 * <pre>
 *   m(x) = factor (z(x) - shift)
 * </pre>
 *
 * @param model that predicts z in deviations of its own outputs
 * @param shift of its predictions
 * @param factor positive
 * @param ofTarget whether it was fitted to the target's trials
 */
record Member(Surrogate model, double shift, double factor, boolean ofTarget) {
    /** Returns a source on the scale on which sources are alike. */
    static Member of(LearnedSource source) {
        return new Member(source.model(), source.mean(), 1 / source.deviation(), false);
    }

    /** Returns a model whose predictions are outputs; only of one that does not warp them. */
    static Member inUnits(Surrogate model, boolean ofTarget) {
        double zero = model.warp().inverse(0);
        double factor = model.warp().inverse(1) - zero;
        return new Member(model, -zero / factor, factor, ofTarget);
    }

    /** Returns the same of another model. */
    Member with(Surrogate other) {
        return new Member(other, shift, factor, ofTarget);
    }

    /** Predicts; {@code out} receives mean and variance. */
    void predict(double[] x, double[] out) {
        model.predict(x, out);
        scale(out);
    }

    /** Does so with derivatives by the coordinates. */
    void predict(double[] x, double[] out, double[] byMean, double[] byVariance) {
        model.predict(x, out, byMean, byVariance);
        scale(out);
        for (int d = 0; d < byMean.length; d++) {
            byMean[d] *= factor;
            byVariance[d] *= factor * factor;
        }
    }

    /** Puts mean and variance of the model on the scale of the member. */
    void scale(double[] moments) {
        moments[0] = factor * (moments[0] - shift);
        moments[1] *= factor * factor;
    }
}
