package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/** The programs of examples/java compile without warnings, and do what they show. */
class JavaExamplesTest {
    private static final Path EXAMPLES =
            Path.of("").toAbsolutePath().getParent().resolve("examples/java");

    @TempDir Path classes;

    private String run(String name) throws IOException, ReflectiveOperationException {
        var out = new ByteArrayOutputStream();
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                new PrintStream(out, true),
                                new PrintStream(out, true),
                                "-Xlint:all,-path",
                                "-Werror",
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                EXAMPLES.resolve(name + ".java").toString());
        assertEquals(0, code, out.toString(StandardCharsets.UTF_8));
        var program = new ByteArrayOutputStream();
        var before = System.out;
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            System.setOut(new java.io.PrintStream(program, true, StandardCharsets.UTF_8));
            loader.loadClass(name)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return program.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Tasks | (?s)n=500: tile=\\d+ schedule=dynamic\\n.*n=8000: tile=\\d+"
                        + " schedule=dynamic\\n",
                "SeveralObjectives | (level=\\d+ window=\\d+: \\{seconds=[0-9.]+,"
                        + " ratio=[0-9.]+}\\n){2,15}",
                "SeveralAtOnce | all 24 trials per task have been told\\nx=[01][.]\\d+"
                        + " y=-[12][.]\\d+\\n"
            })
    void runs(String name, String pattern) throws IOException, ReflectiveOperationException {
        String printed = run(name);
        assertTrue(printed.matches(pattern), printed);
    }
}
