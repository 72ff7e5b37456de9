package org.attune.execution;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Which files of a run were read, and why others could not be: {@code LABEL.files} beside their
 * copies {@code LABEL.NAME.gz}. Without it, a copy would be taken for that of another file after
 * the problem file was edited.
 */
final class KeptFiles {
    /** Name of the copy of the file that the rule {@code ok} reads. */
    static final String OK = "ok";

    private static final String WHY = "why-";

    private final Properties properties;

    /** No files yet. */
    KeptFiles() {
        this(new Properties());
    }

    private KeptFiles(Properties properties) {
        this.properties = properties;
    }

    /** Returns the name of the copy of the file of an output. */
    static String name(String output) {
        return "file-" + output;
    }

    /**
     * Adds a file.
     *
     * @param path as the problem file says it
     * @param missing why it could not be read
     */
    void put(String name, Template path, Optional<String> missing) {
        properties.setProperty(name, path.toString());
        missing.ifPresent(why -> properties.setProperty(WHY + name, why));
    }

    void write(Path folder, String label) {
        if (!properties.isEmpty()) {
            KeptProperties.write(properties, file(folder, label));
        }
    }

    /**
     * Reads what is known of a run's files.
     *
     * @throws java.io.UncheckedIOException with the path, if it cannot be read or is damaged
     */
    static KeptFiles read(Path folder, String label) {
        Path file = file(folder, label);
        return new KeptFiles(Files.exists(file) ? KeptProperties.read(file) : new Properties());
    }

    private static Path file(Path folder, String label) {
        return folder.resolve(label + ".files");
    }

    /** Returns why the files of outputs could not be read, by output. */
    Map<String, String> missing(CommandSettings settings) {
        var missing = new LinkedHashMap<String, String>();
        settings.outputs()
                .forEach(o -> missing(name(o.name())).ifPresent(why -> missing.put(o.name(), why)));
        return missing;
    }

    /** Returns why the file of which this would be the copy could not be read. */
    Optional<String> missing(String name) {
        return Optional.ofNullable(properties.getProperty(WHY + name));
    }

    /**
     * Returns the name of the copy of a file: this one, unless another file was read then; empty if
     * that one was not read. Older runs say nothing, and are believed to have read the same.
     */
    Optional<String> copy(String name, Template path) {
        String before = properties.getProperty(name);
        return before == null && properties.isEmpty() || path.toString().equals(before)
                ? Optional.of(name)
                : properties.stringPropertyNames().stream()
                        .filter(n -> !n.startsWith(WHY))
                        .filter(n -> properties.getProperty(n).equals(path.toString()))
                        .findFirst();
    }

    @Override
    public String toString() {
        return "Files " + properties;
    }
}
