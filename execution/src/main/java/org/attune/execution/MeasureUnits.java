package org.attune.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Units of what is measured without the program's help. */
final class MeasureUnits {
    private static final Map<String, Double> TIMES =
            new TreeMap<>(Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "min", 60.0));

    private static final Map<String, Double> SIZES =
            new TreeMap<>(
                    Map.of(
                            "B", 1.0, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 0x1p10, "MiB", 0x1p20,
                            "GiB", 0x1p30));

    private static final Map<String, Double> ENERGIES =
            new TreeMap<>(Map.of("J", 1.0, "kJ", 1e3, "MJ", 1e6, "Wh", 3600.0, "kWh", 3.6e6));

    /** Other spellings in {@code output_space}. */
    private static final Map<String, String> ALIASES =
            Map.ofEntries(
                    Map.entry("sec", "s"),
                    Map.entry("second", "s"),
                    Map.entry("seconds", "s"),
                    Map.entry("µs", "us"),
                    Map.entry("minutes", "min"),
                    Map.entry("bytes", "B"),
                    Map.entry("kB", "KB"),
                    Map.entry("kiB", "KiB"),
                    Map.entry("joule", "J"),
                    Map.entry("joules", "J"));

    private MeasureUnits() {}

    /** Returns how many seconds a unit of time is, where it is one. */
    static Optional<Double> seconds(String unit) {
        return unit.equals("ns")
                ? Optional.of(1e-9) // nothing here is measured so finely, but JMH's scores are
                : Optional.ofNullable(TIMES.get(ALIASES.getOrDefault(unit, unit)));
    }

    /** Returns how many bytes a unit of size is, where it is one. */
    static Optional<Double> bytes(String unit) {
        return Optional.ofNullable(SIZES.get(ALIASES.getOrDefault(unit, unit)));
    }

    /**
     * Returns the unit of a measure in seconds, bytes or joules: the one that is given, or else the
     * output's, or else 1.
     *
     * @param outputUnit of the output in {@code output_space}, empty where it has none
     * @throws IllegalArgumentException if the two differ, so that numbers would be recorded under
     *     the wrong name, or the output's is none of this measure
     */
    static double of(Fields fields, Source.Quantity quantity, String outputUnit) {
        Map<String, Double> units =
                switch (quantity) {
                    case WALL, CPU -> TIMES;
                    case PEAK_RSS, MAX_RSS -> SIZES;
                    case ENERGY -> ENERGIES;
                };
        List<String> known = List.copyOf(units.keySet());
        String output = ALIASES.getOrDefault(outputUnit, outputUnit);
        String usual =
                switch (quantity) {
                    case WALL, CPU -> "s";
                    case PEAK_RSS, MAX_RSS -> "B";
                    case ENERGY -> "J";
                };
        String unit = fields.oneOf("unit", known, output.isEmpty() ? usual : output);
        if (!output.isEmpty() && !unit.equals(output)) {
            throw Fields.wrong(
                    fields.at("unit"),
                    "it is %s, but the unit of this output in output_space is %s.%s"
                            .formatted(
                                    unit,
                                    outputUnit,
                                    units.containsKey(output)
                                            ? " Maybe leave this one out: then it is measured in %s."
                                                    .formatted(outputUnit)
                                            : " Maybe change that one."));
        }
        return units.get(unit);
    }
}
