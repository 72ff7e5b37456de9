package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.HeldOutRun;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.report.Repetitions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How repetitions scatter, and whether the machine became slower or faster in the meantime. */
final class NoisePart {
    private static final int WINDOW = 15; // runs, of the running median
    private static final double SHOWN = 0.98; // of the points lie in the frame

    private final Subject subject;
    private final Sheet sheet;
    private final Objective objective;

    NoisePart(Subject subject, Sheet sheet) {
        this.subject = subject;
        this.sheet = sheet;
        objective = subject.objective();
    }

    void write(Optional<FittedModel> model) {
        sheet.html().section("noise", "Noise and drift");
        boolean repeated = repetitions();
        boolean controlled = DriftPart.write(subject, sheet);
        boolean drift = model.isPresent() && drift(model.get());
        if (!controlled) {
            sheet.html()
                    .quiet(
                            "Whether the machine itself became slower, a section 'drift' of the"
                                    + " problem file would tell: drift: {every: 5}.");
        }
        if (!repeated) {
            sheet.html()
                    .quiet(
                            "Every configuration was measured once, so that repetitions say nothing of the noise.%s"
                                    .formatted(
                                            drift
                                                    ? ""
                                                    : " Maybe 'attune confirm' measures the best"
                                                            + " again."));
        }
    }

    private boolean repetitions() {
        var x = new ArrayList<Double>();
        var y = new ArrayList<Double>();
        var csv = new Csv("trial", "repetition", objective.name(), "off the median (%)");
        for (Trial t : subject.trials()) {
            double[] values = Repetitions.of(subject.problem(), t, objective.name());
            if (values.length < 2) {
                continue;
            }
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            double middle = Spread.middle(sorted);
            if (middle == 0) {
                continue;
            }
            for (int r = 0; r < values.length; r++) {
                double off = 100 * (values[r] / middle - 1);
                x.add((double) t.number());
                y.add(off);
                csv.row(t.number(), r + 1, values[r], off);
            }
        }
        if (x.isEmpty()) {
            return false;
        }
        Spread spread = Spread.of(subject);
        sheet.html()
                .paragraph(
                        String.format(
                                Locale.ROOT,
                                "Repetitions of one configuration differ by %.2g %% of their median"
                                        + " (from the smallest to the largest, in the middle of %d"
                                        + " trials).",
                                100 * spread.median(),
                                spread.relative().size()));
        double[] xs = x.stream().mapToDouble(v -> v).toArray();
        double[] ys = y.stream().mapToDouble(v -> v).toArray();
        int[] some = Thinned.of(xs.length, Thinned.MOST);
        sheet.show(
                new Figure(
                        sheet.id("repetitions"),
                        "Repetitions",
                        "How far each measurement is off the median of its trial. Outliers beyond"
                                + " the frame are in the table.",
                        FrameChart.of(
                                "repetitions-picture",
                                "Repetitions over trials",
                                List.of(
                                        new Mark.In(
                                                "",
                                                "trial",
                                                "off the median (%)",
                                                Axis.around(xs, false),
                                                most(ys),
                                                List.of(
                                                        new Mark.Level(
                                                                "",
                                                                new Look("#222222", "5 3", 1),
                                                                0),
                                                        new Mark.Dots(
                                                                "measurement",
                                                                "#0072B2",
                                                                Mark.Shape.DISC,
                                                                2.6,
                                                                0.6,
                                                                at(xs, some),
                                                                at(ys, some))))),
                                1,
                                780,
                                180),
                        csv));
        return true;
    }

    /**
     * Draws measured over predicted of held-out runs in the order of time: the program should not
     * matter.
     */
    private boolean drift(FittedModel model) {
        var marks = new ArrayList<Mark>();
        var csv = new Csv("task", "run", "measured / predicted");
        var all = new ArrayList<Double>();
        int longest = 1;
        if (!model.outputs().contains(objective.name())) {
            return false;
        }
        for (Point task : subject.tasks().stream().limit(4).toList()) {
            List<HeldOutRun> runs = model.heldOut(task, objective.name());
            if (runs.size() < WINDOW
                    || runs.stream().anyMatch(r -> !(r.measured() > 0 && r.predicted() > 0))) {
                continue;
            }
            double[] x = new double[runs.size()];
            double[] y = new double[runs.size()];
            for (int i = 0; i < x.length; i++) {
                x[i] = i + 1;
                y[i] = runs.get(i).measured() / runs.get(i).predicted();
                all.add(y[i]);
                csv.row(Subject.name(task), i + 1, y[i]);
            }
            String name = org.attune.api.Format.cut(Subject.name(task), 30);
            Look look = Look.of(marks.size() / 2);
            marks.add(new Mark.Dots("", look.color(), Mark.Shape.DISC, 2.2, 0.45, x, y));
            marks.add(new Mark.Line(new Series(name, look, x, running(y)), false));
            longest = Math.max(longest, x.length);
        }
        if (marks.isEmpty()) {
            return false;
        }
        marks.addFirst(new Mark.Level("", new Look("#222222", "5 3", 1), 1));
        double[] ys = all.stream().mapToDouble(v -> v).toArray();
        sheet.show(
                new Figure(
                        sheet.id("drift"),
                        "Drift",
                        "Measured over predicted, of held-out runs in their order, with the running median of %d: where it leaves 1 for long, the machine was busier, or quieter, than on the whole."
                                .formatted(WINDOW),
                        FrameChart.of(
                                "drift-picture",
                                "Measured over predicted, over the runs of each task",
                                List.of(
                                        new Mark.In(
                                                "",
                                                "runs of the task",
                                                "measured / predicted",
                                                Axis.around(new double[] {1, longest}, false),
                                                most(ys),
                                                marks)),
                                1,
                                780,
                                200),
                        csv));
        return true;
    }

    private static double[] running(double[] y) {
        double[] medians = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            int from = Math.clamp(i - WINDOW / 2, 0, Math.max(y.length - WINDOW, 0));
            double[] part = Arrays.copyOfRange(y, from, Math.min(from + WINDOW, y.length));
            Arrays.sort(part);
            medians[i] = part[part.length / 2];
        }
        return medians;
    }

    /** Returns an axis that has nearly all of the values, whatever a few outliers are. */
    private static Axis most(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int cut = (int) ((1 - SHOWN) / 2 * sorted.length);
        return Axis.around(Arrays.copyOfRange(sorted, cut, sorted.length - cut), false);
    }

    private static double[] at(double[] values, int[] indices) {
        return Arrays.stream(indices).mapToDouble(i -> values[i]).toArray();
    }
}
