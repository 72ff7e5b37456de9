package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are no problem files at all, and texts that are made to exhaust a parser. */
class SourceFileTest {
    @TempDir Path folder;

    private String message(String name, String text) throws IOException {
        return message(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private String message(String name, byte[] content) throws IOException {
        Files.write(folder.resolve(name), content);
        return message(name);
    }

    private String message(String name) {
        var e =
                assertThrows(
                        ProblemFileException.class, () -> ProblemFile.read(folder.resolve(name)));
        return e.getMessage().replace(folder + "/", "");
    }

    @Test
    void refusesWhatIsNoTextFile() throws IOException {
        assertEquals("absent.yaml: there is no such file.", message("absent.yaml"));
        Files.createDirectory(folder.resolve("d.yaml"));
        assertEquals("d.yaml: is a folder. Maybe name the problem file in it.", message("d.yaml"));
        assertEquals("p.txt: the name must end in .yaml, .yml or .json.", message("p.txt", "a: 1"));
        assertEquals("e.yaml: is empty.", message("e.yaml", " \n"));
        assertEquals("e.json: is empty.", message("e.json", ""));
        assertEquals(
                "b.yaml: is not a text file: it holds a byte 0.",
                message("b.yaml", new byte[] {65, 0}));
        byte[] latin = "a: 1\nb: sch\u00F6n\n".getBytes(StandardCharsets.ISO_8859_1);
        assertEquals("l.yaml:2: is not encoded in UTF-8.", message("l.yaml", latin));
        byte[] cut = {'a', (byte) 0xC3};
        assertEquals("c.yaml:1: is not encoded in UTF-8.", message("c.yaml", cut));
    }

    @Test
    void refusesAHugeFileWithoutReadingIt() throws IOException {
        try (var sparse = new RandomAccessFile(folder.resolve("h.yaml").toFile(), "rw")) {
            sparse.setLength(100_000_000);
        }
        assertEquals(
                "h.yaml: has 100000000 bytes, but a problem file has at most 4194304.",
                message("h.yaml"));
    }

    @Test
    void refusesWhatIsNoMapping() throws IOException {
        assertEquals("l.yaml:1: expected a tuning problem, not a list.", message("l.yaml", "[1]"));
        assertEquals(
                "c.yaml:1: expected a tuning problem, not nothing.", message("c.yaml", "# only\n"));
        assertEquals("t.json:1: expected a tuning problem, not 3.", message("t.json", "3"));
    }

    @Test
    void refusesJsonThatIsNone() throws IOException {
        assertEquals(
                "s.json:2: column 13: no valid JSON: Unexpected close marker ']': expected '}'.",
                message("s.json", "{\n  \"a\": [1, {]}"));
        assertEquals(
                "u.json:2: column 1: no valid JSON: Unexpected end-of-input: expected close marker"
                        + " for Object.",
                message("u.json", "{\"a\": 1\n"));
        assertEquals(
                "t.json:1: column 4: the document has ended before this.",
                message("t.json", "{} 1"));
        assertEquals(
                "d.json:2: seed: the key 'seed' stands twice, first on line 1.",
                message("d.json", "{\"seed\": 1,\n \"seed\": 2}").lines().toList().getLast());
    }

    /** Nine levels of nine aliases: 9^9 values in 300 bytes. */
    @Test
    void refusesAnAnchorBomb() throws IOException {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            text.append(
                    "a%d: &a%d [%s*a%d]\n"
                            .formatted(i, i, "*a%d, ".formatted(i - 1).repeat(8), i - 1));
        }
        assertEquals(
                "bomb.yaml:6: column 10: the document has more than 100000 values.",
                message("bomb.yaml", text.toString()));
    }

    @Test
    void refusesAnAliasOfItself() throws IOException {
        assertEquals(
                "r.yaml:1: column 8: '*a' refers to nothing above.",
                message("r.yaml", "a: &a [*a]\n"));
    }

    @Test
    void refusesDeepNesting() throws IOException {
        String deep = "[".repeat(100_000);
        assertEquals(
                "d.json:1: column 41: lists and mappings are nested deeper than 40.",
                message("d.json", deep));
        assertEquals(
                "d.yaml:1: column 41: lists and mappings are nested deeper than 40.",
                message("d.yaml", deep));
    }
}
