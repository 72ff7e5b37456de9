package org.attune.studies.report;

import org.attune.api.Ability;
import org.attune.api.Recommendation;
import org.attune.api.TunerProvider;
import org.attune.studies.text.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What each tuner can, as it declares and its contract suite tests, and for which studies which is
 * taken unasked: the counterpart of Table 1 in GPTune's guide.
 */
public final class TunerTable {
    private final List<TunerProvider> tuners;

    /** Describes these tuners, in their order. */
    public TunerTable(List<TunerProvider> tuners) {
        this.tuners = List.copyOf(tuners);
    }

    /** Returns a column for each ability in which the tuners differ. */
    public Table abilities() {
        List<Ability> columns = Stream.of(Ability.values()).filter(a -> !allCan(a)).toList();
        var table =
                new Table(
                        Stream.concat(Stream.of("tuner"), columns.stream().map(Ability::word))
                                .toList());
        tuners.forEach(t -> table.row(cells(t, columns).toArray()));
        return table;
    }

    private boolean allCan(Ability ability) {
        return tuners.stream().allMatch(t -> ability.isAmong(t.abilities()));
    }

    private static List<String> cells(TunerProvider tuner, List<Ability> columns) {
        var cells = new ArrayList<>(List.of(tuner.name()));
        columns.forEach(a -> cells.add(a.isAmong(tuner.abilities()) ? "yes" : "-"));
        return cells;
    }

    /** Returns a sentence on what all of them can; empty where that is nothing. */
    public Optional<String> common() {
        List<String> words =
                Stream.of(Ability.values()).filter(this::allCan).map(Ability::word).toList();
        return words.isEmpty() || tuners.isEmpty()
                ? Optional.empty()
                : Optional.of("All of them can: %s.".formatted(String.join(", ", words)));
    }

    /** A tuner and for which studies it should be taken. */
    private record Rule(String tuner, Recommendation recommendation) {}

    /** Returns the declared rules, best first: the first whose conditions hold is taken. */
    private List<Rule> sorted() {
        return tuners.stream()
                .flatMap(t -> t.recommendations().stream().map(r -> new Rule(t.name(), r)))
                .sorted(Recommendation.bestFirst(Rule::recommendation, Rule::tuner))
                .toList();
    }

    /** Returns which tuner {@code auto} takes: the first of a row whose conditions all hold. */
    public Table rules() {
        var table = new Table("tuner", "where", "wins", "as");
        sorted().forEach(r ->
                table.row(
                        r.tuner(),
                        r.recommendation().conditions(),
                        share(r.recommendation()),
                        r.recommendation().reason()));
        return table;
    }

    private static String share(Recommendation r) {
        return String.format(Locale.ROOT, "%.2f", r.wins());
    }

    /** Returns both tables for a document, in Markdown. */
    public String markdown() {
        List<Ability> all = List.of(Ability.values());
        var lines = new ArrayList<String>();
        lines.add(row(Stream.concat(Stream.of("tuner"), all.stream().map(Ability::word))));
        lines.add("|---" + "|:-:".repeat(all.size()) + "|");
        for (TunerProvider tuner : tuners) {
            lines.add(
                    row(
                            Stream.concat(
                                    Stream.of("`" + tuner.name() + "`"),
                                    all.stream()
                                            .map(a -> a.isAmong(tuner.abilities()) ? "✓" : ""))));
        }
        lines.add("");
        all.forEach(a -> lines.add("- *%s*: %s".formatted(a.word(), a.meaning())));
        lines.add("");
        lines.add("| tuner | where | pairs won against `gp-lcm` | as |");
        lines.add("|---|---|---|---|");
        sorted().forEach(r ->
                lines.add(
                        row(
                                Stream.of(
                                        "`" + r.tuner() + "`",
                                        r.recommendation().conditions(),
                                        share(r.recommendation()).substring(1),
                                        r.recommendation().reason()))));
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static String row(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |"));
    }

    @Override
    public String toString() {
        return "Table of " + tuners.stream().map(TunerProvider::name).toList();
    }
}
