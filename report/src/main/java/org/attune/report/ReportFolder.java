package org.attune.report;

import org.attune.charts.Png;
import org.attune.charts.page.Figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder that a report is written to; it takes no other file's place. */
final class ReportFolder {
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
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "%s is a file. Maybe name a folder: --out DIR".formatted(folder));
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
                default -> false;
            };
        } catch (IOException e) {
            return false; // not text, or not readable: somebody else's
        }
    }

    /** Returns the page. */
    Path page() {
        return folder.resolve("index.html");
    }

    /** Writes figures first and the page last, so that it never shows what is not there. */
    void write(String text, List<Figure> figures, boolean hasPng) {
        Path inner = folder.resolve("figures");
        try {
            Files.createDirectories(inner);
            for (Figure figure : figures) {
                save(inner.resolve(figure.id() + ".svg"), figure.picture().svg());
                save(inner.resolve(figure.id() + ".csv"), figure.csv().text());
                if (hasPng) {
                    Files.write(inner.resolve(figure.id() + ".png"), Png.of(figure.picture()));
                }
            }
            Path part = folder.resolve(".index.html.part");
            save(part, text);
            Files.move(part, page(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the report to " + folder, e);
        }
    }

    private static void save(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
