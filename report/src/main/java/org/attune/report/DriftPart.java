package org.attune.report;

import org.attune.api.DriftChange;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.report.DriftSummary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What was measured again to see the machine drift, and the changes that it shows. */
final class DriftPart {
    private DriftPart() {}

    /** Writes it, and returns whether there is anything to show. */
    static boolean write(Subject subject, Sheet sheet) {
        DriftSummary drift = DriftSummary.of(subject.study()).orElse(null);
        if (drift == null) {
            return false;
        }
        drift.lines().forEach(line -> sheet.html().paragraph(line + "."));
        List<DriftSummary.Measurement> measured =
                drift.controls().stream().filter(c -> c.value().isPresent()).toList();
        if (measured.size() < 2) {
            return !measured.isEmpty();
        }
        double first = measured.getFirst().value().orElseThrow();
        double[] x = measured.stream().mapToDouble(c -> c.after()).toArray();
        double[] y = measured.stream().mapToDouble(c -> c.value().orElseThrow() / first).toArray();
        if (first == 0) {
            return false;
        }
        var csv = new Csv("control", "after trials", "time", drift.objective(), "to the first");
        for (int i = 0; i < x.length; i++) {
            DriftSummary.Measurement c = measured.get(i);
            csv.row(
                    c.number(),
                    c.after(),
                    c.told().orElse(c.asked()).toString(),
                    c.value().orElseThrow(),
                    y[i]);
        }
        var marks = new ArrayList<Mark>();
        marks.add(new Mark.Level("", new Look("#222222", "5 3", 1), 1));
        marks.add(
                new Mark.Line(
                        new Series("level", Look.of(1), x, levels(measured, drift.changes(), y)),
                        true));
        marks.add(new Mark.Dots("measurement", "#0072B2", Mark.Shape.DISC, 3, 0.8, x, y));
        sheet.show(
                new Figure(
                        sheet.id("controls"),
                        "The same configuration again and again",
                        "%s of one configuration, to the first time, over the trials that had ended; the level is the median between changes that are no accident (p < %s)."
                                .formatted(drift.objective(), DriftChange.LEVEL),
                        FrameChart.of(
                                "controls-picture",
                                "Measurements of one configuration over the trials of the study",
                                List.of(
                                        new Mark.In(
                                                "",
                                                "trials that had ended",
                                                "%s, to the first".formatted(drift.objective()),
                                                Axis.around(x, false),
                                                Axis.around(y, false),
                                                marks)),
                                1,
                                780,
                                200),
                        csv));
        return true;
    }

    private static double[] levels(
            List<DriftSummary.Measurement> measured, List<DriftChange> changes, double[] y) {
        double[] levels = new double[y.length];
        int begin = 0;
        for (int i = 1; i <= y.length; i++) {
            boolean ends = i == y.length;
            if (!ends) {
                long number = measured.get(i).number();
                ends = changes.stream().anyMatch(c -> c.first() == number);
            }
            if (ends) {
                double[] part = Arrays.copyOfRange(y, begin, i);
                Arrays.sort(part);
                Arrays.fill(levels, begin, i, Spread.middle(part));
                begin = i;
            }
        }
        return levels;
    }
}
