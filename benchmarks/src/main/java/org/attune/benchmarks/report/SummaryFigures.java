package org.attune.benchmarks.report;

import org.attune.benchmarks.Account;
import org.attune.charts.Axis;
import org.attune.charts.BarChart;
import org.attune.charts.CriticalDifferenceChart;
import org.attune.charts.IntervalChart;
import org.attune.charts.PointChart;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Figures with one mark for each tuner or task: ranks, ratios of tasks, shares of time. */
final class SummaryFigures {
    private final Campaign campaign;
    private final Standing standing;

    SummaryFigures(Campaign campaign, Standing standing) {
        this.campaign = campaign;
        this.standing = standing;
    }

    /** Returns the average ranks with their spreads, at all numbers of evaluations. */
    Figure ranks() {
        var csv =
                new Csv(
                        "evaluations",
                        "tuner",
                        "average rank",
                        "5 % of redraws",
                        "95 % of redraws",
                        "standard deviation",
                        "tuners",
                        "problems");
        List<Standing.Stage> stages = standing.comparable();
        List<String> names =
                standing.ranking().stream()
                        .filter(t -> stages.stream().anyMatch(s -> s.tuners().contains(t)))
                        .toList();
        var columns = new ArrayList<IntervalChart.Column>();
        int most = 2;
        for (Standing.Stage stage : stages) {
            var dots = new ArrayList<IntervalChart.Dot>();
            for (int t : stage.order()) {
                Ranks.Spread s = stage.spread()[t];
                String tuner = stage.sample().tuners().get(t);
                dots.add(
                        new IntervalChart.Dot(
                                names.indexOf(tuner), s.average(), s.lower(), s.upper()));
                csv.row(
                        stage.budget(),
                        tuner,
                        s.average(),
                        s.lower(),
                        s.upper(),
                        s.deviation(),
                        stage.order().size(),
                        stage.sample().problems().size());
            }
            most = Math.max(most, stage.order().size());
            columns.add(new IntervalChart.Column(title(stage), dots));
        }
        var axis = new Axis(0.8, most + 0.2, false);
        return new Figure(
                "ranks",
                "Average ranks",
                "Rank 1 is the best. The bar holds 90 %% of the average ranks when the seeds of each tuner are drawn again with replacement (%d times): luck of the seeds. Redraws repeat seeds, which brings ranks together, so that a point may lie outside of its bar. A dash: not run on all of these problems with so many evaluations."
                        .formatted(Ranks.DRAWS),
                IntervalChart.of(
                        "ranks",
                        "Average ranks",
                        names,
                        standing.looks(names),
                        axis,
                        "average rank (lower is better)",
                        columns),
                csv);
    }

    private static String title(Standing.Stage stage) {
        int problems = stage.sample().problems().size();
        return "%d evaluations, %d problem%s"
                .formatted(stage.budget(), problems, problems == 1 ? "" : "s");
    }

    /** Returns the critical-difference diagram of a stage that can be tested. */
    Figure criticalDifference(Standing.Stage stage) {
        String id = "critical-difference-" + stage.budget();
        double difference = stage.criticalDifference();
        var csv = new Csv("tuner", "average rank", "critical difference");
        for (int t : stage.order()) {
            csv.row(stage.sample().tuners().get(t), stage.spread()[t].average(), difference);
        }
        Friedman friedman = stage.friedman();
        String verdict =
                friedman.davenport() < Standing.LEVEL
                        ? "The tuners differ (Friedman's test with Iman and Davenport's correction, %s)."
                                .formatted(Format.equation(friedman.davenport()))
                        : "Friedman's test finds no difference between the tuners (%s): do not read the bars."
                                .formatted(Format.equation(friedman.davenport()));
        return new Figure(
                id,
                "Critical differences at %d evaluations".formatted(stage.budget()),
                "%s Tuners under one bar cannot be told apart (Nemenyi's test at %s, over %d problems)."
                        .formatted(verdict, Standing.LEVEL, stage.sample().problems().size()),
                CriticalDifferenceChart.of(
                        id,
                        "Critical differences",
                        stage.tuners(),
                        standing.looks(stage.tuners()),
                        stage.ranks(),
                        difference,
                        Nemenyi.groups(stage.ranks(), difference)),
                csv);
    }

    /** Returns the paper's figure 1; empty where no sum of application time was recorded. */
    Optional<Figure> taskRatios(TaskRatios ratios, String id) {
        var csv = new Csv("tuner", "task", "ratio of best", "ratio of sums");
        var series = new ArrayList<Series>();
        for (TaskRatios.Other other : ratios.others()) {
            for (int i = 0; i < other.tasks().size(); i++) {
                csv.row(other.tuner(), other.tasks().get(i), other.best()[i], other.sum()[i]);
            }
            if (other.recorded() > 0) {
                series.add(
                        new Series(
                                "%s (%d of %d)"
                                        .formatted(
                                                other.tuner(),
                                                other.betterBest(),
                                                other.tasks().size()),
                                standing.look(other.tuner()),
                                other.best(),
                                other.sum()));
            }
        }
        if (series.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Figure(
                        id,
                        "%s: each task against %s".formatted(ratios.problem(), ratios.reference()),
                        "A point is a task. Right of the line %s finds the better value; above it, the other tuner's evaluations cost more in sum. In brackets: on how many tasks %s is better. Medians over seeds, %d evaluations per task (on average where they are allocated adaptively)."
                                .formatted(ratios.reference(), ratios.reference(), ratios.budget()),
                        PointChart.of(
                                id,
                                "Ratios of tasks",
                                "best value / that of " + ratios.reference(),
                                "sum of values / that of " + ratios.reference(),
                                series),
                        csv));
    }

    /** Returns where the time went; empty where no run says so. */
    Optional<Figure> times() {
        var csv = new Csv("tuner", "objective s", "model s", "search s");
        var names = new ArrayList<String>();
        var amounts = new ArrayList<double[]>();
        for (String tuner : standing.ranking()) {
            List<Account> accounts =
                    campaign.of(tuner).stream().flatMap(r -> r.account().stream()).toList();
            double[] sums = {
                accounts.stream().mapToDouble(Account::objective).sum(),
                accounts.stream().mapToDouble(Account::model).sum(),
                accounts.stream().mapToDouble(Account::search).sum()
            };
            if (Arrays.stream(sums).sum() > 0) {
                names.add(tuner);
                amounts.add(sums);
                csv.row(tuner, sums[0], sums[1], sums[2]);
            }
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Figure(
                                "times",
                                "Where the time went",
                                "Share of the wall time of all runs; what a tuner does not report"
                                    + " as model or search is not counted. With test functions the"
                                    + " objective costs nothing.",
                                BarChart.of(
                                        "times",
                                        "Shares of time",
                                        names,
                                        List.of("objective", "model", "search"),
                                        amounts.toArray(double[][]::new),
                                        "s"),
                                csv));
    }
}
