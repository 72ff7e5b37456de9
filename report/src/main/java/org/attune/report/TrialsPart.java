package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.charts.Look;
import org.attune.charts.ParallelChart;
import org.attune.charts.Shades;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;
import org.attune.history.TrialNotes;
import org.attune.history.TrialUids;
import org.attune.studies.report.Outcomes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** All trials: parallel coordinates, and the table that brushing them filters. */
final class TrialsPart {
    private static final String CHEAP = "#c57bab"; // lines of cheap runs

    private static final int LINES = 300; // of the picture for print
    private static final int MARK = 8; // letters of a uid
    private static final int ROWS = 40; // of the table without a script

    private static final String CAPTION = " Dashed ones are cheap runs, which are not compared.";

    private final Subject subject;
    private final Sheet sheet;
    private final List<Trial> trials;
    private final List<Column> columns;
    private final Optional<Path> folder;

    /**
     * Begins.
     *
     * @param folder of the page, from which links go; empty for a page that has none
     */
    TrialsPart(Subject subject, Sheet sheet, Optional<Path> folder) {
        this.subject = subject;
        this.sheet = sheet;
        this.folder = folder;
        trials = subject.trials();
        columns = Column.of(subject.problem(), trials);
    }

    void write() {
        sheet.html().section("trials", "All trials");
        if (trials.isEmpty()) {
            sheet.html().quiet("There is none yet.");
            return;
        }
        double[] ranks = ranks();
        draw(ranks);
        table(ranks);
        data(ranks);
    }

    /**
     * Returns the place of each trial among the usable ones of its task: 0 the best, 1 the worst.
     */
    private double[] ranks() {
        Objective objective = subject.objective();
        int sign = objective.goal().sign();
        double[] ranks = new double[trials.size()];
        Arrays.fill(ranks, Double.NaN);
        for (var task : subject.tasks()) {
            List<Trial> usable =
                    trials.stream()
                            .filter(t -> t.task().equals(task))
                            .filter(t -> Study.isUsable(subject.problem(), t))
                            .sorted(
                                    Comparator.comparingDouble(t ->
                                            sign
                                                    * subject.problem()
                                                            .value(t, objective.name())
                                                            .orElseThrow()))
                            .toList();
            for (int i = 0; i < usable.size(); i++) {
                ranks[(int) usable.get(i).number() - 1] = i / Math.max(usable.size() - 1.0, 1);
            }
        }
        return ranks;
    }

    private void draw(double[] ranks) {
        boolean cheap = trials.stream().anyMatch(t -> !t.isFull());
        List<Column> shown =
                columns.size() > 1 ? columns : List.of(columns.getFirst(), columns.getFirst());
        int[] order =
                IntStream.range(0, trials.size())
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble(
                                        i -> Double.isNaN(ranks[i]) ? -2 : -ranks[i]))
                        .mapToInt(i -> i)
                        .toArray();
        int[] some = Thinned.of(order.length, LINES);
        var threads = new ArrayList<ParallelChart.Thread>();
        for (int s : some) {
            int i = order[s];
            threads.add(
                    new ParallelChart.Thread(
                            shown.stream().mapToDouble(c -> c.values()[i]).toArray(),
                            look(trials.get(i), ranks[i])));
        }
        var csv = new Csv(header());
        for (int i : Thinned.of(trials.size(), 20_000)) {
            csv.row(row(i).toArray());
        }
        sheet.show(
                new Figure(
                        sheet.id("parallel coordinates"),
                        "Parallel coordinates",
                        "A line is a trial: dark ones are the best of their task, light ones the worst, the best of all is orange, grey ones have no usable value.%s%s"
                                .formatted(
                                        cheap ? CAPTION : "",
                                        Thinned.remark(trials.size(), LINES)
                                                .replace("points", "trials")),
                        ParallelChart.of(
                                "parallel-picture",
                                "Parallel coordinates of %s"
                                        .formatted(Format.count(trials.size(), "trial")),
                                shown.stream().map(c -> Format.cut(c.name(), 14)).toList(),
                                shown.stream().map(Column::axis).toList(),
                                threads,
                                Math.clamp(90.0 * (shown.size() - 1), 420, 1150),
                                280),
                        csv));
    }

    private Look look(Trial trial, double rank) {
        if (CheapRuns.isShown(subject.problem(), trial)) {
            return new Look(CHEAP, "3 3", 0.9);
        }
        if (Double.isNaN(rank)) {
            return new Look("#bbbbbb", "", 0.9);
        }
        return rank <= 0
                ? new Look("#D55E00", "", 2.6)
                : new Look(Shades.of(0.15 + 0.75 * rank), "", 0.9);
    }

    private String[] header() {
        var names = new ArrayList<>(List.of("trial", "state"));
        subject.problem().objectives().forEach(o -> names.add(o.name()));
        subject.problem().taskSpace().parameters().forEach(p -> names.add(p.name()));
        subject.problem().parameterSpace().parameters().forEach(p -> names.add(p.name()));
        columns.stream()
                .filter(c -> c.kind() == Column.Kind.FIDELITY)
                .forEach(c -> names.add(c.name()));
        names.addAll(List.of("elapsed seconds", "from", "detail", "note"));
        return names.toArray(new String[0]);
    }

    private List<Object> row(int i) {
        Trial t = trials.get(i);
        var row = new ArrayList<Object>(List.of(t.number(), Outcomes.state(t)));
        subject.problem()
                .objectives()
                .forEach(o -> row.add(subject.problem().value(t, o.name()).orElse(Double.NaN)));
        for (var space :
                List.of(subject.problem().taskSpace(), subject.problem().parameterSpace())) {
            boolean ofTask = space == subject.problem().taskSpace();
            for (var p : space.parameters()) {
                var point = ofTask ? t.task() : t.configuration();
                row.add(point.has(p.name()) ? point.get(p.name()) : "");
            }
        }
        columns.stream()
                .filter(c -> c.kind() == Column.Kind.FIDELITY)
                .forEach(c -> row.add(c.values()[i]));
        row.add(t.outcome().elapsed());
        row.add(t.origin().technique());
        row.add(detail(t));
        row.add(subject.notes().getOrDefault(t.number(), ""));
        return row;
    }

    /** Returns what is known of a trial besides numbers. */
    private String detail(Trial t) {
        var notes = new ArrayList<String>();
        switch (t.outcome()) {
            case Outcome.Failed f -> notes.add(Outcomes.line(subject.problem(), t));
            case Outcome.Measured m ->
                    m.extra()
                            .forEach((k, v) ->
                                    notes.add(k + ": " + Format.cut(String.valueOf(v), 80)));
            case Outcome.Pending p -> {}
        }
        if (!t.isFull()) {
            notes.add(
                    "at %s of the full cost"
                            .formatted(Format.number(t.candidate().fidelity().value())));
        }
        if (t.provenance().corrected()) {
            notes.add("corrected by hand");
        }
        t.provenance().source().ifPresent(s -> notes.add("from " + s.file()));
        return Format.cut(String.join("; ", notes), 200);
    }

    /**
     * Writes the best trials and the latest failures; the script puts all of them in their place.
     */
    private void table(double[] ranks) {
        sheet.html().heading("table-of-trials", "Table of trials");
        int[] best =
                IntStream.range(0, trials.size())
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble((Integer i) ->
                                                Double.isNaN(ranks[i]) ? 2 : ranks[i])
                                        .thenComparingInt(i -> i))
                        .limit(ROWS)
                        .mapToInt(i -> i)
                        .toArray();
        sheet.html().raw("<div id=\"trial-table\">\n");
        var header = new ArrayList<Html.Cell>();
        String[] names = header();
        List<Object> sample = row(0);
        for (int c = 0; c < names.length; c++) {
            header.add(new Html.Cell(Html.escaped(names[c]), sample.get(c) instanceof Number));
        }
        header.add(Html.Cell.text("output"));
        var rows = new ArrayList<List<Html.Cell>>();
        for (int i : best) {
            var cells = new ArrayList<Html.Cell>();
            for (Object cell : row(i)) {
                cells.add(
                        cell instanceof Double d
                                ? Html.Cell.number(Double.isFinite(d) ? Format.number(d) : "")
                                : cell instanceof Number
                                        ? Html.Cell.number(cell.toString())
                                        : Html.Cell.text(cell.toString()));
            }
            cells.add(
                    new Html.Cell(
                            link(trials.get(i))
                                    .map(l ->
                                            "<a href=\"%s\">output %d</a>"
                                                    .formatted(
                                                            Html.escaped(l),
                                                            trials.get(i).number()))
                                    .orElse(""),
                            false));
            rows.add(cells);
        }
        sheet.html().table(header, rows, false);
        if (trials.size() > ROWS) {
            sheet.html()
                    .quiet(
                            "The best %d of %d trials; all are in the CSV file of the picture above."
                                    .formatted(best.length, trials.size()));
        }
        sheet.html().raw("</div>\n");
    }

    /** Returns the address of a trial's kept output as seen from the page. */
    private Optional<String> link(Trial t) {
        return folder.isEmpty()
                ? Optional.empty()
                : subject.runs()
                        .map(r -> r.resolve(Long.toString(t.number())))
                        .filter(Files::isDirectory)
                        .map(r ->
                                folder.get()
                                        .toAbsolutePath()
                                        .normalize()
                                        .relativize(r.toAbsolutePath().normalize()))
                        .map(r -> encoded(r));
    }

    private static String encoded(Path relative) {
        var parts = new ArrayList<String>();
        relative.forEach(p ->
                parts.add(
                        p.toString().equals("..")
                                ? ".."
                                : java.net.URLEncoder.encode(
                                                p.toString(),
                                                java.nio.charset.StandardCharsets.UTF_8)
                                        .replace("+", "%20")));
        return String.join("/", parts) + "/";
    }

    private Map<String, String> notes() {
        var notes = new LinkedHashMap<String, String>();
        subject.notes().forEach((number, text) -> notes.put(Long.toString(number), text));
        return notes;
    }

    /** Returns the beginnings of the trials' uids, by which saved notes find their trials. */
    private List<String> marks() {
        Map<Long, String> uids = TrialUids.of(subject.problem().name(), subject.study().records());
        return trials.stream()
                .map(t -> uids.getOrDefault(t.number(), ""))
                .map(u -> u.substring(0, Math.min(MARK, u.length())))
                .toList();
    }

    private void data(double[] ranks) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("columns", columns.stream().map(Column::data).toList());
        data.put(
                "rank",
                new Rounded(
                        Arrays.stream(ranks)
                                .map(r -> Double.isNaN(r) ? r : Math.round(r * 1e5) / 1e5)
                                .toArray()));
        if (trials.stream().anyMatch(t -> !t.isFull())) {
            data.put(
                    "cheap",
                    trials.stream()
                            .map(t -> CheapRuns.isShown(subject.problem(), t) ? 1 : 0)
                            .toList());
        }
        data.put(
                "state",
                String.join(
                        "", trials.stream().map(t -> Outcomes.state(t).substring(0, 1)).toList()));
        data.put(
                "seconds",
                new Rounded(trials.stream().mapToDouble(t -> t.outcome().elapsed()).toArray()));
        List<String> techniques =
                trials.stream().map(t -> t.origin().technique()).distinct().toList();
        data.put("techniques", techniques);
        data.put(
                "from",
                trials.stream().map(t -> techniques.indexOf(t.origin().technique())).toList());
        var details = new LinkedHashMap<String, String>();
        var links = new LinkedHashMap<String, String>();
        for (Trial t : trials) {
            String detail = detail(t);
            if (!detail.isEmpty()) {
                details.put(Long.toString(t.number()), detail);
            }
        }
        if (subject.runs().filter(Files::isDirectory).isPresent()) {
            trials.forEach(t -> link(t).ifPresent(l -> links.put(Long.toString(t.number()), l)));
        }
        data.put("details", details);
        data.put("notes", notes());
        data.put("marks", marks());
        data.put("longest_note", TrialNotes.LONGEST);
        data.put("study", subject.study().setUp().study());
        data.put(
                "import",
                subject.advised()
                        .getOrDefault("history note", "attune history note PROBLEM --import FILE"));
        data.put("links", links);
        data.put(
                "sort",
                columns.stream().map(Column::name).toList().indexOf(subject.objective().name()));
        sheet.data().put("trials", data);
    }
}
