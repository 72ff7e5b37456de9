package org.attune.benchmarks.report;

import org.attune.benchmarks.Quantiles;
import org.attune.charts.Axis;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Curves over evaluations, or over what they cost: the best so far, the cost of suggestions, and
 * profiles.
 */
final class CurveFigures {
    private static final double[] TOLERANCES = {0.1, 0.01};
    private static final double ASKS_FOR_LOG = 30; // largest over smallest value
    private static final int BANDS = 3;
    private static final int STEPS =
            10; // points of a curve for each full run, where runs are cheaper

    private final Campaign campaign;
    private final Standing standing;

    CurveFigures(Campaign campaign, Standing standing) {
        this.campaign = campaign;
        this.standing = standing;
    }

    /** Returns the best values, or the hypervolumes, so far on a problem. */
    Figure best(String problem, String id) {
        boolean costs =
                campaign.tuners().stream()
                        .flatMap(t -> campaign.runs(problem, t, 1).stream())
                        .anyMatch(Run::hasCosts);
        var csv =
                new Csv(
                        "tuner",
                        costs ? "full runs" : "evaluation",
                        "runs",
                        "lower quartile",
                        "median",
                        "upper quartile");
        var series = new ArrayList<Series>();
        for (String tuner : standing.ranking()) {
            List<Run> runs = campaign.runs(problem, tuner, 1);
            if (!runs.isEmpty()) {
                series.add(best(problem, tuner, runs, costs, series.size() < BANDS, csv));
            }
        }
        double[] values =
                series.stream()
                        .flatMapToDouble(s ->
                                DoubleStream.concat(
                                        DoubleStream.of(s.y()),
                                        DoubleStream.concat(
                                                DoubleStream.of(s.lower()),
                                                DoubleStream.of(s.upper()))))
                        .filter(Double::isFinite)
                        .toArray();
        double longest =
                series.stream().mapToDouble(s -> s.x()[s.x().length - 1]).max().orElseThrow();
        boolean max = campaign.isMaximized(problem);
        Optional<List<Double>> point = campaign.reference(problem);
        String quantity = point.isPresent() ? "Hypervolume so far" : "Best value so far";
        var panel =
                new Panel(
                        "",
                        costs ? "cost in full runs" : "evaluations",
                        "%s (%s is better)"
                                .formatted(
                                        quantity.toLowerCase(Locale.ROOT),
                                        max ? "higher" : "lower"),
                        new Axis(0, Math.max(longest, 2), false),
                        Axis.around(values, asksForLog(values)),
                        series);
        String bands =
                series.size() > BANDS
                        ? "bands: quartiles of the %d best-ranked".formatted(BANDS)
                        : "bands: quartiles";
        return new Figure(
                id,
                problem,
                "Medians over seeds; %s (those of all are in the table and the CSV).%s"
                        .formatted(bands, point.map(CurveFigures::upTo).orElse("")),
                LineChart.of(id, quantity + " on " + problem, List.of(panel), 600, 300),
                csv);
    }

    private static String upTo(List<Double> point) {
        return " Hypervolume of the runs so far, up to (%s)."
                .formatted(point.stream().map(Format::value).collect(Collectors.joining(", ")));
    }

    private Series best(
            String problem, String tuner, List<Run> runs, boolean costs, boolean band, Csv csv) {
        int steps = costs ? STEPS : 1; // for each full run
        int length = shared(runs) * steps;
        var x = IntStream.rangeClosed(1, length).mapToDouble(i -> (double) i / steps).toArray();
        var quartiles = new double[3][length];
        for (int i = 0; i < length; i++) {
            double spent = x[i];
            List<Run> there = campaign.runs(problem, tuner, (int) Math.ceil(spent));
            double[] values = there.stream().mapToDouble(r -> r.at(spent)).toArray();
            for (int q = 0; q < 3; q++) {
                quartiles[q][i] = campaign.shown(problem, Quantiles.of(values, 0.25 * (q + 1)));
            }
            Object where = costs ? (Object) spent : (Object) (int) spent;
            csv.row(tuner, where, there.size(), quartiles[0][i], quartiles[1][i], quartiles[2][i]);
        }
        Look look = standing.look(tuner);
        int from = costs ? firstFinite(quartiles[1]) : 0;
        double[][] y =
                Arrays.stream(quartiles)
                        .map(q -> Arrays.copyOfRange(q, from, length))
                        .toArray(double[][]::new);
        double[] at = Arrays.copyOfRange(x, from, length);
        return band && runs.size() > 1
                ? new Series(tuner, look, at, y[1], y[0], y[2])
                : new Series(tuner, look, at, y[1]);
    }

    /** Returns where the first value is; the last place where there is none. */
    private static int firstFinite(double[] values) {
        int first = 0;
        while (first < values.length - 1 && !Double.isFinite(values[first])) {
            first++;
        }
        return first;
    }

    /**
     * Returns how many evaluations at least half of the runs have, so that no curve ends on one.
     */
    private static int shared(List<Run> runs) {
        int[] lengths = runs.stream().mapToInt(r -> r.best().length).sorted().toArray();
        return lengths[lengths.length / 2];
    }

    private static boolean asksForLog(double[] values) {
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(0);
        return low > 0 && high / low > ASKS_FOR_LOG;
    }

    /** Returns the CPU time of suggestions, empty where none was recorded. */
    Optional<Figure> overhead() {
        var csv = new Csv("tuner", "evaluation", "median CPU seconds");
        var series = new ArrayList<Series>();
        for (String tuner : standing.ranking()) {
            List<Run> runs = campaign.of(tuner);
            int longest = runs.stream().mapToInt(r -> r.overhead().size()).max().orElse(0);
            var y = new double[longest];
            for (int i = 0; i < longest; i++) {
                int number = i;
                double[] there =
                        runs.stream()
                                .filter(r -> r.overhead().size() > number)
                                .mapToDouble(r -> r.overhead().get(number))
                                .filter(Double::isFinite)
                                .toArray();
                y[i] = there.length == 0 ? Double.NaN : Math.max(Quantiles.median(there), 1e-5);
                csv.row(tuner, i + 1, y[i]);
            }
            if (Arrays.stream(y).anyMatch(Double::isFinite)) {
                double[] x = IntStream.rangeClosed(1, longest).asDoubleStream().toArray();
                series.add(new Series(tuner, standing.look(tuner), x, y));
            }
        }
        if (series.isEmpty()) {
            return Optional.empty();
        }
        double[] all = series.stream().flatMapToDouble(s -> DoubleStream.of(s.y())).toArray();
        int longest = series.stream().mapToInt(s -> s.x().length).max().orElseThrow();
        var panel =
                new Panel(
                        "",
                        "evaluation",
                        "CPU seconds of a suggestion",
                        new Axis(0, Math.max(longest, 2), false),
                        Axis.around(all, true),
                        series);
        return Optional.of(
                new Figure(
                        "overhead",
                        "CPU time of suggestions",
                        "Medians over all runs of all problems, at least 10 µs; on whatever machine"
                                + " each tuner ran.",
                        LineChart.of(
                                "overhead", "CPU seconds of suggestions", List.of(panel), 600, 320),
                        csv));
    }

    /** Returns data profiles, for two tolerances. */
    Figure dataProfiles(Sample sample) {
        var csv = new Csv("tolerance", "tuner", "evaluations", "share of problems");
        var panels = new ArrayList<Panel>();
        for (double tolerance : TOLERANCES) {
            var profiles = Profiles.of(campaign, sample, tolerance);
            double[] grid = IntStream.rangeClosed(0, sample.budget()).asDoubleStream().toArray();
            panels.add(
                    profile(
                            profiles,
                            tolerance,
                            "evaluations",
                            new Axis(0, Math.max(sample.budget(), 2), false),
                            grid,
                            tuner -> v -> profiles.data(tuner, v),
                            csv));
        }
        return new Figure(
                "data-profiles",
                "Data profiles at %d evaluations".formatted(sample.budget()),
                "Share of problems solved after so many evaluations. A run solves a problem of"
                    + " tolerance τ when it has covered 1 - τ of the way from a first value (median"
                    + " of all runs) to the best value that any run of any tuner reaches.",
                LineChart.of("data-profiles", "Data profiles", panels, 310, 300),
                csv);
    }

    /** Returns performance profiles, for two tolerances. */
    Figure performanceProfiles(Sample sample) {
        var csv = new Csv("tolerance", "tuner", "ratio", "share of problems");
        var panels = new ArrayList<Panel>();
        for (double tolerance : TOLERANCES) {
            var profiles = Profiles.of(campaign, sample, tolerance);
            double end = profiles.largestRatio();
            double[] grid =
                    IntStream.rangeClosed(0, 200)
                            .mapToDouble(i -> Math.pow(end, i / 200.0))
                            .toArray();
            panels.add(
                    profile(
                            profiles,
                            tolerance,
                            "evaluations / those of the fastest run",
                            new Axis(1, end, true),
                            grid,
                            tuner -> v -> profiles.performance(tuner, v),
                            csv));
        }
        return new Figure(
                "performance-profiles",
                "Performance profiles at %d evaluations".formatted(sample.budget()),
                "Share of problems solved within so many times the evaluations that the fastest run"
                    + " of any tuner needs. On the left: how often a tuner is among the fastest; on"
                    + " the right: how often it gets there at all.",
                LineChart.of("performance-profiles", "Performance profiles", panels, 310, 300),
                csv);
    }

    private interface ProfileOf {
        DoubleUnaryOperator of(int tuner);
    }

    private Panel profile(
            Profiles profiles,
            double tolerance,
            String xLabel,
            Axis axis,
            double[] grid,
            ProfileOf profile,
            Csv csv) {
        var series = new ArrayList<Series>();
        for (String tuner : standing.ranking()) {
            int index = profiles.tuners().indexOf(tuner);
            if (index < 0) {
                continue;
            }
            double[] y = Arrays.stream(grid).map(profile.of(index)).toArray();
            for (int i = 0; i < grid.length; i++) {
                if (i == 0 || y[i] != y[i - 1]) {
                    csv.row(tolerance, tuner, grid[i], y[i]);
                }
            }
            series.add(steps(tuner, grid, y));
        }
        return new Panel(
                "τ = %s".formatted(tolerance),
                xLabel,
                "share of problems solved",
                axis,
                new Axis(-0.01, 1.01, false),
                series);
    }

    /** Returns a curve that keeps each value until the next point. */
    private Series steps(String tuner, double[] x, double[] y) {
        var stepX = new double[2 * x.length - 1];
        var stepY = new double[2 * x.length - 1];
        for (int i = 0; i < x.length; i++) {
            stepX[2 * i] = x[i];
            stepY[2 * i] = y[i];
            if (i + 1 < x.length) {
                stepX[2 * i + 1] = x[i + 1];
                stepY[2 * i + 1] = y[i];
            }
        }
        return new Series(tuner, standing.look(tuner), stepX, stepY);
    }
}
