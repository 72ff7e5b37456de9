package org.attune.studies.report;

import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.history.environment.Environment;
import org.attune.studies.text.Table;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a study knows of other tasks: its sources, in the order in which they came. */
public final class SourceTable {
    private static final int DIGITS = 8; // of a digest, enough to tell sources apart

    private SourceTable() {}

    /** Returns a row for each source. */
    public static Table of(Records records) {
        var table = new Table("source", "task", "machine", "trials", "models", "best", "digest");
        for (SourceRecord s : records.sources()) {
            table.row(
                    s.name(),
                    s.task(),
                    machine(s),
                    s.trials().size(),
                    String.join(", ", models(s)),
                    s.best().isEmpty() ? "" : s.best().getFirst(),
                    s.digest().substring(0, Math.min(DIGITS, s.digest().length())));
        }
        return table;
    }

    /**
     * A source as data.
     *
     * @param features of its task
     * @param trials how many
     * @param models outputs that are modelled
     * @param best configurations
     */
    public record Data(
            String name,
            String digest,
            Point task,
            Map<String, Double> features,
            Optional<String> machine,
            Map<String, Object> environment,
            int trials,
            List<String> models,
            List<Point> best) {}

    /** Returns the same as data. */
    public static List<Data> data(Records records) {
        return records.sources().stream().map(SourceTable::data).toList();
    }

    private static Data data(SourceRecord s) {
        return new Data(
                s.name(),
                s.digest(),
                s.task(),
                s.features(),
                Optional.of(machine(s)).filter(m -> !m.isEmpty()),
                s.environment(),
                s.trials().size(),
                models(s),
                s.best());
    }

    private static List<String> models(SourceRecord s) {
        return s.models().stream().map(SourceModel::output).toList();
    }

    private static String machine(SourceRecord s) {
        return Environment.of(s.environment()).name().orElse("");
    }
}
