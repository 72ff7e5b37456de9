package org.attune.history.formats;

import org.attune.api.Records;
import org.attune.api.Source;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.history.environment.Environment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a trial ran and who ran it, as far as its record says.
 *
 * @param machine name of the machine: that of an imported record, or of the environment or the
 *     computer that asked for the trial; empty for an imported record that names none
 * @param user name, which only shared databases record
 * @param environment machine and software
 * @param constants of the problem with which it ran
 */
public record Surroundings(
        Optional<String> machine,
        Optional<String> user,
        Environment environment,
        Map<String, Object> constants) {

    /** Returns those of a trial of a study. */
    public static Surroundings of(Trial trial, Records records) {
        return of(trial, records.study());
    }

    /** Returns those of a trial that has been read from a file. */
    public static Surroundings of(Trial trial) {
        return of(trial, Optional.empty());
    }

    private static Surroundings of(Trial trial, Optional<StudyRecord> study) {
        Optional<Source> source = trial.provenance().source();
        if (source.isEmpty()) {
            String host = trial.provenance().process().host();
            Environment environment =
                    trial.provenance()
                            .environment()
                            .flatMap(id -> study.map(s -> s.environments().get(id)))
                            .map(Environment::of)
                            .orElse(new Environment(Map.of("machine_name", host), Map.of()));
            return new Surroundings(
                    environment.name().or(() -> Optional.of(host)),
                    Optional.empty(),
                    environment,
                    study.flatMap(s -> GptuneRecord.object(s.problem().get("constants")))
                            .orElse(Map.of()));
        }
        if (!source.get().format().equals(GptuneReader.FORMAT)) {
            return new Surroundings(
                    Optional.empty(), Optional.empty(), Environment.UNKNOWN, Map.of());
        }
        GptuneRecord record =
                GptuneRecord.of(
                        GptuneRecord.object(PythonJson.read(source.get().record())).orElseThrow());
        return new Surroundings(
                name(record.object("machine_configuration").get("machine_name")),
                name(record.object("user_info").get("user_name")),
                Environment.of(record.map()),
                new LinkedHashMap<>(record.object("constants")));
    }

    private static Optional<String> name(Object value) {
        return value instanceof String s && !s.isBlank() ? Optional.of(s) : Optional.empty();
    }
}
