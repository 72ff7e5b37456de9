package org.attune.api;

import org.attune.api.expression.NearestName;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The values of a tuner's options in one study. */
public final class Settings {
    private final Map<String, Object> values = new HashMap<>();
    private final Set<String> given = new HashSet<>();

    private Settings() {}

    /**
     * Returns the settings of a tuner: what is given, and defaults for the rest.
     *
     * @param tuner name for messages
     * @param options that the tuner knows
     * @param given texts by option name
     * @throws IllegalArgumentException if an option is unknown (the message lists the known ones)
     *     or has a value that is not allowed
     */
    public static Settings of(String tuner, List<Option<?>> options, Map<String, String> given) {
        var settings = new Settings();
        for (Option<?> option : options) {
            String text = given.get(option.name());
            if (text != null) {
                settings.given.add(option.name());
            }
            settings.values.put(
                    option.name(), text == null ? option.defaultValue() : option.parse(text));
        }
        for (String name : given.keySet()) {
            if (!settings.values.containsKey(name)) {
                List<String> known = options.stream().map(Option::name).toList();
                String gptune = GptuneOptions.hint(name, known);
                throw new IllegalArgumentException(
                        "Tuner '%s' has no option '%s'.%s %s"
                                .formatted(
                                        tuner,
                                        name,
                                        gptune.isEmpty() ? NearestName.hint(name, known) : gptune,
                                        known.isEmpty()
                                                ? "It has none."
                                                : "Known are: " + String.join(", ", known) + "."));
            }
        }
        return settings;
    }

    /**
     * Returns the value of an option.
     *
     * @throws IllegalArgumentException if it is not one of the tuner's
     */
    public <T> T get(Option<T> option) {
        Object value = values.get(option.name());
        if (value == null) {
            throw new IllegalArgumentException("No option '%s'.".formatted(option.name()));
        }
        @SuppressWarnings("unchecked") // of() put a value of the option's own type there
        T typed = (T) value;
        return typed;
    }

    /**
     * Returns the value of an option if it was given, empty where {@link #get} returns its default:
     * for tuners in which one option changes what another one's default is.
     *
     * @throws IllegalArgumentException if it is not one of the tuner's
     */
    public <T> Optional<T> given(Option<T> option) {
        T value = get(option);
        return given.contains(option.name()) ? Optional.of(value) : Optional.empty();
    }

    /**
     * Returns a sentence for each option that was given and has no effect beside the others.
     *
     * @param options of the tuner
     */
    List<String> withoutEffect(List<Option<?>> options) {
        return options.stream()
                .filter(o -> given.contains(o.name()))
                .flatMap(o ->
                        o.need().stream()
                                .filter(n -> !n.met().test(this))
                                .map(n ->
                                        "Option '%s' has no effect here: it needs %s."
                                                .formatted(o.name(), n.words())))
                .toList();
    }

    /**
     * Returns the same with a value of an option, as if it had been given.
     *
     * @throws IllegalArgumentException if it is not one of the tuner's
     */
    public <T> Settings with(Option<T> option, T value) {
        get(option);
        var other = new Settings();
        other.values.putAll(values);
        other.given.addAll(given);
        other.values.put(option.name(), value);
        other.given.add(option.name());
        return other;
    }

    @Override
    public String toString() {
        return "Settings " + new TreeMap<>(values);
    }
}
