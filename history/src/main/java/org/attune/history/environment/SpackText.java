package org.attune.history.environment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Packages of Spack, from {@code spack find --json} and {@code spack.lock}: names with versions,
 * that of the compiler included. Of several versions of one package the first counts.
 */
final class SpackText {
    private SpackText() {}

    /**
     * Reads what {@code spack find --json} prints: a list of packages.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Map<String, Object> find(String text) {
        if (!(JsonText.read(text) instanceof List<?> specs)) {
            throw new IllegalArgumentException("'spack find --json' printed no list");
        }
        var software = new LinkedHashMap<String, Object>();
        specs.forEach(spec -> JsonText.object(spec).ifPresent(s -> add(software, named(s))));
        return software;
    }

    /**
     * Reads a {@code spack.lock}: the packages asked for and all that they need.
     *
     * @param wanted names of packages with which to begin; the file's roots where it is empty
     * @throws IllegalArgumentException if it is none
     */
    static Map<String, Object> lock(String text, List<String> wanted) {
        Map<String, Object> top = JsonText.object(JsonText.read(text)).orElse(Map.of());
        Map<String, Object> specs =
                JsonText.object(top.get("concrete_specs"))
                        .orElseThrow(
                                () -> new IllegalArgumentException("it has no 'concrete_specs'"));
        Deque<String> open = new ArrayDeque<>();
        if (wanted.isEmpty()) {
            JsonText.list(top.get("roots"))
                    .forEach(r ->
                            JsonText.object(r)
                                    .flatMap(m -> JsonText.text(m.get("hash")))
                                    .ifPresent(open::add));
        } else {
            specs.forEach((hash, s) ->
                    JsonText.object(s)
                            .filter(m -> wanted.contains(named(m).get("name")))
                            .ifPresent(m -> open.add(hash)));
        }
        var software = new LinkedHashMap<String, Object>();
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty()) {
            String hash = open.poll();
            Optional<Map<String, Object>> spec =
                    JsonText.object(specs.get(hash)).map(SpackText::named);
            if (seen.add(hash) && spec.isPresent()) {
                add(software, spec.get());
                open.addAll(needed(spec.get()));
            }
        }
        return software;
    }

    /** Old files have {@code {"zlib": {"version": ...}}} for {@code {"name": "zlib", ...}}. */
    private static Map<String, Object> named(Map<String, Object> spec) {
        if (spec.containsKey("name") || spec.size() != 1) {
            return spec;
        }
        Map.Entry<String, Object> only = spec.entrySet().iterator().next();
        var named =
                new LinkedHashMap<String, Object>(
                        JsonText.object(only.getValue()).orElse(Map.of()));
        named.put("name", only.getKey());
        return named;
    }

    private static void add(Map<String, Object> software, Map<String, Object> spec) {
        Optional<String> name = JsonText.text(spec.get("name"));
        Optional<String> version = JsonText.text(spec.get("version"));
        if (name.isPresent() && version.isPresent()) {
            software.putIfAbsent(name.get(), Version.entry(version.get()));
        }
        JsonText.object(spec.get("compiler")).ifPresent(c -> add(software, c));
    }

    /** Returns the hashes of direct dependencies: a list today, an object by name before. */
    private static List<String> needed(Map<String, Object> spec) {
        Object dependencies = spec.get("dependencies");
        List<?> all =
                dependencies instanceof Map<?, ?> map
                        ? List.copyOf(map.values())
                        : JsonText.list(dependencies);
        return all.stream()
                .flatMap(d -> JsonText.object(d).stream())
                .flatMap(d -> JsonText.text(d.get("hash")).stream())
                .toList();
    }
}
