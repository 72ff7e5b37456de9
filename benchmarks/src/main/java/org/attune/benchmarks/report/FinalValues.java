package org.attune.benchmarks.report;

import org.attune.benchmarks.Quantiles;
import org.attune.benchmarks.RankTest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the tuners reach on each problem, and which of them are worse than the one with the best
 * median.
 *
 * <p>The test is {@link RankTest}, one-sided, with Holm's correction over all tests of all
 * problems. All runs count: the samples of a rank test may differ in size.
 *
 * @param tables one for each problem
 * @param tests how many
 * @param blind how many of them have too few runs for any result to be significant
 */
record FinalValues(List<Table> tables, int tests, int blind) {
    /** Of all tests together, the probability that any wrongly finds a difference. */
    static final double LEVEL = 0.01;

    /** What the test says of a tuner. */
    enum Verdict {
        /** It has the best median. */
        BEST,
        /** It is significantly worse. */
        WORSE,
        /** The difference may be luck. */
        OPEN,
        /** So few runs cannot show a difference. */
        TOO_FEW
    }

    /**
     * A problem.
     *
     * @param problem name and task
     * @param budget number of evaluations: the largest at which most tuners can be compared
     * @param rows from the best median to the worst
     * @param leftOut tuners whose runs on it are shorter
     */
    record Table(String problem, int budget, List<Row> rows, List<String> leftOut) {}

    /**
     * A tuner.
     *
     * @param tuner name
     * @param values of its runs, smaller ones better
     * @param p one-sided, against the best; 1 for the best itself
     * @param verdict what that means
     */
    record Row(String tuner, double[] values, double p, Verdict verdict) {
        double quantile(double share) {
            return Quantiles.of(values, share);
        }
    }

    /** Computes all tables. */
    static FinalValues of(Campaign campaign) {
        List<Table> untested =
                campaign.problems().stream().map(p -> untested(campaign, p)).toList();
        double[] p =
                untested.stream()
                        .flatMap(t -> t.rows().stream().skip(1))
                        .mapToDouble(Row::p)
                        .toArray();
        boolean[] worse = RankTest.holm(p, LEVEL);
        var tables = new ArrayList<Table>();
        int next = 0;
        int blind = 0;
        for (Table table : untested) {
            var rows = new ArrayList<Row>();
            Row best = table.rows().getFirst();
            for (Row row : table.rows()) {
                if (row == best) {
                    rows.add(row);
                    continue;
                }
                boolean tooFew =
                        RankTest.least(row.values().length, best.values().length)
                                > LEVEL / p.length;
                blind += tooFew ? 1 : 0;
                Verdict verdict =
                        worse[next++] ? Verdict.WORSE : tooFew ? Verdict.TOO_FEW : Verdict.OPEN;
                rows.add(new Row(row.tuner(), row.values(), row.p(), verdict));
            }
            tables.add(new Table(table.problem(), table.budget(), rows, table.leftOut()));
        }
        return new FinalValues(tables, p.length, blind);
    }

    private static Table untested(Campaign campaign, String problem) {
        List<String> tuners =
                campaign.tuners().stream().filter(t -> campaign.has(problem, t, 1)).toList();
        int budget = budget(campaign, problem, tuners);
        List<String> reached =
                tuners.stream().filter(t -> campaign.has(problem, t, budget)).toList();
        List<Row> rows =
                reached.stream()
                        .map(t -> row(campaign, problem, t, budget))
                        .sorted(Comparator.comparingDouble(r -> r.quantile(0.5)))
                        .toList();
        double[] best = rows.getFirst().values();
        var tested = new ArrayList<Row>(List.of(rows.getFirst()));
        for (Row row : rows.subList(1, rows.size())) {
            tested.add(
                    new Row(
                            row.tuner(),
                            row.values(),
                            RankTest.worse(row.values(), best),
                            Verdict.OPEN));
        }
        return new Table(
                problem,
                budget,
                tested,
                tuners.stream().filter(t -> !reached.contains(t)).toList());
    }

    private static Row row(Campaign campaign, String problem, String tuner, int budget) {
        double[] values =
                campaign.runs(problem, tuner, budget).stream()
                        .mapToDouble(r -> r.at(budget))
                        .toArray();
        return new Row(tuner, values, 1, Verdict.BEST);
    }

    /** Returns the largest length of a run that at least half of the tuners reach, and two do. */
    private static int budget(Campaign campaign, String problem, List<String> tuners) {
        int needed = Math.max(Math.min(2, tuners.size()), (tuners.size() + 1) / 2);
        return tuners.stream()
                .mapToInt(t ->
                        campaign.runs(problem, t, 1).stream()
                                .mapToInt(r -> r.best().length)
                                .max()
                                .orElseThrow())
                .sorted()
                .skip((long) tuners.size() - needed)
                .findFirst()
                .orElseThrow();
    }
}
