package org.attune.tla;

import org.attune.api.Objective;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Search among the best trials of the sources alone. The lowest place of a model of few trials is
 * often one where the model is wrong; at these places something good has been measured. They are
 * apart from each other and from the trials of the task: the best trials of a search that has
 * converged are one place.
 *
 * <p>Source: after M. Feurer, J. T. Springenberg and F. Hutter, "Initializing Bayesian
 * hyperparameter optimization via meta-learning", AAAI 2015, where features of tasks choose among
 * them; here the acquisition function does.
 */
final class SourcePortfolio {
    private static final int EACH = 3; // of a source, by each objective

    private SourcePortfolio() {}

    /**
     * Returns the search.
     *
     * @param otherwise what searches where all of these are known or refused
     */
    static Search search(TuningProblem problem, Records records, Search otherwise) {
        return (acquisition, region, incumbents, fresh, random) -> {
            List<double[]> tried =
                    records.trials(region.task()).stream().map(t -> place(t, region)).toList();
            return records.sources().stream()
                    .flatMap(s ->
                            problem.optimized().stream()
                                    .flatMap(o -> best(problem, s, o, region).stream()))
                    .filter(x -> region.isApart(x, tried))
                    .filter(region::admits)
                    .filter(fresh)
                    .map(x -> new Search.Found(x, acquisition.value(x)))
                    .max(Comparator.comparingDouble(Search.Found::value))
                    .or(() -> otherwise.maximize(acquisition, region, incumbents, fresh, random));
        };
    }

    private static List<double[]> best(
            TuningProblem problem, SourceRecord source, Objective output, Region region) {
        var best = new ArrayList<double[]>();
        if (SourceModels.isConstant(SourceModels.values(problem, source, output))) {
            return best; // none of them is the best
        }
        source.trialsWithin(problem.parameterSpace()).stream()
                .filter(t -> t.isFull() && problem.isInRange(t))
                .filter(t -> problem.value(t, output.name()).isPresent())
                .sorted(
                        Comparator.comparingDouble(t ->
                                output.goal().sign()
                                        * problem.value(t, output.name()).orElseThrow()))
                .map(t -> place(t, region))
                .filter(x -> best.size() < EACH && region.isApart(x, best))
                .forEachOrdered(best::add);
        return best;
    }

    private static double[] place(Trial trial, Region region) {
        return region.canonical(region.encode(trial.configuration()));
    }
}
