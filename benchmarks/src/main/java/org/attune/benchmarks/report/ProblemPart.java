package org.attune.benchmarks.report;

import org.attune.benchmarks.report.Html.Cell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Problem by problem: curves and final values. */
final class ProblemPart {
    private final Sheet sheet;
    private final Campaign campaign;
    private final FinalValues values;
    private final CurveFigures curves;
    private final Html html;

    ProblemPart(Sheet sheet, Campaign campaign, FinalValues values, CurveFigures curves) {
        this.sheet = sheet;
        this.campaign = campaign;
        this.values = values;
        this.curves = curves;
        this.html = sheet.html();
    }

    /** Writes it. */
    void write() {
        html.section("problems", "Problem by problem");
        html.quiet(
                "Values after the stated number of evaluations. p: Mann and Whitney's one-sided rank test against the tuner with the best median, which was chosen by the same values, so that it flatters the best; significant at %s after Holm's correction over all %s."
                        .formatted(FinalValues.LEVEL, Format.count(values.tests(), "test")));
        List<Figure> all =
                values.tables().stream()
                        .map(t -> curves.best(t.problem(), sheet.id("curves-" + t.problem())))
                        .toList();
        html.links(all);
        IntStream.range(0, all.size())
                .forEach(i -> {
                    sheet.show(all.get(i));
                    finalTable(values.tables().get(i));
                });
    }

    private void finalTable(FinalValues.Table table) {
        var rows = new ArrayList<List<Cell>>();
        boolean max = campaign.isMaximized(table.problem());
        for (FinalValues.Row row : table.rows()) {
            rows.add(
                    List.of(
                            sheet.key(row.tuner()),
                            Cell.number(row.values().length),
                            value(table, row.quantile(0)),
                            value(table, row.quantile(max ? 0.75 : 0.25)),
                            value(table, row.quantile(0.5)),
                            value(table, row.quantile(max ? 0.25 : 0.75)),
                            Cell.number(
                                    row.verdict() == FinalValues.Verdict.BEST
                                            ? ""
                                            : Format.p(row.p())),
                            Cell.text(words(row.verdict()))));
        }
        html.table(
                List.of(
                        Cell.text("after " + Format.count(table.budget(), "evaluation")),
                        Cell.number("runs"),
                        Cell.number("best"),
                        Cell.number("lower quartile"),
                        Cell.number("median"),
                        Cell.number("upper quartile"),
                        Cell.number("p"),
                        Cell.text("")),
                rows,
                true);
        if (!table.leftOut().isEmpty()) {
            html.quiet("Shorter runs only: %s.".formatted(String.join(", ", table.leftOut())));
        }
    }

    private Cell value(FinalValues.Table table, double value) {
        return Cell.number(Format.value(campaign.shown(table.problem(), value)));
    }

    private static String words(FinalValues.Verdict verdict) {
        return switch (verdict) {
            case BEST -> "best median";
            case WORSE -> "worse";
            case OPEN -> "may be luck";
            case TOO_FEW -> "too few runs to say";
        };
    }
}
