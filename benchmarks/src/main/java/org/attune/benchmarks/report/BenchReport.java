package org.attune.benchmarks.report;

import org.attune.charts.Png;
import org.attune.charts.page.Figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Turns result files into a page, and its figures into SVG, PNG and CSV.
 *
 * <pre>{@code
 * BenchReport.write(List.of(Path.of("ours.jsonl"), Path.of("theirs.jsonl")), Path.of("report"));
 * }</pre>
 */
public final class BenchReport {
    private BenchReport() {}

    /**
     * What was written.
     *
     * @param page the page
     * @param figures how many figures it has
     * @param findings what it says in short, warnings included
     * @param withoutPng why there are no PNG files, if there are none
     */
    public record Written(
            Path page, int figures, List<String> findings, Optional<String> withoutPng) {}

    /**
     * Writes {@code index.html} and the folder {@code figures}; files of an earlier report are
     * replaced.
     *
     * @param files of {@code bench run}, or of other tools in the same format
     * @param folder made where it does not exist
     * @throws IllegalArgumentException if a file does not exist or holds something else, or there
     *     is no result at all
     * @throws UncheckedIOException if something cannot be read or written
     */
    public static Written write(List<Path> files, Path folder) {
        Campaign campaign = Campaign.read(files);
        Optional<String> withoutPng = Png.obstacle();
        var page = new Page(campaign, withoutPng.isEmpty());
        String text = page.text();
        Path index = folder.resolve("index.html");
        Path figures = folder.resolve("figures");
        try {
            Files.createDirectories(figures);
            for (Figure figure : page.figures()) {
                save(figures.resolve(figure.id() + ".svg"), figure.picture().svg());
                save(figures.resolve(figure.id() + ".csv"), figure.csv().text());
                if (withoutPng.isEmpty()) {
                    Files.write(figures.resolve(figure.id() + ".png"), Png.of(figure.picture()));
                }
            }
            save(index, text);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the report to " + folder, e);
        }
        return new Written(index, page.figures().size(), page.findings(), withoutPng);
    }

    private static void save(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
