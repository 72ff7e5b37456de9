package org.attune.benchmarks.report;

import org.attune.benchmarks.Quantiles;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the tuners cost. */
final class CostPart {
    private final Sheet sheet;
    private final Campaign campaign;
    private final Standing standing;
    private final CurveFigures curves;
    private final SummaryFigures summary;
    private final Html html;

    CostPart(
            Sheet sheet,
            Campaign campaign,
            Standing standing,
            CurveFigures curves,
            SummaryFigures summary) {
        this.sheet = sheet;
        this.campaign = campaign;
        this.standing = standing;
        this.curves = curves;
        this.summary = summary;
        this.html = sheet.html();
    }

    /** Writes it, where it was recorded. */
    void write() {
        Optional<Figure> overhead = curves.overhead();
        Optional<Figure> times = summary.times();
        if (overhead.isEmpty() && times.isEmpty()) {
            return;
        }
        html.section("cost", "What the tuners cost");
        overhead.ifPresent(sheet::show);
        if (overhead.isPresent()) {
            overheadTable();
        }
        times.ifPresent(sheet::show);
    }

    private void overheadTable() {
        var rows = new ArrayList<List<Cell>>();
        for (String tuner : standing.ranking()) {
            double[] seconds =
                    campaign.of(tuner).stream()
                            .flatMap(r -> r.overhead().stream())
                            .mapToDouble(v -> v)
                            .filter(Double::isFinite)
                            .toArray();
            OptionalDouble mean = Arrays.stream(seconds).average();
            if (mean.isPresent()) {
                rows.add(
                        List.of(
                                sheet.key(tuner),
                                Cell.number(Format.digits(mean.getAsDouble(), 3)),
                                Cell.number(Format.digits(Quantiles.median(seconds), 3)),
                                Cell.number(Format.digits(Quantiles.of(seconds, 1), 3))));
            }
        }
        html.table(
                List.of(
                        Cell.text("CPU seconds of a suggestion"),
                        Cell.number("mean"),
                        Cell.number("median"),
                        Cell.number("most")),
                rows,
                false);
    }
}
