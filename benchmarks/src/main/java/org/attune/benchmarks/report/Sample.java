package org.attune.benchmarks.report;

import org.attune.benchmarks.Quantiles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The values of tuners on problems that all of them have run, after the same number of evaluations.
 *
 * @param budget number of evaluations
 * @param problems P of them
 * @param tuners T of them
 * @param values P x T arrays of a value for each run, smaller ones better
 */
record Sample(int budget, List<String> problems, List<String> tuners, double[][][] values) {
    /**
     * Returns the tuners and problems that keep most medians: every tuner of them has run every
     * problem. Candidates are the problems that at least so many tuners have run, those that have
     * all the tuners of some problem, and those of some tuner; the one with the most cells wins,
     * and the first of equal ones. Any candidate with two tuners goes before all with one.
     */
    static Sample of(Campaign campaign, int budget) {
        var runners = new TreeMap<String, List<String>>();
        campaign.problems()
                .forEach(p ->
                        runners.put(
                                p,
                                campaign.tuners().stream()
                                        .filter(t -> campaign.has(p, t, budget))
                                        .toList()));
        runners.values().removeIf(List::isEmpty);
        var candidates = new LinkedHashSet<Set<String>>();
        for (int size : new TreeSet<>(runners.values().stream().map(List::size).toList())) {
            candidates.add(problems(runners, t -> t.size() >= size));
        }
        runners.values().forEach(own -> candidates.add(problems(runners, t -> t.containsAll(own))));
        campaign.tuners()
                .forEach(tuner -> candidates.add(problems(runners, t -> t.contains(tuner))));
        Set<String> best = Set.of();
        List<String> tuners = List.of();
        for (Set<String> problems : candidates) {
            List<String> complete =
                    campaign.tuners().stream()
                            .filter(t ->
                                    problems.stream().allMatch(p -> runners.get(p).contains(t)))
                            .toList();
            boolean isMore = problems.size() * complete.size() > best.size() * tuners.size();
            boolean compares = complete.size() > 1;
            if (!problems.isEmpty() && (compares == tuners.size() > 1 ? isMore : compares)) {
                best = problems;
                tuners = complete;
            }
        }
        List<String> problems = tuners.isEmpty() ? List.of() : List.copyOf(new TreeSet<>(best));
        return of(campaign, budget, problems, tuners, Set.of());
    }

    private static Set<String> problems(
            Map<String, List<String>> runners, Predicate<List<String>> chosen) {
        var problems = new TreeSet<String>();
        runners.forEach((problem, tuners) -> {
            if (chosen.test(tuners)) {
                problems.add(problem);
            }
        });
        return problems;
    }

    private static Sample of(
            Campaign campaign,
            int budget,
            List<String> problems,
            List<String> tuners,
            Set<Long> seeds) {
        var values = new double[problems.size()][tuners.size()][];
        for (int p = 0; p < problems.size(); p++) {
            for (int t = 0; t < tuners.size(); t++) {
                values[p][t] =
                        campaign.runs(problems.get(p), tuners.get(t), budget).stream()
                                .filter(r -> seeds.isEmpty() || seeds.contains(r.seed()))
                                .mapToDouble(r -> r.at(budget))
                                .toArray();
            }
        }
        return new Sample(budget, problems, tuners, values);
    }

    /** Returns the seeds that every tuner has run on every problem, ascending. */
    Set<Long> commonSeeds(Campaign campaign) {
        var common = new TreeSet<Long>();
        boolean first = true;
        for (String problem : problems) {
            for (String tuner : tuners) {
                List<Long> own =
                        campaign.runs(problem, tuner, budget).stream().map(Run::seed).toList();
                if (first) {
                    common.addAll(own);
                    first = false;
                } else {
                    common.retainAll(own);
                }
            }
        }
        return common;
    }

    /** Returns the same tuners and problems with the runs of these seeds only. */
    Sample only(Set<Long> seeds, Campaign campaign) {
        return of(campaign, budget, problems, tuners, seeds);
    }

    /** Returns whether there is something to rank. */
    boolean compares() {
        return tuners.size() > 1;
    }

    /** Returns the fewest runs of a tuner on a problem. */
    int fewestRuns() {
        return runCounts().min().orElse(0);
    }

    /** Returns the most runs of a tuner on a problem. */
    int mostRuns() {
        return runCounts().max().orElse(0);
    }

    private IntStream runCounts() {
        return Arrays.stream(values).flatMap(Arrays::stream).mapToInt(v -> v.length);
    }

    /** Returns P x T medians. */
    double[][] medians() {
        var medians = new double[problems.size()][tuners.size()];
        for (int p = 0; p < medians.length; p++) {
            for (int t = 0; t < tuners.size(); t++) {
                medians[p][t] = Quantiles.median(values[p][t]);
            }
        }
        return medians;
    }

    /** Returns the tuners' indices from the best average rank to the worst. */
    List<Integer> order(double[] averages) {
        var order = new ArrayList<>(IntStream.range(0, tuners.size()).boxed().toList());
        order.sort(Comparator.comparingDouble(i -> averages[i]));
        return order;
    }
}
