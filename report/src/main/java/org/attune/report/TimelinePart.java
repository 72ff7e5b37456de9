package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Mark;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.Times;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** When which worker ran which trial, and when the tuner was thinking. */
final class TimelinePart {
    private static final int MOST = 600; // trials in the picture
    private static final int WORKERS = 32;

    private TimelinePart() {}

    static void write(Subject subject, Sheet sheet) {
        sheet.html().section("timeline", "Where the time went");
        sheet.html().paragraph(Times.of(subject.trials()) + ".");
        List<Trial> all =
                subject.trials().stream()
                        .filter(t -> !t.isPending() && !t.origin().isTakenOver())
                        .filter(t -> t.outcome().elapsed() > 0)
                        .sorted(Comparator.comparingDouble(TimelinePart::start))
                        .toList();
        if (all.isEmpty()) {
            sheet.html().quiet("No trial has said how long it took.");
            return;
        }
        draw(subject, sheet, all);
    }

    private static double start(Trial t) {
        return end(t) - t.outcome().elapsed();
    }

    private static double end(Trial t) {
        return WorkingTime.seconds(WorkingTime.ended(t));
    }

    private static void draw(Subject subject, Sheet sheet, List<Trial> all) {
        List<Trial> shown = all.subList(Math.max(0, all.size() - MOST), all.size());
        var clock = new WorkingTime(shown);
        var free = new ArrayList<Double>(); // when each worker is done
        var measured = new Lane();
        var failed = new Lane();
        var thinking = new Lane();
        var csv =
                new Csv(
                        "trial",
                        "worker",
                        "state",
                        "start (s)",
                        "end (s)",
                        "model (s)",
                        "search (s)");
        for (Trial t : shown) {
            double start = start(t);
            double end = end(t);
            int worker = 0;
            while (worker < free.size() && free.get(worker) > start + 0.002) {
                worker++;
            }
            worker = Math.min(worker, WORKERS - 1);
            if (worker == free.size()) {
                free.add(end);
            } else {
                free.set(worker, Math.max(free.get(worker), end));
            }
            double from = clock.at(start);
            double to = clock.at(end);
            (t.outcome() instanceof Outcome.Measured ? measured : failed).add(from, to, worker + 1);
            var effort = t.provenance().effort();
            double asked = WorkingTime.seconds(t.provenance().asked());
            double thought = effort.model() + effort.search();
            if (thought > 0) {
                thinking.add(clock.at(asked - thought), clock.at(asked), 0);
            }
            csv.row(
                    t.number(),
                    worker + 1,
                    Outcomes.state(t),
                    from,
                    to,
                    effort.model(),
                    effort.search());
        }
        var names = new ArrayList<>(List.of("tuner"));
        for (int w = 1; w <= free.size(); w++) {
            names.add(free.size() <= 12 || w % 4 == 1 ? "worker " + w : "");
        }
        sheet.show(
                new Figure(
                        sheet.id("timeline"),
                        "Timeline of workers",
                        "Each bar is a trial; the lowest row is the tuner, fitting and searching.%s%s%s"
                                .formatted(
                                        clock.breaks() > 0
                                                ? " %s left out."
                                                        .formatted(
                                                                clock.breaks() == 1
                                                                        ? "A pause is"
                                                                        : clock.breaks()
                                                                                + " pauses are")
                                                : "",
                                        shown.size() < all.size()
                                                ? " The last %d of %d trials."
                                                        .formatted(MOST, all.size())
                                                : "",
                                        free.size() == WORKERS
                                                ? " More than %d workers share the last row."
                                                        .formatted(WORKERS)
                                                : ""),
                        FrameChart.of(
                                "timeline-picture",
                                "Timeline of %s on %s"
                                        .formatted(
                                                Format.count(shown.size(), "trial"),
                                                Format.count(free.size(), "worker")),
                                List.of(
                                        new Mark.In(
                                                "",
                                                "seconds of work",
                                                "",
                                                Axis.around(
                                                        new double[] {
                                                            0, clock.at(Double.MAX_VALUE)
                                                        },
                                                        false),
                                                Axis.of(names),
                                                List.of(
                                                        measured.bars("measured", "#0072B2"),
                                                        failed.bars("failed", "#D55E00"),
                                                        thinking.bars(
                                                                "model and search", "#E69F00")))),
                                1,
                                800,
                                Math.min(60 + 22 * free.size(), 480)),
                        csv));
    }

    /** Bars of one colour. */
    private static final class Lane {
        private final List<double[]> bars = new ArrayList<>();

        void add(double from, double to, int row) {
            bars.add(new double[] {from, to, row});
        }

        Mark bars(String name, String color) {
            return new Mark.Bars(bars.isEmpty() ? "" : name, color, part(0), part(1), part(2));
        }

        private double[] part(int i) {
            return bars.stream().mapToDouble(b -> b[i]).toArray();
        }
    }
}
