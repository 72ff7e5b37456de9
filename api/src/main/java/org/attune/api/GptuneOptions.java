package org.attune.api;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What options of GPTune (User Guide 4.0, section 6.1.10) are called here. */
final class GptuneOptions {
    /** Options of tuners; further ones differ by their spelling alone. */
    private static final Map<String, String> OPTIONS =
            Map.ofEntries(
                    Map.entry("sample_class", "design"),
                    Map.entry("sample_algo", "design"),
                    Map.entry("sample_random_seed", "design-seed"),
                    Map.entry("model_kern", "kernel"),
                    Map.entry("model_output_constraint", "out-of-range"),
                    Map.entry("model_restarts", "starts"),
                    Map.entry("model_max_iters", "iterations"),
                    Map.entry("model_latent", "latent"),
                    Map.entry("search_class", "search"),
                    Map.entry("search_algo", "search"),
                    Map.entry("search_pop_size", "particles"),
                    Map.entry("search_gen", "generations"),
                    Map.entry("search_evolve", "generations"),
                    Map.entry("budget_base", "eta"),
                    Map.entry("TLA_options", "methods"),
                    Map.entry("TLA_ensemble_exploration_rate", "exploration-rate"),
                    Map.entry("NLOOP", "passes"),
                    Map.entry("NS1", "initial"),
                    Map.entry("N_PILOT_CGP", "initial"),
                    Map.entry("n_pilot_hybrid", "initial"),
                    Map.entry("acquisition_GP_hybrid", "acquisition"));

    private static final String TRIALS = "'trials' of the problem file, --trials";
    private static final String SEED = "'seed' of the problem file, --seed";
    private static final String PARALLEL = "'parallel' of the problem file, --parallel";

    /** What no tuner's option is. */
    private static final Map<String, String> ELSEWHERE =
            Map.ofEntries(
                    Map.entry("NS", TRIALS),
                    Map.entry("n_budget_hybrid", TRIALS),
                    Map.entry("N_SEQUENTIAL_CGP", TRIALS + ", less the initial ones"),
                    Map.entry("RND_SEED_CGP", SEED),
                    Map.entry("random_seed_hybrid", SEED),
                    Map.entry("search_more_samples", PARALLEL),
                    Map.entry("search_best_N", PARALLEL),
                    Map.entry("objective_evaluation_parallelism", PARALLEL),
                    Map.entry("objective_multisample_processes", PARALLEL),
                    Map.entry("objective_multisample_threads", PARALLEL),
                    Map.entry("objective_nprocmax", "'ranks' and 'threads' of 'evaluation'"),
                    Map.entry("RCI_mode", "attune ask, attune tell"),
                    Map.entry("TLA_method", "the tuner, such as --tuner tla-regression"));

    private GptuneOptions() {}

    /**
     * Returns a sentence, after a blank, that says where an option of GPTune is; empty if it is
     * none.
     *
     * @param known options of the tuner
     */
    static String hint(String name, List<String> known) {
        if (ELSEWHERE.containsKey(name)) {
            return " GPTune's %s is here: %s.".formatted(name, ELSEWHERE.get(name));
        }
        String spelled =
                name.replaceFirst("(?i)_(cgp|hybrid)$", "")
                        .replace('_', '-')
                        .toLowerCase(Locale.ROOT);
        String here = OPTIONS.getOrDefault(name, name.contains("_") ? spelled : name);
        if (known.contains(here)) {
            return " It is '%s' here.".formatted(here);
        }
        return OPTIONS.containsKey(name)
                ? " GPTune's %s is '%s' of other tuners here.".formatted(name, here)
                : "";
    }
}
