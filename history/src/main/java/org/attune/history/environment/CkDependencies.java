package org.attune.history.environment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resolved dependencies that a program of Collective Knowledge leaves in tmp-deps.json. */
final class CkDependencies {
    private CkDependencies() {}

    /**
     * Returns names with versions; a dependency without one is left out.
     *
     * <p>The version stands in {@code cus}, in {@code dict.customize}, or in the dependency itself,
     * as {@code version_split}, {@code version} or {@code ver}.
     *
     * @throws IllegalArgumentException if the text is no JSON object
     */
    static Map<String, Object> parse(String text) {
        Map<String, Object> all =
                JsonText.object(JsonText.read(text))
                        .orElseThrow(() -> new IllegalArgumentException("it is no object"));
        var software = new LinkedHashMap<String, Object>();
        all.forEach((name, item) ->
                JsonText.object(item)
                        .flatMap(CkDependencies::version)
                        .ifPresent(v -> software.put(name, v.entry())));
        return software;
    }

    private static Optional<Version> version(Map<String, Object> dependency) {
        Map<String, Object> dict = JsonText.object(dependency.get("dict")).orElse(Map.of());
        for (Map<String, Object> place :
                List.of(
                        JsonText.object(dependency.get("cus")).orElse(Map.of()),
                        JsonText.object(dict.get("customize")).orElse(Map.of()),
                        dependency)) {
            for (String key : List.of("version_split", "version", "ver")) {
                Optional<Version> version = Version.of(place.get(key));
                if (version.isPresent()) {
                    return version;
                }
            }
        }
        return Optional.empty();
    }
}
