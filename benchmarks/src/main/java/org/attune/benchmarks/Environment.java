package org.attune.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where and with what a run was made: {@code attune}, {@code java}, {@code os}, {@code cpu}, {@code
 * cores}, the {@code date} in UTC and the checksum of the tuner's {@code code}. Other tools may
 * write other names.
 *
 * @param facts texts by name, in order
 */
public record Environment(Map<String, String> facts) {
    /** The name of the checksum of the tuner's code among the facts. */
    public static final String CODE = "code";

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Copies the facts. */
    public Environment {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** Returns it with the checksum of the code that ran. */
    Environment with(String code) {
        var more = new LinkedHashMap<>(facts);
        more.put(CODE, code);
        return new Environment(more);
    }

    /** Returns the checksum of the tuner's code, see {@link TunerCode}; empty of older runs. */
    Optional<String> code() {
        return Optional.ofNullable(facts.get(CODE));
    }

    /** Returns what this process runs on, today. Nothing is decided by it. */
    static Environment here() {
        var facts = new LinkedHashMap<String, String>();
        String version = Environment.class.getPackage().getImplementationVersion();
        facts.put("attune", version == null ? "not packaged" : version);
        facts.put(
                "java", "%s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")));
        facts.put(
                "os",
                "%s %s %s"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch")));
        processor().ifPresent(cpu -> facts.put("cpu", cpu));
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        return new Environment(facts);
    }

    /** Returns the processor's name where the system tells it. */
    private static Optional<String> processor() {
        if (!Files.isReadable(CPU_INFO)) {
            return Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER"));
        }
        try {
            return Files.readAllLines(CPU_INFO).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty(); // the name is a courtesy; the run does not depend on it
        }
    }
}
