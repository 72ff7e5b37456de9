package org.attune.benchmarks.report;

import org.attune.benchmarks.Account;
import org.attune.benchmarks.report.Html.Cell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The report as one page of HTML, with the figures that it shows. */
final class Page {
    private final Campaign campaign;
    private final Standing standing;
    private final FinalValues values;
    private final Findings findings;
    private final SummaryFigures summary;
    private final CurveFigures curves;
    private final Html html = new Html();
    private final List<Figure> figures = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final boolean hasPng;

    /**
     * Creates the page.
     *
     * @param hasPng whether the figures' files include PNG
     */
    Page(Campaign campaign, boolean hasPng) {
        this.campaign = campaign;
        this.hasPng = hasPng;
        standing = Standing.of(campaign);
        values = FinalValues.of(campaign);
        findings = new Findings(campaign, standing, values);
        summary = new SummaryFigures(campaign, standing);
        curves = new CurveFigures(campaign, standing);
    }

    /** Returns the figures, once the text is written. */
    List<Figure> figures() {
        return figures;
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
            ranks();
            profiles();
        }
        tasks();
        cost();
        problems();
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
                style(),
                Machines.inShort(campaign));
    }

    private static String style() {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException(
                        "page.css is missing. Maybe the jar is incomplete.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read page.css", e);
        }
    }

    private void show(Figure figure) {
        figures.add(figure);
        html.figure(figure, hasPng);
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
                            key(tuner),
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

    private Cell key(String tuner) {
        return Cell.key(tuner, standing.look(tuner));
    }

    private void ranks() {
        html.section("ranking", "Average ranks");
        show(summary.ranks());
        for (Standing.Stage stage : standing.comparable().reversed()) {
            html.heading(
                    "ranks-" + stage.budget(), "At " + Format.count(stage.budget(), "evaluation"));
            var header =
                    new ArrayList<>(
                            List.of(
                                    Cell.text("tuner"),
                                    Cell.number("average rank"),
                                    Cell.number("± by seeds"),
                                    Cell.number("runs per problem")));
            if (stage.common().length > 0) {
                header.add(
                        Cell.number(
                                "rank over seeds "
                                        + Format.ranges(List.copyOf(stage.commonSeeds()))));
            }
            var rows = new ArrayList<List<Cell>>();
            for (int t : stage.order()) {
                var row =
                        new ArrayList<>(
                                List.of(
                                        key(stage.sample().tuners().get(t)),
                                        Cell.number(Format.fixed(stage.spread()[t].average(), 2)),
                                        Cell.number(Format.fixed(stage.spread()[t].deviation(), 2)),
                                        Cell.number(runsPerProblem(stage.sample(), t))));
                if (stage.common().length > 0) {
                    row.add(Cell.number(Format.fixed(stage.common()[t], 2)));
                }
                rows.add(row);
            }
            html.table(header, rows, false);
            html.quiet(
                    "Problems: %s. %s"
                            .formatted(
                                    String.join(", ", stage.sample().problems()),
                                    findings.leftOut(stage)));
            if (stage.isTestable()) {
                show(summary.criticalDifference(stage));
            }
        }
    }

    private static String runsPerProblem(Sample sample, int tuner) {
        int[] counts =
                Arrays.stream(sample.values()).mapToInt(p -> p[tuner].length).sorted().toArray();
        int least = counts[0];
        int most = counts[counts.length - 1];
        return least == most ? Integer.toString(least) : least + " to " + most;
    }

    private void profiles() {
        Sample sample = standing.comparable().getLast().sample();
        html.section("profiles", "Data and performance profiles");
        show(curves.dataProfiles(sample));
        show(curves.performanceProfiles(sample));
    }

    private void tasks() {
        List<TaskRatios> all = TaskRatios.of(campaign, standing.ranking());
        if (all.isEmpty()) {
            return;
        }
        html.section("tasks", "Tasks tuned together");
        for (TaskRatios ratios : all) {
            String id = id("tasks-" + ratios.problem());
            summary.taskRatios(ratios, id)
                    .ifPresentOrElse(
                            this::show,
                            () ->
                                    html.heading(
                                            id,
                                            "%s: each task against %s"
                                                    .formatted(
                                                            ratios.problem(), ratios.reference())));
            var rows = new ArrayList<List<Cell>>();
            for (TaskRatios.Other other : ratios.others()) {
                int n = other.tasks().size();
                rows.add(
                        List.of(
                                key(other.tuner()),
                                Cell.number("%d of %d".formatted(other.betterBest(), n)),
                                Cell.number(median(other.best())),
                                Cell.number(
                                        other.recorded() == 0
                                                ? "not recorded"
                                                : "%d of %d"
                                                        .formatted(
                                                                other.cheaper(), other.recorded())),
                                Cell.number(median(other.sum()))));
            }
            html.table(
                    List.of(
                            Cell.text("against"),
                            Cell.number("better best value on tasks"),
                            Cell.number("median ratio"),
                            Cell.number("less spent on tasks"),
                            Cell.number("median ratio")),
                    rows,
                    false);
        }
    }

    private static String median(double[] ratios) {
        double[] known = Arrays.stream(ratios).filter(Double::isFinite).toArray();
        return known.length == 0 ? "–" : Format.fixed(Quantiles.median(known), 3);
    }

    private void cost() {
        Optional<Figure> overhead = curves.overhead();
        Optional<Figure> times = summary.times();
        if (overhead.isEmpty() && times.isEmpty()) {
            return;
        }
        html.section("cost", "What the tuners cost");
        overhead.ifPresent(this::show);
        if (overhead.isPresent()) {
            overheadTable();
        }
        times.ifPresent(this::show);
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
                                key(tuner),
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

    private void problems() {
        html.section("problems", "Problem by problem");
        html.quiet(
                "Values after the stated number of evaluations. p: Mann and Whitney's one-sided rank test against the tuner with the best median, which was chosen by the same values, so that it flatters the best; significant at %s after Holm's correction over all %s."
                        .formatted(FinalValues.LEVEL, Format.count(values.tests(), "test")));
        List<Figure> all =
                values.tables().stream()
                        .map(t -> curves.best(t.problem(), id("curves-" + t.problem())))
                        .toList();
        html.links(all);
        IntStream.range(0, all.size())
                .forEach(i -> {
                    show(all.get(i));
                    finalTable(values.tables().get(i));
                });
    }

    private void finalTable(FinalValues.Table table) {
        var rows = new ArrayList<List<Cell>>();
        boolean max = campaign.isMaximized(table.problem());
        for (FinalValues.Row row : table.rows()) {
            rows.add(
                    List.of(
                            key(row.tuner()),
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

    private void methods() {
        html.section("methods", "How it was computed");
        html.list(
                List.of(
                        "Runs of a tuner on a problem differ in their seed; curves and tables show"
                            + " medians and quartiles over them. A run that has measured nothing"
                            + " counts as worse than any value.",
                        "Average ranks: on each problem the medians are ranked, 1 the best; medians within one part in %s of each other share a rank. At each number of evaluations those problems and tuners are compared, all of these tuners on all of these problems, that keep the most medians."
                                .formatted(
                                        Format.digits(1 / Ranks.TIE, 7).replaceAll("\\.0*$", "")),
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
                                        : ".")));
    }

    /** Returns a name for files and anchors that no figure has yet. */
    private String id(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("-$", "");
        String id = plain;
        for (int i = 2; !ids.add(id); i++) {
            id = plain + "-" + i;
        }
        return id;
    }
}
