package org.attune.benchmarks;

import org.attune.api.Format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares two tuners' best values, problem by problem and budget by budget, by Mann and Whitney's
 * rank test with Holm's correction over all of them ({@link RankTest}).
 */
public final class Comparison {
    private static final double LEVEL = 0.01; // of the family of tests

    private Comparison() {}

    /**
     * A problem at a budget.
     *
     * @param problem name and task
     * @param budget number of trials, in full runs
     * @param median of the tuner's best values; infinite, on the worse side, where most runs
     *     measured nothing
     * @param reference median of the other tuner's
     * @param wins share of the pairs of runs that the tuner wins, ties by half
     * @param solved share of the tuner's runs that are within 5 % of the gap from what random
     *     search has after 20 trials, in the median, to the optimum ({@link Solved}); NaN without
     *     runs of {@code random} in the files
     * @param referenceSolved share of the other tuner's
     * @param p one-sided probability of values as bad as the tuner's, were it no worse
     * @param least the smallest p that so many runs can give
     * @param isWorse whether p is significant at 1 % after Holm's correction
     */
    public record Row(
            String problem,
            int budget,
            double median,
            double reference,
            double wins,
            double solved,
            double referenceSolved,
            double p,
            double least,
            boolean isWorse) {
        private Row worse() {
            return new Row(
                    problem,
                    budget,
                    median,
                    reference,
                    wins,
                    solved,
                    referenceSolved,
                    p,
                    least,
                    true);
        }
    }

    /**
     * Compares.
     *
     * @param files of results
     * @param tuner as the files call it
     * @param reference likewise
     * @param budgets numbers of trials; those that a run does not reach are left out; empty for 10,
     *     20, 40, 80, and the last that both reach
     * @return a row for each problem that both have run, and budget
     * @throws IllegalArgumentException if a file has something else than results, a budget is less
     *     than 1, or there is nothing to compare
     */
    public static List<Row> of(
            List<Path> files, String tuner, String reference, List<Integer> budgets) {
        if (tuner.equals(reference)) {
            throw new IllegalArgumentException(
                    "'%s' is to be compared with itself. Maybe name another tuner."
                            .formatted(tuner));
        }
        if (budgets.stream().anyMatch(b -> b < 1)) {
            throw new IllegalArgumentException(
                    "Budgets are numbers of trials, 1 or more, not %s.".formatted(budgets));
        }
        Map<String, List<RunResult>> ours = curves(files, tuner);
        Map<String, List<RunResult>> theirs = curves(files, reference);
        List<RunResult> all =
                Stream.of(ours, theirs)
                        .flatMap(m -> m.values().stream())
                        .flatMap(List::stream)
                        .toList();
        ReferencePoints.of(all);
        ProblemDefinitions.of(all);
        Map<String, OptionalDouble> limits =
                Solved.limits(files.stream().flatMap(f -> ResultFile.read(f).stream()).toList());
        var rows = new ArrayList<Row>();
        for (String problem : ours.keySet()) {
            List<RunResult> others = theirs.getOrDefault(problem, List.of());
            int last = Math.min(longest(ours.get(problem)), longest(others));
            for (int budget : budgets.isEmpty() ? usual(last) : budgets) {
                double[] mine = values(ours.get(problem), budget);
                double[] other = values(others, budget);
                if (mine.length > 0 && other.length > 0) {
                    int sign = ours.get(problem).getFirst().isMaximized() ? -1 : 1;
                    rows.add(row(problem, budget, sign, mine, other, limits.get(problem)));
                }
            }
        }
        if (rows.isEmpty()) {
            String where =
                    "'%s' and '%s' have no problem in common in %s"
                            .formatted(tuner, reference, named(files));
            int reached = reached(ours, theirs);
            throw new IllegalArgumentException(
                    reached == 0
                            ? where + "."
                            : where
                                    + " at any of the budgets %s: the longest runs that they share have %d trials. Maybe compare at %d."
                                            .formatted(budgets, reached, reached));
        }
        return corrected(rows);
    }

    private static Set<Integer> usual(int last) {
        var budgets = new TreeSet<>(List.of(10, 20, 40, 80));
        if (last > 0) {
            budgets.add(last);
        }
        return budgets;
    }

    /** Returns the largest number of trials that both have run on some problem; 0 if none. */
    private static int reached(
            Map<String, List<RunResult>> ours, Map<String, List<RunResult>> theirs) {
        return ours.keySet().stream()
                .mapToInt(p ->
                        Math.min(longest(ours.get(p)), longest(theirs.getOrDefault(p, List.of()))))
                .max()
                .orElse(0);
    }

    private static int longest(List<RunResult> runs) {
        return runs.stream().mapToInt(r -> r.byFullRuns().size()).max().orElse(0);
    }

    private static Map<String, List<RunResult>> curves(List<Path> files, String tuner) {
        var curves = new TreeMap<String, List<RunResult>>();
        var tuners = new TreeSet<String>();
        for (RunResult run : runs(files, tuner, tuners)) {
            if (!run.isRefused()) {
                curves.computeIfAbsent(run.key().problem(), p -> new ArrayList<>()).add(run);
            }
        }
        if (curves.isEmpty()) {
            throw new IllegalArgumentException(
                    "No run of '%s' is in %s. %s"
                            .formatted(
                                    tuner,
                                    named(files),
                                    tuners.isEmpty()
                                            ? "There are no results at all."
                                            : "There are runs of: "
                                                    + String.join(", ", tuners)
                                                    + ". Maybe name two of them (--tuner,"
                                                    + " --against)."));
        }
        return curves;
    }

    /** Returns the runs of a tuner, and adds the names of all tuners. */
    private static List<RunResult> runs(List<Path> files, String tuner, Set<String> tuners) {
        var all = new ArrayList<RunResult>();
        Set<String> mixed =
                RunSources.mixed(files.stream().flatMap(f -> ResultFile.read(f).stream()).toList());
        var counted = new HashSet<List<Object>>();
        for (Path file : files) {
            var runs = new LinkedHashMap<RunResult.Key, RunResult>(); // the last one of each counts
            for (RunResult run : ResultFile.read(file)) {
                String peer = RunSources.peer(run.key(), mixed);
                tuners.add(peer);
                if (peer.equals(tuner)) {
                    runs.put(run.key(), run);
                }
            }
            runs.values().stream()
                    .filter(run -> counted.add(List.of(run.key(), run.best()))) // no copies
                    .forEach(all::add);
        }
        return all;
    }

    /**
     * Returns what to say of runs in which a tuner has thrown, which count with what it had reached
     * by then, and of those that it has refused, which do not count.
     */
    public static List<String> faults(List<Path> files, String tuner) {
        List<RunResult> runs = runs(files, tuner, new TreeSet<>());
        var said = new ArrayList<String>();
        for (boolean isRefused : new boolean[] {false, true}) {
            List<RunResult> some =
                    runs.stream()
                            .filter(r -> r.failed().isPresent() && r.isRefused() == isRefused)
                            .toList();
            if (!some.isEmpty()) {
                said.add(
                        (isRefused
                                        ? "'%s' refused %d of its %s, which do not count: %s (%s,"
                                                + " seed %d)"
                                        : "'%s' threw in %d of its %s, which count with what it"
                                                + " had: %s (%s, seed %d)")
                                .formatted(
                                        tuner,
                                        some.size(),
                                        Format.count(runs.size(), "run"),
                                        some.getFirst().failed().orElseThrow(),
                                        some.getFirst().key().problem(),
                                        some.getFirst().key().seed()));
            }
        }
        return said;
    }

    private static String named(List<Path> files) {
        return String.join(", ", files.stream().map(Path::toString).toList());
    }

    /** Returns the values at a budget, negated where more is better; +∞ for no value. */
    static double[] values(List<RunResult> runs, int budget) {
        return runs.stream()
                .filter(r -> r.byFullRuns().size() >= budget)
                .mapToDouble(r -> (r.isMaximized() ? -1 : 1) * r.byFullRuns().get(budget - 1))
                .map(v -> Double.isNaN(v) ? Double.POSITIVE_INFINITY : v)
                .toArray();
    }

    private static Row row(
            String problem,
            int budget,
            int sign,
            double[] mine,
            double[] other,
            OptionalDouble limit) {
        double p = RankTest.worse(mine, other);
        double wins = wins(mine, other);
        double least = RankTest.least(mine.length, other.length);
        return new Row(
                problem,
                budget,
                sign * Quantiles.median(mine),
                sign * Quantiles.median(other),
                wins,
                Solved.share(limit, mine),
                Solved.share(limit, other),
                p,
                least,
                false);
    }

    /** Returns the share of pairs in which the first value is the smaller one, ties by half. */
    static double wins(double[] mine, double[] other) {
        double u = 0;
        for (double a : mine) {
            for (double b : other) {
                u += a < b ? 1 : a == b ? 0.5 : 0;
            }
        }
        return u / mine.length / other.length;
    }

    /** Returns what to say where so few runs can hardly show anything; empty where they can. */
    public static Optional<String> power(List<Row> rows) {
        double threshold = LEVEL / rows.size();
        List<Row> blind = rows.stream().filter(r -> r.least() > threshold).toList();
        if (blind.isEmpty()) {
            return Optional.empty();
        }
        int seeds = 2;
        while (RankTest.least(seeds, seeds) > threshold) {
            seeds++;
        }
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "%d of these %d can hardly find anything: with so few runs p is at least"
                                + " %.2g, but the smallest must not exceed %.2g, which is 1 %% over"
                                + " their number (Holm). Maybe run %d seeds of each tuner.",
                        blind.size(),
                        rows.size(),
                        blind.stream().mapToDouble(Row::least).min().orElseThrow(),
                        threshold,
                        seeds));
    }

    private static List<Row> corrected(List<Row> rows) {
        boolean[] worse = RankTest.holm(rows.stream().mapToDouble(Row::p).toArray(), LEVEL);
        return IntStream.range(0, rows.size())
                .mapToObj(i -> worse[i] ? rows.get(i).worse() : rows.get(i))
                .toList();
    }
}
