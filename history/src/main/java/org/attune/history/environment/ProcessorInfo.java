package org.attune.history.environment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code /proc/cpuinfo} says, on x86, ARM and POWER.
 *
 * @param name of the processor, empty where only its numbers are given
 * @param logical processors
 * @param cores without hardware threads; as many as logical ones where nothing is said of them
 * @param sockets at least 1
 */
record ProcessorInfo(Optional<String> name, int logical, int cores, int sockets) {
    private static final List<String> NAMES =
            List.of("model name", "cpu model", "cpu", "Hardware", "Processor");

    /** Reads the text, in which a line without content ends each logical processor. */
    static ProcessorInfo parse(String text) {
        var blocks = new ArrayList<Map<String, String>>();
        for (String block : text.split("\\n\\s*\\n")) {
            var fields = new LinkedHashMap<String, String>();
            block.lines()
                    .map(l -> l.split(":", 2))
                    .filter(f -> f.length == 2)
                    .forEach(f -> fields.putIfAbsent(f[0].strip(), f[1].strip()));
            blocks.add(fields);
        }
        int logical = 0;
        Set<String> cores = new HashSet<>();
        Set<String> sockets = new HashSet<>();
        for (Map<String, String> block : blocks) {
            if (block.containsKey("processor")) {
                logical++;
                String socket = block.getOrDefault("physical id", "0");
                sockets.add(socket);
                if (block.containsKey("core id")) {
                    cores.add(socket + ":" + block.get("core id"));
                }
            }
        }
        return new ProcessorInfo(
                name(blocks),
                logical,
                cores.isEmpty() ? logical : cores.size(),
                Math.max(1, sockets.size()));
    }

    private static Optional<String> name(List<Map<String, String>> blocks) {
        for (String key : NAMES) {
            for (Map<String, String> block : blocks) {
                String name = block.getOrDefault(key, "");
                if (!name.isEmpty() && !name.matches("[\\d.]+")) {
                    return Optional.of(name);
                }
            }
        }
        return blocks.stream()
                .filter(b -> b.containsKey("CPU implementer") && b.containsKey("CPU part"))
                .findFirst()
                .map(b -> "ARM %s %s".formatted(b.get("CPU implementer"), b.get("CPU part")));
    }

    /**
     * Returns a word for a processor: its name in small letters, without trade marks and frequency.
     */
    static String word(String name) {
        String word =
                name.replaceFirst("@.*|,.*", "")
                        .replaceAll("\\((R|r|TM|tm)\\)|\\bCPU\\b|\\bProcessor\\b", " ")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-|-$", "");
        return word.isEmpty() ? "generic" : word;
    }
}
