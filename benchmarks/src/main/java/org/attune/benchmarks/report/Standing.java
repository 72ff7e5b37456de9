package org.attune.benchmarks.report;

import org.attune.charts.Look;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How the tuners stand at each number of evaluations.
 *
 * @param stages from the fewest evaluations to the most
 * @param ranking all tuners: those ranked at the most evaluations first, then those that are ranked
 *     at fewer only, then the rest by name; tables, legends and colours keep this order
 */
record Standing(List<Stage> stages, List<String> ranking) {
    /** The level of Friedman's and Nemenyi's tests. */
    static final double LEVEL = 0.05;

    /**
     * A number of evaluations.
     *
     * @param sample tuners and problems that can be compared
     * @param order indices of tuners from the best average rank to the worst
     * @param spread average ranks by tuner
     * @param common average ranks over the seeds that all tuners have, by tuner; empty where these
     *     are all seeds or none
     * @param commonSeeds the seeds that all tuners have
     */
    record Stage(
            Sample sample,
            List<Integer> order,
            Ranks.Spread[] spread,
            double[] common,
            Set<Long> commonSeeds) {
        static Stage of(Campaign campaign, int budget) {
            var sample = Sample.of(campaign, budget);
            if (!sample.compares()) {
                return new Stage(sample, List.of(), new Ranks.Spread[0], new double[0], Set.of());
            }
            Ranks.Spread[] spread = Ranks.spread(sample);
            Set<Long> seeds = sample.commonSeeds(campaign);
            boolean all = seeds.size() == sample.mostRuns();
            double[] common =
                    all || seeds.isEmpty()
                            ? new double[0]
                            : Ranks.averages(Ranks.of(sample.only(seeds, campaign).medians()));
            double[] averages = Arrays.stream(spread).mapToDouble(Ranks.Spread::average).toArray();
            return new Stage(sample, sample.order(averages), spread, common, seeds);
        }

        int budget() {
            return sample.budget();
        }

        /** Returns the tuners from the best average rank to the worst. */
        List<String> tuners() {
            return order.stream().map(sample.tuners()::get).toList();
        }

        /** Returns the average ranks, ascending. */
        double[] ranks() {
            return order.stream().mapToDouble(t -> spread[t].average()).toArray();
        }

        /** Returns whether ranks can be tested: two tuners on two problems at least. */
        boolean isTestable() {
            return sample.compares() && sample.problems().size() > 1;
        }

        Friedman friedman() {
            return Friedman.of(Ranks.of(sample.medians()));
        }

        double criticalDifference() {
            return Nemenyi.criticalDifference(
                    LEVEL, sample.tuners().size(), sample.problems().size());
        }
    }

    static Standing of(Campaign campaign) {
        List<Stage> stages = campaign.budgets().stream().map(b -> Stage.of(campaign, b)).toList();
        var ranking = new LinkedHashSet<String>();
        stages.reversed().stream()
                .filter(s -> s.sample().compares())
                .forEach(s -> ranking.addAll(s.tuners()));
        ranking.addAll(campaign.tuners());
        return new Standing(stages, List.copyOf(ranking));
    }

    /** Returns the stages at which at least two tuners can be compared. */
    List<Stage> comparable() {
        return stages.stream().filter(s -> s.sample().compares()).toList();
    }

    Look look(String tuner) {
        return Look.of(ranking.indexOf(tuner));
    }

    List<Look> looks(List<String> tuners) {
        var looks = new ArrayList<Look>();
        tuners.forEach(t -> looks.add(look(t)));
        return looks;
    }
}
