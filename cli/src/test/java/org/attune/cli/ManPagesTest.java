package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the manual, before Asciidoctor makes man pages of them. */
class ManPagesTest {
    private static final Path SCRIPT = Path.of("").toAbsolutePath().resolveSibling(".build");

    /** A line that stands alone between lines begins a paragraph. */
    private static final Pattern BROKEN = Pattern.compile("[^.:\\n]\\n\\+\\n");

    @TempDir Path folder;

    @Test
    void noParagraphBeginsInTheMiddleOfASentence() throws Exception {
        Path err = folder.resolve("err.txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SCRIPT.resolve("ManPages.java").toString(),
                                folder.toString())
                        .redirectOutput(folder.resolve("out.txt").toFile())
                        .redirectError(err.toFile())
                        .start();
        assertEquals(0, process.waitFor(), Files.readString(err));
        assertFalse(Files.readString(err).contains("Could not format"), Files.readString(err));
        List<Path> pages;
        try (Stream<Path> all = Files.list(folder)) {
            pages = all.filter(p -> p.toString().endsWith(".adoc")).toList();
        }
        assertTrue(pages.size() > 30, pages::toString);
        for (Path page : pages) {
            var broken = BROKEN.matcher(Files.readString(page));
            assertFalse(broken.find(), page.getFileName().toString());
        }
        assertTrue(
                Files.readString(folder.resolve("attune-tune.adoc"))
                        .contains("one that is not among the tasks of the file is added"));
    }
}
