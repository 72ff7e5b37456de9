package org.attune.benchmarks.report;

import org.attune.benchmarks.Account;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report as one page of HTML, with the figures that it shows. */
final class Page {
    private final Campaign campaign;
    private final Standing standing;
    private final FinalValues values;
    private final Findings findings;
    private final SummaryFigures summary;
    private final CurveFigures curves;
    private final Sheet sheet;
    private final Html html;

    /**
     * Creates the page.
     *
     * @param hasPng whether the figures' files include PNG
     */
    Page(Campaign campaign, boolean hasPng) {
        this.campaign = campaign;
        standing = Standing.of(campaign);
        sheet = new Sheet(standing, hasPng);
        html = sheet.html();
        values = FinalValues.of(campaign);
        findings = new Findings(campaign, standing, values);
        summary = new SummaryFigures(campaign, standing);
        curves = new CurveFigures(campaign, standing);
    }

    /** Returns the figures, once the text is written. */
    List<Figure> figures() {
        return sheet.figures();
    }

    /** Returns what the page says in short. */
    List<String> findings() {
        return Stream.concat(findings.all().stream(), findings.warnings().stream()).toList();
    }

    /** Writes the page. */
    String text() {
        inShort();
        runs();
        if (!standing.comparable().isEmpty()) {
            new RankPart(sheet, standing, findings, summary).write();
            profiles();
        }
        new TaskPart(sheet, campaign, standing, summary).write();
        new CostPart(sheet, campaign, standing, curves, summary).write();
        new ProblemPart(sheet, campaign, values, curves).write();
        methods();
        return html.page(
                "Comparison of %s on %s"
                        .formatted(
                                Format.count(campaign.tuners().size(), "tuner"),
                                Format.count(campaign.problems().size(), "problem")),
                "%s from %s"
                        .formatted(
                                Format.count(campaign.all().size(), "run"),
                                String.join(", ", campaign.files())),
                Machines.inShort(campaign));
    }

    private void inShort() {
        html.section("in-short", "In short");
        html.list(findings.all());
        findings.warnings().forEach(html::warning);
    }

    private void runs() {
        html.section("runs", "What was run");
        var rows = new ArrayList<List<Cell>>();
        for (String tuner : standing.ranking()) {
            List<Run> runs = campaign.of(tuner);
            rows.add(
                    List.of(
                            sheet.key(tuner),
                            Cell.number(runs.stream().map(Run::problem).distinct().count()),
                            Cell.number(runs.size()),
                            Cell.text(Format.ranges(runs.stream().map(Run::seed).toList())),
                            Cell.text(lengths(runs)),
                            Cell.number(runs.stream().filter(Run::failed).count()),
                            Cell.number(
                                    runs.stream()
                                            .filter(r -> Double.isInfinite(r.at(r.best().length)))
                                            .count()),
                            Cell.number(failures(runs))));
        }
        html.table(
                List.of(
                        Cell.text("tuner"),
                        Cell.number("problems"),
                        Cell.number("runs"),
                        Cell.text("seeds"),
                        Cell.text("evaluations"),
                        Cell.number("runs in which the tuner failed"),
                        Cell.number("runs without any value"),
                        Cell.number("failed evaluations")),
                rows,
                false);
        html.quiet(
                "Every evaluation counts, failed ones too. The order, here and in all legends, is"
                        + " that of the average ranks.");
        html.list(Machines.statements(campaign));
        if (!campaign.notes().isEmpty()) {
            html.list(campaign.notes());
        }
    }

    private static String lengths(List<Run> runs) {
        return new TreeSet<>(runs.stream().map(r -> r.best().length).toList())
                .stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String failures(List<Run> runs) {
        boolean known = runs.stream().allMatch(r -> r.account().isPresent());
        int failures =
                runs.stream().flatMap(r -> r.account().stream()).mapToInt(Account::failures).sum();
        return known ? Integer.toString(failures) : "not recorded";
    }

    private void profiles() {
        Sample sample = standing.comparable().getLast().sample();
        html.section("profiles", "Data and performance profiles");
        sheet.show(curves.dataProfiles(sample));
        sheet.show(curves.performanceProfiles(sample));
    }

    private void methods() {
        html.section("methods", "How it was computed");
        html.list(
                List.of(
                        "Runs of a tuner on a problem differ in their seed; curves and tables show"
                            + " medians and quartiles over them. A run that has measured nothing"
                            + " counts as worse than any value.",
                        "Average ranks: on each problem the medians are ranked, 1 the best; medians within one part in %s of each other share a rank. At each number of evaluations those problems and tuners are compared, all of these tuners on all of these problems, that keep the most medians."
                                .formatted(Format.fixed(1 / Ranks.TIE, 0)),
                        "Critical differences: J. Demšar, JMLR 7 (2006): Friedman's test with Iman"
                            + " and Davenport's F, then Nemenyi's test of all pairs. Problems are"
                            + " taken for independent, which tasks of one problem are not quite.",
                        "Data and performance profiles: J. J. Moré and S. M. Wild, SIAM Journal on"
                            + " Optimization 20 (2009). Every problem weighs the same, and within"
                            + " it every run.",
                        "Problems are minimised"
                                + (campaign.problems().stream().anyMatch(campaign::isMaximized)
                                        ? ", except for those whose results say so or only ever rise: %s."
                                                .formatted(
                                                        campaign.problems().stream()
                                                                .filter(campaign::isMaximized)
                                                                .collect(Collectors.joining(", ")))
                                        : ".")
                                + " Of several objectives the hypervolume of the runs so far is"
                                + " compared, up to the point that stands beside the curves."));
    }
}
