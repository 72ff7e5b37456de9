package org.attune.report;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Format;
import org.attune.charts.exhibits.ExhibitPicture;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;

import java.util.List;

/** What the tuner has to show besides a model: credits, regimes, brackets, weights of sources. */
final class ExhibitPart {
    private static final int ROWS = 100;

    private ExhibitPart() {}

    static void write(List<Exhibit> exhibits, Sheet sheet) {
        sheet.html().section("exhibits", "What the tuner has to show");
        for (Exhibit exhibit : exhibits) {
            switch (exhibit) {
                case Exhibit.Plot plot -> draw(plot, sheet);
                case Exhibit.Table table -> table(table, sheet);
            }
        }
    }

    private static void draw(Exhibit.Plot plot, Sheet sheet) {
        var csv = new Csv("curve", plot.x().label(), plot.y().label());
        for (Curve curve : plot.curves()) {
            for (int i = 0; i < curve.x().size(); i++) {
                csv.row(curve.name(), curve.x().get(i), curve.y().get(i));
            }
        }
        sheet.show(
                new Figure(
                        sheet.id("exhibit " + plot.title()),
                        plot.title(),
                        plot.note(),
                        ExhibitPicture.of(plot),
                        csv));
    }

    private static void table(Exhibit.Table table, Sheet sheet) {
        sheet.html().heading(sheet.id("exhibit " + table.title()), table.title());
        List<Object> sample = table.rows().isEmpty() ? List.of() : table.rows().getFirst();
        var header =
                java.util.stream.IntStream.range(0, table.columns().size())
                        .mapToObj(c ->
                                new Html.Cell(
                                        Html.escaped(table.columns().get(c)),
                                        c < sample.size() && sample.get(c) instanceof Number))
                        .toList();
        sheet.html()
                .table(
                        header,
                        table.rows().stream()
                                .limit(ROWS)
                                .map(r -> r.stream().map(ExhibitPart::cell).toList())
                                .toList(),
                        false);
        if (table.rows().size() > ROWS) {
            sheet.html().quiet("The first %d of %d rows.".formatted(ROWS, table.rows().size()));
        }
        if (!table.note().isEmpty()) {
            sheet.html().quiet(table.note());
        }
    }

    private static Html.Cell cell(Object value) {
        return switch (value) {
            case Double d -> Html.Cell.number(Double.isNaN(d) ? "–" : Format.number(d));
            case Number n -> Html.Cell.number(n.toString());
            default -> Html.Cell.text(value.toString());
        };
    }
}
