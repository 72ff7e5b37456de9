package org.attune.report;

import org.attune.charts.Png;
import org.attune.charts.page.Figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder that a report is written to; it takes no other file's place. */
final class ReportFolder {
    private static final Pattern PART = Pattern.compile("\\.report-(\\d+)\\.part"); // by process
    private static final String MARK = "<meta name=\"color-scheme\" content=\"light dark\">";

    private final Path folder;

    private ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Looks at a folder.
     *
     * @throws IllegalArgumentException if it is a file, or has files that are not of a report
     */
    static ReportFolder of(Path folder) {
        for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at) && !Files.isDirectory(at)) {
                throw new IllegalArgumentException(
                        "%s is a file. Maybe name a folder: --out DIR".formatted(at));
            }
        }
        if (Files.isDirectory(folder)) {
            List<String> foreign = foreign(folder);
            if (!foreign.isEmpty()) {
                throw new IllegalArgumentException(
                        "%s has other files than those of a report, such as %s. Maybe name another folder: --out DIR"
                                .formatted(folder, foreign.getFirst()));
            }
        }
        return new ReportFolder(folder);
    }

    private static List<String> foreign(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> !isOurs(f))
                    .map(f -> f.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + folder, e);
        }
    }

    private static boolean isOurs(Path file) {
        try {
            return switch (file.getFileName().toString()) {
                case "index.html" ->
                        Files.isRegularFile(file) && Files.readString(file).contains(MARK);
                case "figures" -> {
                    if (!Files.isDirectory(file)) {
                        yield false;
                    }
                    try (Stream<Path> inner = Files.list(file)) {
                        yield inner.allMatch(f -> f.toString().matches(".*\\.(svg|png|csv)"));
                    }
                }
                default -> process(file).isPresent() && Files.isDirectory(file);
            };
        } catch (IOException e) {
            return false; // not text, or not readable: somebody else's
        }
    }

    /** Returns the page. */
    Path page() {
        return folder.resolve("index.html");
    }

    /**
     * Writes figures first and the page last, so that it never shows what is not there. What is
     * written goes into a folder beside, and takes the old report's place when it is complete: if
     * the disk is full, the old report stays as it was, and nothing is left of the new one.
     */
    void write(String text, List<Figure> figures, boolean hasPng) {
        Path part = folder.resolve(".report-%d.part".formatted(ProcessHandle.current().pid()));
        boolean isNew = !Files.exists(folder);
        try {
            make();
            tidy();
            delete(part);
            Path inner = Files.createDirectories(part.resolve("figures"));
            for (Figure figure : figures) {
                save(inner.resolve(figure.id() + ".svg"), figure.picture().svg());
                save(inner.resolve(figure.id() + ".csv"), figure.csv().text());
                if (hasPng) {
                    Files.write(inner.resolve(figure.id() + ".png"), Png.of(figure.picture()));
                }
            }
            save(part.resolve("index.html"), text);
            Path old = folder.resolve("figures");
            delete(old);
            Files.move(inner, old);
            Files.move(part.resolve("index.html"), page(), StandardCopyOption.REPLACE_EXISTING);
            delete(part);
        } catch (IOException e) {
            clear(part, isNew);
            throw new UncheckedIOException("Cannot write the report to " + folder, e);
        }
    }

    /**
     * Makes the folder.
     *
     * @throws IllegalArgumentException if there can be none of this name
     */
    private void make() throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (NoSuchFileException | AccessDeniedException refused) {
            throw new IllegalArgumentException(
                    "The folder %s cannot be made. Maybe name another one: --out DIR"
                            .formatted(folder),
                    refused);
        }
    }

    /** Removes what processes have left that were killed. */
    private void tidy() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> left;
        try (Stream<Path> files = Files.list(folder)) {
            left =
                    files.filter(f ->
                                    process(f)
                                            .filter(p -> ProcessHandle.of(p).isEmpty())
                                            .isPresent())
                            .toList();
        }
        for (Path file : left) {
            delete(file);
        }
    }

    /** Returns the process that writes, or wrote, a report into a folder of this name. */
    private static Optional<Long> process(Path file) {
        Matcher name = PART.matcher(file.getFileName().toString());
        return name.matches() ? Optional.of(Long.parseLong(name.group(1))) : Optional.empty();
    }

    /** Removes what was begun; if that cannot be removed either, the first error matters more. */
    private void clear(Path part, boolean isNew) {
        try {
            delete(part);
            if (isNew) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            // said is what could not be written
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void save(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
