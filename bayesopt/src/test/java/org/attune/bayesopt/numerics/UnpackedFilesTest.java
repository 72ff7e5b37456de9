package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

class UnpackedFilesTest {
    @TempDir private Path folder;
    private URL source;

    @BeforeEach
    void makeJar() throws IOException {
        Path jar = folder.resolve("some-1.0.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("a/lib.so"));
            out.write("content".getBytes());
        }
        source = URI.create("jar:" + jar.toUri() + "!/a/lib.so").toURL();
    }

    private Path unpack() {
        try {
            return new UnpackedFiles(folder.resolve("cache")).file("lib.so", source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void unpacksToAFolderNamedLikeTheJar() throws IOException {
        assertEquals(folder.resolve("cache/some-1.0/lib.so"), unpack());
        assertEquals("content", Files.readString(unpack()));
    }

    @Test
    void usesAGoodFileAgainAndReplacesABadOne() throws IOException {
        var longAgo = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(unpack(), longAgo);
        assertEquals(longAgo, Files.getLastModifiedTime(unpack()));
        for (String bad : List.of("", "contenT")) { // another size, another checksum
            Files.writeString(unpack(), bad);
            assertEquals("content", Files.readString(unpack()));
        }
    }

    @Test
    void severalMayUnpackAtOnceAndLeaveNothingElse() throws IOException {
        IntStream.range(0, 50).parallel().forEach(i -> unpack());
        try (Stream<Path> files = Files.list(folder.resolve("cache/some-1.0"))) {
            assertEquals(List.of(unpack()), files.toList());
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsAnError() throws IOException {
        Files.createFile(folder.resolve("cache"));
        assertThrows(UncheckedIOException.class, this::unpack);
    }
}
