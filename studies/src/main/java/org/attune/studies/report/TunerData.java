package org.attune.studies.report;

import org.attune.api.Option;
import org.attune.api.TunerProvider;
import org.attune.studies.text.Json.Named;

import java.util.List;

/** A tuner and its options. */
public record TunerData(String name, String summary, List<OptionData> options) {
    /** An option of a tuner: its default, which values it takes, and what it means. */
    public record OptionData(
            String name, @Named("default") String usual, String values, String meaning) {}

    /** Describes a tuner. */
    public static TunerData of(TunerProvider tuner) {
        return new TunerData(
                tuner.name(),
                tuner.summary(),
                tuner.options().stream().map(TunerData::of).toList());
    }

    private static OptionData of(Option<?> o) {
        return new OptionData(o.name(), o.defaultValue().toString(), o.values(), o.meaning());
    }
}
