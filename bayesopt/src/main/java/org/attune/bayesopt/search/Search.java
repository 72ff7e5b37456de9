package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Maximises an acquisition function over the admissible configurations. */
public interface Search {
    /**
     * Returns the best point found.
     *
     * @param acquisition what is maximised
     * @param region where
     * @param incumbents canonical coordinates of good points to start from, the best first; may be
     *     empty
     * @param fresh false for points that must not be returned, such as evaluated ones
     * @param random generator of this search alone
     * @return empty where no fresh admissible point was found
     */
    Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random);

    /**
     * A point and its worth.
     *
     * @param x canonical coordinates
     * @param value of the acquisition function
     */
    record Found(double[] x, double value) {}
}
