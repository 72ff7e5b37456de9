package org.attune.studies.sensitivity;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Trust;
import org.attune.sensitivity.Estimate;
import org.attune.sensitivity.PartialDependence;
import org.attune.sensitivity.Reduction;
import org.attune.studies.model.StudyModel;
import org.attune.studies.text.Table;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What one output of one task depends on.
 *
 * @param task which one
 * @param output which one
 * @param trust in the model that was asked; empty without a model
 * @param method how
 * @param names of parameters or groups, n of them
 * @param columns numbers for each; the one that ranks comes first
 * @param pairs S2, n lists of n; empty where there is none
 * @param curves partial dependence; none unless asked for
 * @param reduction what can be held, if asked for
 * @param facts further numbers, by their keys in JSON
 * @param notes what else to say
 */
public record SensitivityView(
        Point task,
        Objective output,
        Optional<Trust> trust,
        SensitivityMethod method,
        List<String> names,
        List<Column> columns,
        List<List<Estimate>> pairs,
        List<PartialDependence> curves,
        Optional<Reduction> reduction,
        SequencedMap<String, Object> facts,
        List<String> notes) {
    private static final int BAR = 20;
    private static final int PAIRS = 5; // in the table
    private static final String LEVELS = "▁▂▃▄▅▆▇█";

    /** Returns whether the model knows enough for a ranking. */
    public boolean isRanked() {
        return trust.isEmpty() || trust.get().predicts();
    }

    /** Returns over how many functions Shapley effects are averaged, 0 where none are shown. */
    public int averaged() {
        boolean shown = !isConstant() && columns.stream().anyMatch(c -> c.key().equals("shapley"));
        return shown && facts.get("draws") instanceof Integer n ? n : 0;
    }

    /** Returns whether the output does not vary, so that there is nothing to estimate. */
    private boolean isConstant() {
        return !columns.isEmpty()
                && columns.getFirst().values().stream().noneMatch(Estimate::isKnown);
    }

    /** Returns the result as data. */
    public Map<String, Object> json() {
        var map = new LinkedHashMap<String, Object>();
        columns.forEach(c -> c.put(names, map));
        if (!pairs.isEmpty()) {
            map.put("S2", pairs(false));
            map.put("S2_conf", pairs(true));
        }
        map.put("method", method.toString());
        map.put("ranked", isRanked());
        trust.ifPresent(t -> {
            map.put("trials", t.trials());
            if (Double.isFinite(t.skill())) {
                map.put("skill", t.skill());
                map.put("rank_correlation", t.rankCorrelation());
            }
            map.put("statement", t.statement());
        });
        map.putAll(facts);
        if (!curves.isEmpty()) {
            var all = new LinkedHashMap<String, Object>();
            curves.forEach(c -> all.put(c.parameter(), json(c)));
            map.put("curves", all);
        }
        reduction.ifPresent(r -> map.put("reduction", json(r)));
        map.put("notes", notes);
        return map;
    }

    private Map<String, Object> pairs(boolean half) {
        var rows = new LinkedHashMap<String, Object>();
        for (int i = 0; i < names.size(); i++) {
            var row = new LinkedHashMap<String, Object>();
            for (int j = 0; j < names.size(); j++) {
                Estimate e = pairs.get(i).get(j);
                if (e.isKnown()) {
                    row.put(names.get(j), half ? e.half() : e.value());
                }
            }
            rows.put(names.get(i), row);
        }
        return rows;
    }

    private static Map<String, Object> json(PartialDependence curve) {
        var map = new LinkedHashMap<String, Object>();
        map.put("values", curve.values());
        map.put("mean", list(curve.mean()));
        map.put("lower", list(curve.lower()));
        map.put("upper", list(curve.upper()));
        var single = new ArrayList<List<Double>>();
        for (double[] one : curve.single()) {
            single.add(list(one));
        }
        map.put("single", single);
        return map;
    }

    private static List<Double> list(double[] values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    private static Map<String, Object> json(Reduction r) {
        var map = new LinkedHashMap<String, Object>();
        map.put("fixed", r.held());
        map.put("best", r.best());
        map.put("loss", r.loss());
        map.put("loss_upper", r.upper());
        return map;
    }

    /** Returns the indices of the names in the order in which they are shown. */
    public List<Integer> order() {
        List<Integer> file = IntStream.range(0, names.size()).boxed().toList();
        if (!isRanked() || columns.isEmpty()) {
            return file;
        }
        List<Estimate> by = columns.getFirst().values();
        return file.stream()
                .sorted(
                        Comparator.comparingDouble(
                                i -> by.get(i).isKnown() ? -by.get(i).value() : 0))
                .toList();
    }

    /**
     * Prints the result.
     *
     * @param several whether other outputs are printed, too
     */
    public void print(PrintStream out, boolean several) {
        String name = StudyModel.name(task, several ? output.name() : "");
        if (!name.isEmpty()) {
            out.println(name);
        }
        trust.ifPresent(t -> out.println(t.statement()));
        boolean known = trust.isPresent() && Double.isFinite(trust.get().skill());
        if (!isRanked() && !(known && isConstant())) { // a constant is said to be one
            out.println(
                    (Double.isFinite(trust.orElseThrow().skill())
                                    ? "The model predicts held-out runs no better than chance"
                                    : "How well the model predicts is not known")
                            + ": there is no ranking, and parameters stand in their order.");
        }
        if (!columns.isEmpty()) {
            table().print(out);
        }
        strongest().ifPresent(out::println);
        if (!curves.isEmpty()) {
            printCurves(out);
        }
        notes.forEach(out::println);
        reduction.ifPresent(r -> print(r, out, several));
    }

    private Table table() {
        var headings = new ArrayList<>(List.of("parameter"));
        columns.forEach(c -> headings.add(c.heading()));
        headings.add("");
        var table = new Table(headings.toArray(new String[0]));
        double largest =
                columns.getFirst().values().stream()
                        .filter(Estimate::isKnown)
                        .mapToDouble(e -> Math.abs(e.value()))
                        .max()
                        .orElse(0);
        for (int i : order()) {
            var cells = new ArrayList<>(List.of(names.get(i)));
            columns.forEach(c -> cells.add(cell(c.values().get(i))));
            cells.add(isRanked() ? bar(columns.getFirst().values().get(i), largest) : "");
            table.row(cells.toArray());
        }
        return table;
    }

    private static String bar(Estimate e, double largest) {
        int length =
                e.isKnown() && largest > 0
                        ? (int) Math.round(Math.max(e.value(), 0) / largest * BAR)
                        : 0;
        return "█".repeat(length);
    }

    private String cell(Estimate e) {
        if (!e.isKnown()) {
            return "-";
        }
        return method == SensitivityMethod.MORRIS
                ? "%s ± %s".formatted(Format.number(e.value()), Format.number(e.half()))
                : String.format(Locale.ROOT, "%.3f ± %.3f", e.value() + 0.0, e.half());
    }

    /** Returns the pairs whose interaction is surely there, the strongest first. */
    private Optional<String> strongest() {
        if (pairs.isEmpty() || !isRanked()) {
            return Optional.empty();
        }
        record Pair(String names, Estimate index) {}
        var found = new ArrayList<Pair>();
        for (int i = 0; i < names.size(); i++) {
            for (int j = 0; j < i; j++) {
                Estimate e = pairs.get(i).get(j);
                if (e.isKnown() && e.lower() > 0) {
                    found.add(new Pair(names.get(j) + " with " + names.get(i), e));
                }
            }
        }
        found.sort(Comparator.comparingDouble(p -> -p.index().value()));
        return Optional.of(
                found.isEmpty()
                        ? "Interactions of two (S2): none that is surely there."
                        : "Interactions of two (S2): "
                                + found.stream()
                                        .limit(PAIRS)
                                        .map(p -> p.names() + " " + cell(p.index()))
                                        .collect(Collectors.joining(", "))
                                + (found.size() > PAIRS
                                        ? ", and %d weaker".formatted(found.size() - PAIRS)
                                        : "")
                                + ".");
    }

    private void printCurves(PrintStream out) {
        var table = new Table("parameter", "from", "to", "least", "greatest", "");
        for (PartialDependence c : curves) {
            double low = java.util.Arrays.stream(c.mean()).filter(Double::isFinite).min().orElse(0);
            double high =
                    java.util.Arrays.stream(c.mean()).filter(Double::isFinite).max().orElse(0);
            var line = new StringBuilder();
            for (double v : c.mean()) {
                int level =
                        high > low
                                ? (int) Math.round((v / 8 - low / 8) / (high / 8 - low / 8) * 7)
                                : 0;
                line.append(Double.isFinite(v) ? LEVELS.charAt(level) : ' ');
            }
            table.row(
                    c.parameter(),
                    brief(c.values().getFirst()),
                    brief(c.values().getLast()),
                    Format.number(low),
                    Format.number(high),
                    line.toString());
        }
        table.print(out);
    }

    private static String brief(Object value) {
        return value instanceof Double d ? Format.number(d) : value.toString();
    }

    private void print(Reduction r, PrintStream out, boolean several) {
        if (r.held().isEmpty()) {
            out.println(
                    "Nothing can be fixed within the loss that is accepted%s."
                            .formatted(several ? " of each output" : ""));
            return;
        }
        out.println(
                (several ? "Can be fixed for all outputs: " : "Can be fixed: ")
                        + r.held().entrySet().stream()
                                .map(e -> e.getKey() + "=" + brief(e.getValue()))
                                .collect(Collectors.joining(" ")));
        out.println(
                "  expected loss %s of a best of %s; with 95 %% probability at most %s"
                        .formatted(
                                Format.value(output, r.loss()),
                                Format.value(output, r.best()),
                                Format.value(output, r.upper())));
    }
}
