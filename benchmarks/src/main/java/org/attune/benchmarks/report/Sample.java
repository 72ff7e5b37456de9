package org.attune.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
     * Returns the tuners and problems that keep most medians: of all sets of problems that at least
     * so many tuners have run, with those tuners that have run all of them, the one with the most
     * cells. Ties go to more problems.
     */
    static Sample of(Campaign campaign, int budget) {
        List<String> all = campaign.tuners();
        var counts = new TreeSet<Integer>();
        campaign.problems().forEach(p -> counts.add(runners(campaign, p, all, budget).size()));
        List<String> problems = List.of();
        List<String> tuners = List.of();
        long most = 0;
        for (int atLeast : counts) {
            if (atLeast == 0) {
                continue;
            }
            List<String> wide =
                    campaign.problems().stream()
                            .filter(p -> runners(campaign, p, all, budget).size() >= atLeast)
                            .toList();
            List<String> complete =
                    all.stream()
                            .filter(t -> wide.stream().allMatch(p -> campaign.has(p, t, budget)))
                            .toList();
            // a comparison needs two; a lone tuner with many problems must not win over it
            long cells = (long) wide.size() * complete.size() + (complete.size() > 1 ? 1L << 40 : 0);
            if (complete.size() > 0 && cells > most) {
                most = cells;
                problems = wide;
                tuners = complete;
            }
        }
        return of(campaign, budget, problems, tuners, Set.of());
    }

    private static List<String> runners(
            Campaign campaign, String problem, List<String> tuners, int budget) {
        return tuners.stream().filter(t -> campaign.has(problem, t, budget)).toList();
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
