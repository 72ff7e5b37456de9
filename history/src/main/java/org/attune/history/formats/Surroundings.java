package org.attune.history.formats;

import org.attune.api.Source;
import org.attune.api.Trial;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a trial ran and who ran it, as far as its record says.
 *
 * @param machine name of the machine: that of an imported record, or of the computer that asked for
 *     the trial; empty for an imported record that names none
 * @param user name, which only shared databases record
 * @param software what the record says of versions, as there
 */
public record Surroundings(
        Optional<String> machine, Optional<String> user, Map<String, Object> software) {

    /** Returns those of a trial. */
    public static Surroundings of(Trial trial) {
        Optional<Source> source = trial.provenance().source();
        if (source.isEmpty()) {
            String host = trial.provenance().process().host();
            return new Surroundings(Optional.of(host), Optional.empty(), Map.of());
        }
        if (!source.get().format().equals(GptuneReader.FORMAT)) {
            return new Surroundings(Optional.empty(), Optional.empty(), Map.of());
        }
        GptuneRecord record =
                GptuneRecord.of(
                        GptuneRecord.object(PythonJson.read(source.get().record())).orElseThrow());
        return new Surroundings(
                name(record.object("machine_configuration").get("machine_name")),
                name(record.object("user_info").get("user_name")),
                new LinkedHashMap<>(record.object("software_configuration")));
    }

    private static Optional<String> name(Object value) {
        return value instanceof String s && !s.isBlank() ? Optional.of(s) : Optional.empty();
    }
}
