package org.attune.studies.report;

import org.attune.api.Records;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.history.environment.Environment;
import org.attune.studies.text.Table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
                    s.task().toString(),
                    machine(s),
                    Integer.toString(s.trials().size()),
                    String.join(", ", models(s)),
                    s.best().isEmpty() ? "" : s.best().getFirst().toString(),
                    s.digest().substring(0, Math.min(DIGITS, s.digest().length())));
        }
        return table;
    }

    /** Returns the same as data. */
    public static List<Map<String, Object>> json(Records records) {
        return records.sources().stream().map(SourceTable::json).toList();
    }

    private static Map<String, Object> json(SourceRecord s) {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", s.name());
        map.put("digest", s.digest());
        map.put("task", s.task().values());
        map.put("features", s.features());
        map.put("machine", machine(s).isEmpty() ? null : machine(s));
        map.put("environment", s.environment());
        map.put("trials", s.trials().size());
        map.put("models", models(s));
        map.put("best", s.best().stream().map(p -> p.values()).toList());
        return map;
    }

    private static List<String> models(SourceRecord s) {
        return s.models().stream().map(SourceModel::output).toList();
    }

    private static String machine(SourceRecord s) {
        return Environment.of(s.environment()).name().orElse("");
    }
}
