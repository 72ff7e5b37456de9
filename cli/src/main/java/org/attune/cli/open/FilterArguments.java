package org.attune.cli.open;

import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.history.environment.LoadFilter;
import org.attune.history.formats.Filtered;
import org.attune.history.formats.RecordFilter;
import org.attune.history.formats.Surroundings;
import org.attune.studies.report.StoredStudy;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Says which records are used; what is not said is not checked. */
public final class FilterArguments {
    @Option(
            names = "--machine",
            paramLabel = "NAME",
            description = "Use only records of this machine (repeatable).")
    private List<String> machines = List.of();

    @Option(
            names = "--software",
            paramLabel = "NAME=VERSION",
            description = "Use only records with this version, or a range 4.0..5 (repeatable).")
    private Map<String, String> software = new LinkedHashMap<>();

    @Option(
            names = "--where",
            paramLabel = "NAME=VALUE",
            description = {
                "Use only records where a parameter, output or constant has this value,",
                "or one in a range 0.5..2 (repeatable)."
            })
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(
            names = "--meta",
            paramLabel = "FILE",
            description = "Meta description (default: .gptune/meta.json beside PROBLEM).")
    private Optional<Path> meta = Optional.empty();

    /** Returns whether a meta description is named. */
    public boolean isDescribed() {
        return meta.isPresent();
    }

    public RecordFilter filter() {
        return new RecordFilter(machines, software, values, meta);
    }

    /**
     * Returns the trials of a study that fit, and says why others do not.
     *
     * @param users who ran them; anybody if there is none
     */
    public static List<Trial> kept(
            LoadFilter filter, StoredStudy stored, List<String> users, Consumer<String> said) {
        Records records = stored.records();
        Filtered filtered = Filtered.of(filter, stored.problem(), records.trials(), records);
        var kept = new ArrayList<Trial>();
        var byOthers = new LinkedHashMap<String, Integer>();
        for (Trial trial : filtered.kept()) {
            Optional<String> user = Surroundings.of(trial, records).user();
            if (users.isEmpty() || user.filter(users::contains).isPresent()) {
                kept.add(trial);
            } else {
                byOthers.merge(
                        user.map("of user '%s'"::formatted).orElse("that name no user"),
                        1,
                        Integer::sum);
            }
        }
        filtered.leftOut(byOthers)
                .forEach((why, count) -> said.accept("Left out: %d %s.".formatted(count, why)));
        return kept;
    }
}
