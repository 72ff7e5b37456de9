package org.attune.api;

import java.security.CodeSource;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A tuner has failed: it threw what is no refusal, or gave an answer that no tuner may give. It is
 * a fault of the tuner, not of whoever tunes.
 */
public final class TunerException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private static final Pattern NOT_OF_A_PLUGIN =
            Pattern.compile("(javax?|jdk|sun|org\\.attune)\\.");

    /** Who has called the tuner: what lies beyond is not its code. */
    private static final Set<String> OUTSIDE =
            Set.of(Conditions.class.getName(), NamedFaults.class.getName());

    private final String fault;

    /** Creates one of an answer; the message names the tuner. */
    TunerException(String message) {
        super(message);
        this.fault = message;
    }

    private TunerException(TunerProvider provider, String fault, Throwable thrown) {
        super(
                "Tuner '%s' (%s) failed: %s."
                        .formatted(provider.name(), origin(Tuners.type(provider)), fault),
                thrown);
        this.fault = fault;
    }

    /** Returns the failure of a tuner that has thrown this. */
    static TunerException of(TunerProvider provider, Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        Optional<StackTraceElement> place =
                Stream.of(trace)
                        .takeWhile(f -> !OUTSIDE.contains(f.getClassName()))
                        .filter(f -> !NOT_OF_A_PLUGIN.matcher(f.getClassName()).lookingAt())
                        .findFirst()
                        .or(() -> Stream.of(trace).findFirst());
        String fault = thrown + place.map(f -> " at " + f).orElse("");
        return new TunerException(provider, fault, thrown);
    }

    /** Returns the failure of a tuner that has given such an answer. */
    static TunerException of(TunerProvider provider, String answer) {
        return new TunerException(provider, answer, null);
    }

    /**
     * Returns what has gone wrong: what was thrown and where, in the code of a plug-in if it can.
     */
    public String fault() {
        return fault;
    }

    /** Returns the class, and the jar that has it. */
    static String origin(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        String jar =
                source == null || source.getLocation() == null
                        ? ""
                        : source.getLocation().getPath();
        return jar.endsWith(".jar")
                ? "%s in %s".formatted(type.getName(), jar.substring(jar.lastIndexOf('/') + 1))
                : type.getName();
    }
}
