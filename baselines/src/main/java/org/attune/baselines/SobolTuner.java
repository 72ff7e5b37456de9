package org.attune.baselines;

import org.attune.api.Point;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.design.SobolSequence;
import org.attune.bayesopt.tuner.SmallProvider;

import java.util.List;
import java.util.function.IntFunction;

/**
 * The points of a scrambled Sobol sequence in their order, one sequence for each task; those that
 * are inadmissible, or have been evaluated, are left out.
 *
 * <p>The sequence fills the unit cube more evenly than random points do: with n points the error of
 * an average falls like 1/n instead of 1/√n, up to logarithms. Where constraints refuse nearly all
 * of them, random admissible configurations are constructed instead.
 */
public final class SobolTuner extends SequenceTuner {
    SobolTuner(TuningRequest request) {
        super("sobol", request);
        int dimension = problem().parameterSpace().dimension();
        if (dimension > SobolSequence.MAX_DIMENSION) {
            throw new IllegalArgumentException(
                    "The tuner 'sobol' has up to %d parameters, an order counting as many as it has items, but '%s' has %d. Maybe use 'lhs' or 'random'."
                            .formatted(SobolSequence.MAX_DIMENSION, problem().name(), dimension));
        }
    }

    @Override
    IntFunction<double[]> points(Point task) {
        return new SobolSequence(
                        problem().parameterSpace().dimension(), generator("sobol", task, 0))
                ::point;
    }

    /** Makes Sobol tuners; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "sobol",
                    "A scrambled Sobol sequence: fills the space evenly and learns nothing.",
                    List.of(),
                    SobolTuner::new);
        }
    }
}
