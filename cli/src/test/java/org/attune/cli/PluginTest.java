package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;

class PluginTest {
    private static final String SOURCE =
            """
            import java.util.List;
            import java.util.Optional;
            import org.attune.api.*;
            public class Lazy implements TunerProvider {
                public String name() { return "lazy"; }
                public String summary() { return "Proposes nothing."; }
                public List<Option<?>> options() { return List.of(); }
                public Tuner create(TuningRequest request) {
                    return (records, demand) -> new Proposal.Done("too lazy");
                }
                public Optional<ModelProvider> models() { return Optional.empty(); }
            }
            """;

    @TempDir Path folder;

    @Test
    void theTunersOfAJarCanBeSelectedAnywhere() throws IOException {
        Path jar = jar("Lazy");
        Path toy = Cli.toy(folder);
        assertTrue(Cli.run("tuners", "--plugin", jar).exits(0).out().contains("Proposes nothing."));
        assertFalse(Cli.run("tuners").exits(0).out().contains("lazy"));
        Cli.run("tune", toy, "--tuner", "lazy", "--plugin", jar).exits(0);
        Cli later = Cli.run("tune", toy, "--plugin", jar).exits(0);
        assertTrue(later.err().contains("too lazy"), later.err());
        assertTrue(Cli.run("tune", toy).exits(2).err().contains("No tuner is named 'lazy'"));
    }

    @Test
    void aBrokenJarIsReported() throws IOException {
        Path jar = jar("Nobody");
        assertTrue(Cli.run("tuners", "--plugin", jar).exits(0).err().contains("Nobody"));
        Cli doctor = Cli.run("doctor", "--plugin", jar).exits(1);
        assertTrue(doctor.out().contains("could not be loaded"), doctor.out());
    }

    private Path jar(String provider) throws IOException {
        Path source = Files.writeString(folder.resolve("Lazy.java"), SOURCE);
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                folder.toString(),
                                source.toString());
        assertEquals(0, code);
        Path jar = folder.resolve("lazy.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("Lazy.class"));
            out.write(Files.readAllBytes(folder.resolve("Lazy.class")));
            out.putNextEntry(new JarEntry("META-INF/services/org.attune.api.TunerProvider"));
            out.write(provider.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return jar;
    }
}
