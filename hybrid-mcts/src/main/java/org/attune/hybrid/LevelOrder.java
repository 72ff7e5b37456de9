package org.attune.hybrid;

import org.attune.api.Trial;
import org.attune.hybrid.Rewards.Visit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The order of the levels: what tells most of the rewards comes first, so that branches near the
 * root are worth telling apart.
 *
 * <p>Importance is the share of the variance of rewards that lies between the values of a parameter
 * beyond what chance would put there, adjusted as in analysis of variance (ω², W. L. Hays,
 * Statistics, 1963). The order is made anew at 8, 16, 32, … finished trials of all tasks, and
 * stands in between, so that the statistics of a node mean the same for a while. Levels that tell
 * nothing keep the order of the problem.
 */
final class LevelOrder {
    /** Finished trials at which the first order is made. */
    static final int FIRST = 8;

    private LevelOrder() {}

    /** Returns the largest of 8, 16, 32, … that is not above the count; 0 below the first. */
    static int anchor(int count) {
        return count < FIRST ? 0 : FIRST * Integer.highestOneBit(count / FIRST);
    }

    /**
     * Returns the levels, the most important first.
     *
     * @param rewards of trials; those by which the order is made are compared with each other alone
     */
    static List<Level> of(List<Level> levels, List<Visit> visits, Rewards rewards) {
        List<Trial> finished =
                visits.stream().filter(v -> !Double.isNaN(v.reward())).map(Visit::trial).toList();
        List<Visit> known = rewards.among(finished.subList(0, anchor(finished.size())));
        double[] importance = levels.stream().mapToDouble(l -> importance(l, known)).toArray();
        return IntStream.range(0, levels.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -importance[i]))
                .map(levels::get)
                .toList();
    }

    /** Returns ω² of a level, at least 0; 0 with too few visits to tell. */
    static double importance(Level level, List<Visit> visits) {
        Map<Integer, double[]> sums = new HashMap<>(); // count, sum
        double total = 0;
        double squares = 0;
        for (Visit visit : visits) {
            double[] s =
                    sums.computeIfAbsent(
                            level.branch(visit.trial().configuration()), b -> new double[2]);
            s[0]++;
            s[1] += visit.reward();
            total += visit.reward();
            squares += visit.reward() * visit.reward();
        }
        int n = visits.size();
        int groups = sums.size();
        if (n <= groups || groups < 2) {
            return 0;
        }
        double whole = squares - total * total / n;
        double between =
                sums.values().stream().mapToDouble(s -> s[1] * s[1] / s[0]).sum()
                        - total * total / n;
        double within = (whole - between) / (n - groups);
        double share = (between - (groups - 1) * within) / (whole + within);
        return share > 0 ? share : 0; // also where all rewards are equal
    }
}
