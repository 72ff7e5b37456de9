package org.attune.benchmarks;

import org.attune.charts.Axis;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Series;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** What a round of proposals takes by the number of trials, as curves on logarithmic axes. */
final class RoundFigure {
    private final double[] trials;
    private final List<Series> series = new ArrayList<>();

    /** Begins one; {@code trials} are those of all tasks together, for each size. */
    RoundFigure(List<Integer> trials) {
        this.trials = trials.stream().mapToDouble(t -> t).toArray();
    }

    /**
     * Adds a curve.
     *
     * @param color its number
     * @param dashed whether it is interrupted
     * @param seconds for each size
     */
    RoundFigure with(String name, int color, boolean dashed, DoubleStream seconds) {
        Look look = new Look(Look.of(color).color(), dashed ? "6 3" : "", 2);
        series.add(new Series(name, look, trials, seconds.toArray()));
        return this;
    }

    /** Returns the picture. */
    String svg(String id, String title, String label) {
        double[] seconds = series.stream().flatMapToDouble(s -> DoubleStream.of(s.y())).toArray();
        var panel =
                new Panel(
                        "",
                        "trials of all tasks",
                        label,
                        Axis.around(trials, true),
                        Axis.around(seconds, true),
                        series);
        return LineChart.of(id, title, List.of(panel), 420, 300).svg();
    }
}
