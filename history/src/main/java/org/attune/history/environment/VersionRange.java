package org.attune.history.environment;

import java.util.Map;
import java.util.Optional;

/**
 * Versions that are accepted, ends included.
 *
 * @param from the lowest, empty for any
 * @param to the highest, empty for any
 */
public record VersionRange(Optional<Version> from, Optional<Version> to) {
    /**
     * Reads {@code 4.0..5}, {@code 4.0..}, {@code ..5}, or one version: {@code 4.0.1}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static VersionRange parse(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            return new VersionRange(Optional.of(version(text)), Optional.of(version(text)));
        }
        String low = text.substring(0, dots);
        String high = text.substring(dots + 2);
        return new VersionRange(
                low.isBlank() ? Optional.empty() : Optional.of(version(low)),
                high.isBlank() ? Optional.empty() : Optional.of(version(high)));
    }

    /**
     * Reads an entry of {@code loadable_software_configurations}: a version, or {@code
     * version_from} and {@code version_to}, of which one may be absent.
     */
    static VersionRange of(String name, Object entry) {
        Map<String, Object> map = JsonText.object(entry).orElse(Map.of());
        if (map.containsKey("version_from") || map.containsKey("version_to")) {
            return new VersionRange(end(name, map, "version_from"), end(name, map, "version_to"));
        }
        Optional<Version> exact = Version.ofEntry(entry);
        return new VersionRange(exact, exact);
    }

    private static Optional<Version> end(String name, Map<String, Object> map, String key) {
        if (!map.containsKey(key)) {
            return Optional.empty();
        }
        return Optional.of(
                Version.of(map.get(key))
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "%s of %s is %s, which is no version."
                                                .formatted(key, name, map.get(key)))));
    }

    private static Version version(String text) {
        return Version.parse(text)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "'%s' is no version such as 4.0.1.".formatted(text)));
    }

    /** Returns whether a version lies in the range. */
    public boolean holds(Version version) {
        return from.filter(f -> f.compareTo(version) > 0).isEmpty()
                && to.filter(t -> t.compareTo(version) < 0).isEmpty();
    }

    @Override
    public String toString() {
        return from.equals(to) && from.isPresent()
                ? from.get().toString()
                : from.map(Version::toString).orElse("")
                        + ".."
                        + to.map(Version::toString).orElse("");
    }
}
