package org.attune.benchmarks.report;

import org.attune.benchmarks.Solved;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
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
                "Values after the stated number of evaluations. p: Mann and Whitney's one-sided rank test against the tuner with the best median, which was chosen by the same values, so that it flatters the best; significant at %s after Holm's correction over all %s. Solved: share of the runs within 5 %% of the gap from random search's median after 20 trials to the optimum, or to the best value of all runs."
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
        OptionalDouble limit = limit(table.problem());
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
                                    limit.isEmpty()
                                            ? "-"
                                            : String.format(
                                                    Locale.ROOT,
                                                    "%.2f",
                                                    Solved.share(limit, row.values()))),
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
                        Cell.number("solved"),
                        Cell.number("p"),
                        Cell.text("")),
                rows,
                true);
        if (!table.leftOut().isEmpty()) {
            html.quiet("Shorter runs only: %s.".formatted(String.join(", ", table.leftOut())));
        }
    }

    /** Returns from which value on a problem counts as solved. */
    private OptionalDouble limit(String problem) {
        double best =
                campaign.tuners().stream()
                        .flatMap(t -> campaign.runs(problem, t, 1).stream())
                        .mapToDouble(r -> r.at(r.best().length))
                        .min()
                        .orElse(Double.NaN);
        double[] chance =
                campaign.runs(problem, Solved.RANDOM, Solved.TRIALS).stream()
                        .mapToDouble(r -> r.at(Solved.TRIALS))
                        .toArray();
        return Solved.limit(problem, chance, best);
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
