package org.attune.cgp;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A search whose result is followed with some probability; else a random admissible configuration
 * is taken. This is the {@code exploration_rate} of cGP, which is how often it exploits.
 *
 * @param search that is followed
 * @param rate probability of following it, 0 to 1
 */
record FollowedSearch(Search search, double rate) implements Search {
    private static final int DRAWS = 1000;

    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        if (random.nextDouble() < rate) {
            return search.maximize(acquisition, region, incumbents, fresh, random);
        }
        for (int i = 0; i < DRAWS; i++) {
            Optional<double[]> drawn = region.sample(random, DRAWS);
            if (drawn.isPresent() && fresh.test(drawn.get())) {
                double[] x = drawn.get();
                return Optional.of(new Found(x, acquisition.value(x)));
            }
        }
        return search.maximize(acquisition, region, incumbents, fresh, random);
    }
}
