package org.attune.bayesopt;

import org.attune.api.Option;
import org.attune.api.Settings;
import org.attune.bayesopt.search.CovarianceAdaptation;
import org.attune.bayesopt.search.DualAnnealing;
import org.attune.bayesopt.search.GeneticSearch;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.MultiStart;
import org.attune.bayesopt.search.ParticleSwarm;
import org.attune.bayesopt.search.Search;

import java.util.List;

/** Those of the {@link EngineOptions} that say how the acquisition function is maximised. */
final class SearchOptions {
    static final Option<String> SEARCH =
            Option.choice(
                    "search",
                    List.of("mixed", "pso", "cma-es", "genetic", "l-bfgs-b", "dual-annealing"),
                    "how it is maximised: a screened pool and climbs, a particle swarm, CMA-ES, a"
                            + " genetic algorithm, climbs from several places, annealing");
    private static final String SWARM_NEEDED = "search=pso, cma-es, genetic or dual-annealing";
    static final Option<Integer> PARTICLES =
            Option.integer(
                            "particles",
                            100,
                            1,
                            100_000,
                            "of the swarm, for pso; or its population, for genetic")
                    .when(SWARM_NEEDED, SearchOptions::hasSwarm);
    static final Option<Integer> GENERATIONS =
            Option.integer(
                            "generations",
                            100,
                            0,
                            100_000,
                            "moves of each particle, for pso; or of the population, for genetic;"
                                    + " cma-es and dual-annealing evaluate particles times"
                                    + " generations")
                    .when(SWARM_NEEDED, SearchOptions::hasSwarm);

    private SearchOptions() {}

    /** Returns the search that a user chose, or else that of the profile. */
    static Search search(Settings given, Search base) {
        int particles = given.get(PARTICLES);
        int generations = given.get(GENERATIONS);
        return switch (searchWord(given, base)) {
            case "pso" -> new ParticleSwarm(particles, generations);
            case "cma-es" -> new CovarianceAdaptation(evaluations(particles, generations));
            case "genetic" -> genetic(particles, generations);
            case "l-bfgs-b" -> MultiStart.standard();
            case "dual-annealing" -> new DualAnnealing(evaluations(particles, generations));
            default -> new MixedSearch();
        };
    }

    private static Search genetic(int particles, int generations) {
        try {
            return new GeneticSearch(particles, generations);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "search=genetic needs a population: particles=%d or more, not %d."
                            .formatted(GeneticSearch.LEAST, particles),
                    e);
        }
    }

    private static String searchWord(Settings given, Search base) {
        return given.given(SEARCH).orElse(base instanceof ParticleSwarm ? "pso" : "mixed");
    }

    private static boolean hasSwarm(Settings given) {
        return !List.of("mixed", "l-bfgs-b")
                .contains(searchWord(given, EngineOptions.base(given).search()));
    }

    private static int evaluations(int particles, int generations) {
        return Math.clamp((long) particles * generations, 1, Integer.MAX_VALUE);
    }
}
