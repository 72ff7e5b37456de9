package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Climbs from several places, the incumbents and random ones, and takes the highest top.
 *
 * <p>A climb is L-BFGS-B along all real axes together, in turns with moves to the best other value
 * of each discrete axis ({@link LocalAscent}). What {@link MixedSearch} does besides is to screen
 * many points before it chooses where to start.
 *
 * <p>Source of the climb: R. Byrd, P. Lu, J. Nocedal and C. Zhu, "A limited memory algorithm for
 * bound constrained optimization", SIAM J. Sci. Comput. 16 (1995), doi:10.1137/0916069.
 *
 * @param starts their number, at least 1
 */
public record MultiStart(int starts) implements Search {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if there is no start
     */
    public MultiStart {
        if (starts < 1) {
            throw new IllegalArgumentException(
                    "%d starts find nothing: at least 1 is needed.".formatted(starts));
        }
    }

    /** Returns a search with 20 starts. */
    public static MultiStart standard() {
        return new MultiStart(20);
    }

    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        var highest = new Scorer(acquisition, region, fresh);
        double[][] places = highest.starts(starts, incumbents, random);
        LocalAscent ascent = highest.ascent();
        for (double[] place : places) {
            var start = new Scorer(acquisition, region, fresh);
            start.score(place);
            start.best().ifPresent(s -> highest.offer(ascent.from(s, random)));
        }
        return highest.best();
    }
}
