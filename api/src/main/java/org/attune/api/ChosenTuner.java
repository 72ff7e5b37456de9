package org.attune.api;

/**
 * The tuner that {@code tuner: auto} takes for a study.
 *
 * @param provider of the tuner
 * @param reason why, a clause that follows "as" in a sentence
 */
public record ChosenTuner(TunerProvider provider, String reason) {
    /** Returns the tuner's name. */
    public String name() {
        return provider.name();
    }

    /** Returns one line that says what was chosen, why, and how to choose another. */
    public String line() {
        return line(name(), reason);
    }

    /** Does so for a choice that a study has made already. */
    static String line(String name, String reason) {
        return "Tuner '%s' was chosen, as %s. Name another one to choose yourself (--tuner; 'attune tuners' lists them)."
                .formatted(name, reason);
    }
}
