package org.attune.hybrid;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A search within a Hamming ball: configurations that differ from a center in no more than so many
 * levels. Where nothing new is found there, everything is searched.
 *
 * <p>Source: X. Wan, V. Nguyen, H. Ha, B. Ru, C. Lu and M. A. Osborne, "Think global and act local:
 * Bayesian optimisation over high-dimensional categorical and mixed search spaces", ICML 2021
 * (CASMOPOLITAN).
 *
 * @param search by which it is done
 * @param axes of the levels
 * @param center of the ball, in unit coordinates
 * @param radius largest number of levels that differ
 */
record BallSearch(Search search, int[] axes, double[] center, int radius) implements Search {
    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        return search.maximize(
                        acquisition,
                        region,
                        incumbents,
                        x -> distance(x) <= radius && fresh.test(x),
                        random)
                .or(() -> search.maximize(acquisition, region, incumbents, fresh, random));
    }

    private int distance(double[] x) {
        int distance = 0;
        for (int axis : axes) {
            distance += x[axis] == center[axis] ? 0 : 1;
        }
        return distance;
    }
}
