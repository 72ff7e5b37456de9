package org.attune.benchmarks.report;

import org.attune.benchmarks.Account;
import org.attune.benchmarks.Quantiles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Figure 1 of W. M. Sid-Lakhdar et al., "Multitask and transfer learning for autotuning exascale
 * applications" (2019): for each task, another tuner's best value over the reference's, against the
 * ratio of the sums of all values of a run, which are the application's time where the objective is
 * a run time. Medians over runs.
 *
 * @param problem name without a task
 * @param reference the tuner that the others are compared with
 * @param budget evaluations per task
 * @param others one for each other tuner
 */
record TaskRatios(String problem, String reference, int budget, List<Other> others) {
    /**
     * Another tuner.
     *
     * @param tuner name
     * @param tasks names of the N tasks that both have run
     * @param best N ratios; above 1 the reference finds the better configuration
     * @param sum N ratios, NaN where a sum was not recorded; above 1 the other's runs cost more
     */
    record Other(String tuner, List<String> tasks, double[] best, double[] sum) {
        /** Returns on how many tasks the reference is strictly better. */
        long betterBest() {
            return above(best);
        }

        /** Returns on how many tasks the reference's runs cost strictly less. */
        long cheaper() {
            return above(sum);
        }

        /** Returns on how many tasks both sums were recorded. */
        long recorded() {
            return Arrays.stream(sum).filter(v -> !Double.isNaN(v)).count();
        }

        private static long above(double[] ratios) {
            return Arrays.stream(ratios).filter(v -> v > 1 && !Ranks.isTie(v, 1)).count();
        }
    }

    /**
     * Returns the comparisons for the problems on which some tuner has tuned several tasks together
     * and whose values are all positive.
     *
     * @param ranking tuners from the best to the worst: the best that tuned the tasks together is
     *     the reference
     */
    static List<TaskRatios> of(Campaign campaign, List<String> ranking) {
        var tasks = new TreeMap<String, List<String>>();
        for (String problem : campaign.problems()) {
            int colon = problem.lastIndexOf(':');
            if (colon > 0) {
                tasks.computeIfAbsent(problem.substring(0, colon), p -> new ArrayList<>())
                        .add(problem);
            }
        }
        var all = new ArrayList<TaskRatios>();
        for (Map.Entry<String, List<String>> family : tasks.entrySet()) {
            if (family.getValue().size() > 1) {
                of(campaign, ranking, family.getKey(), family.getValue()).ifPresent(all::add);
            }
        }
        return all;
    }

    private static Optional<TaskRatios> of(
            Campaign campaign, List<String> ranking, String problem, List<String> tasks) {
        Optional<String> reference =
                ranking.stream()
                        .filter(t ->
                                tasks.stream().filter(k -> isTogether(campaign, k, t)).count() > 1)
                        .findFirst();
        if (reference.isEmpty()) {
            return Optional.empty();
        }
        int budget =
                tasks.stream()
                        .flatMap(k -> campaign.runs(k, reference.get(), 1).stream())
                        .mapToInt(r -> r.best().length)
                        .min()
                        .orElseThrow();
        List<Other> others =
                ranking.stream()
                        .filter(t -> !t.equals(reference.get()))
                        .map(t -> other(campaign, reference.get(), t, tasks, budget))
                        .filter(o -> !o.tasks().isEmpty())
                        .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(new TaskRatios(problem, reference.get(), budget, others));
    }

    private static boolean isTogether(Campaign campaign, String task, String tuner) {
        return campaign.runs(task, tuner, 1).stream()
                .anyMatch(r -> r.account().map(Account::together).orElse(false));
    }

    private static Other other(
            Campaign campaign, String reference, String tuner, List<String> tasks, int budget) {
        var names = new ArrayList<String>();
        var best = new ArrayList<Double>();
        var sum = new ArrayList<Double>();
        for (String task : tasks) {
            double mine = value(campaign.runs(task, reference, budget), budget);
            double theirs = value(campaign.runs(task, tuner, budget), budget);
            boolean ratio = mine > 0 && theirs > 0 && Double.isFinite(mine + theirs);
            if (ratio && !campaign.isMaximized(task)) {
                names.add(task);
                best.add(theirs / mine);
                sum.add(
                        sum(campaign.runs(task, tuner, budget), budget)
                                / sum(campaign.runs(task, reference, budget), budget));
            }
        }
        return new Other(tuner, names, array(best), array(sum));
    }

    private static double value(List<Run> runs, int budget) {
        return runs.isEmpty()
                ? Double.NaN
                : Quantiles.median(runs.stream().mapToDouble(r -> r.at(budget)).toArray());
    }

    /** Returns the median sum of the runs of exactly this length, NaN where one has none. */
    private static double sum(List<Run> runs, int budget) {
        double[] sums =
                runs.stream()
                        .filter(r -> r.best().length == budget)
                        .mapToDouble(r -> r.account().map(Account::sum).orElse(Double.NaN))
                        .toArray();
        boolean complete = sums.length > 0 && Arrays.stream(sums).allMatch(s -> s > 0);
        return complete ? Quantiles.median(sums) : Double.NaN;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(v -> v).toArray();
    }
}
