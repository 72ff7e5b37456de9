package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

class ProgramsTest {
    @TempDir private Path folder;

    @BeforeEach
    void setUp() throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve("attune-app");
        Files.writeString(file, "#!/bin/sh\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** They were those of the folder in which Attune was started. */
    @Test
    void relativeEntriesAreOfTheFolderInWhichTheProgramRuns() {
        assertEquals(Optional.empty(), Programs.obstacle("attune-app", folder, "/nowhere:bin"));
        Path bin = folder.resolve("bin");
        for (String path : new String[] {"", ":/nowhere", "/nowhere:", "/a::/b", "."}) {
            assertEquals(Optional.empty(), Programs.obstacle("attune-app", bin, path), path);
        }
    }
}
