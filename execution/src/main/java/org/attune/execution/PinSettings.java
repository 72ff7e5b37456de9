package org.attune.execution;

import java.util.List;
import java.util.Optional;

/**
 * The key {@code evaluation.pin}: whether each of the trials that run at once has cores of its own.
 *
 * @param cores of each trial; 0 to divide all that there are evenly
 */
record PinSettings(int cores) {
    /** Reads {@code pin: true}, or a map. */
    static Optional<PinSettings> of(Fields evaluation, Optional<Launcher> launcher) {
        Object given = evaluation.get("pin").orElse(false);
        String at = evaluation.at("pin");
        PinSettings pin;
        if (given instanceof Boolean b) {
            if (!b) {
                return Optional.empty();
            }
            pin = new PinSettings(0);
        } else if (given instanceof java.util.Map<?, ?>) {
            pin = new PinSettings(Fields.of(at, given, List.of("cores")).integer("cores", 1, 0));
        } else {
            throw Fields.wrong(
                    at,
                    "%s is neither true nor false, nor {cores: 2}.".formatted(Fields.shown(given)));
        }
        for (String other : List.of("slurm", "queue", "ssh")) {
            if (evaluation.get(other).isPresent()) {
                throw Fields.wrong(
                        at,
                        "it is for runs on this computer, and '%s' has them; there the cores are given by it, or by launcher.binding."
                                .formatted(other));
            }
        }
        launcher.filter(l -> !l.canInherit())
                .ifPresent(l -> {
                    throw Fields.wrong(
                            at,
                            "'%s'%s gives ranks their cores itself; one of the two. Maybe leave out %s."
                                    .formatted(
                                            l.kind().text(),
                                            l.binding()
                                                    .map(b -> " with binding " + b.text())
                                                    .orElse(""),
                                            l.binding().isPresent() ? "launcher.binding" : "pin"));
                });
        return Optional.of(pin);
    }
}
