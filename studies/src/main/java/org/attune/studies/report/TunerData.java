package org.attune.studies.report;

import org.attune.api.Ability;
import org.attune.api.Option;
import org.attune.api.TunerProvider;
import org.attune.studies.text.Json.Named;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tuner, what it can, where it is taken unasked, and its options.
 *
 * @param abilities whether it can what the columns of the table of tuners say, by their heads
 */
public record TunerData(
        String name,
        String summary,
        Map<String, Boolean> abilities,
        List<RuleData> recommended,
        List<OptionData> options) {
    /** For which studies {@code auto} takes a tuner, and by what measurement. */
    public record RuleData(String where, String reason, double wins, String measured) {}

    /**
     * An option of a tuner: its default, which values it takes, what it means, and what it needs of
     * other options to have an effect, empty if nothing.
     */
    public record OptionData(
            String name,
            @Named("default") String usual,
            String values,
            String meaning,
            Optional<String> needs) {}

    /** Describes a tuner. */
    public static TunerData of(TunerProvider tuner) {
        return new TunerData(
                tuner.name(),
                tuner.summary(),
                abilities(tuner),
                tuner.recommendations().stream()
                        .map(r -> new RuleData(r.conditions(), r.reason(), r.wins(), r.measured()))
                        .toList(),
                tuner.options().stream().map(TunerData::of).toList());
    }

    private static Map<String, Boolean> abilities(TunerProvider tuner) {
        var abilities = new LinkedHashMap<String, Boolean>();
        for (Ability a : Ability.values()) {
            abilities.put(a.word(), a.isAmong(tuner.abilities()));
        }
        return abilities;
    }

    private static OptionData of(Option<?> o) {
        return new OptionData(
                o.name(),
                o.defaultValue().toString(),
                o.values(),
                o.meaning(),
                o.need().map(Option.Need::words));
    }
}
