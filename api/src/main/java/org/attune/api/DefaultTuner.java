package org.attune.api;

import java.util.List;
import java.util.Optional;

/**
 * Which tuner a study takes that names none. It is asked once, when the study is opened for the
 * first time, and the answer stands in the study's first record.
 *
 * <p>Tuners of third parties are never taken unasked: a further jar must not change what a study
 * does.
 */
final class DefaultTuner {
    /** The first of these that can use all that the study calls for, else that can tune it. */
    private static final List<String> PREFERRED = List.of("gp-lcm", "mf", "tla");

    private DefaultTuner() {}

    /**
     * Returns the name of the tuner.
     *
     * @param calledFor what the study calls for
     * @throws IllegalArgumentException if none of the preferred tuners is at hand, or none can tune
     *     such a problem; the message lists the known ones
     */
    static String of(Tuners tuners, TunerAbilities calledFor) {
        List<TunerProvider> preferred =
                PREFERRED.stream()
                        .flatMap(n -> tuners.all().stream().filter(t -> t.name().equals(n)))
                        .toList();
        if (preferred.isEmpty()) {
            return tuners.named(PREFERRED.getFirst()).name(); // throws: says what there is
        }
        return among(preferred, calledFor)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "Tuner '%s' cannot tune %s. Name another one: %s."
                                        .formatted(
                                                preferred.getFirst().name(),
                                                String.join(
                                                        ", ",
                                                        preferred
                                                                .getFirst()
                                                                .abilities()
                                                                .missing(calledFor)),
                                                String.join(
                                                        ", ",
                                                        tuners.all().stream()
                                                                .map(TunerProvider::name)
                                                                .toList()))))
                .name();
    }

    /**
     * Returns the first of these tuners that can use all that is called for; where there is none,
     * the first that can tune it without its fidelities and sources.
     */
    static Optional<TunerProvider> among(List<TunerProvider> preferred, TunerAbilities calledFor) {
        return preferred.stream()
                .filter(t -> t.abilities().cover(calledFor))
                .findFirst()
                .or(() ->
                        preferred.stream()
                                .filter(t -> t.abilities().missing(calledFor).isEmpty())
                                .findFirst());
    }
}
