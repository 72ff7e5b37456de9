package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;

@EnabledOnOs(OS.LINUX)
class OpenBlasLinearAlgebraTest extends LinearAlgebraContract {
    @BeforeAll
    static void isThere() {
        String arch = System.getProperty("os.arch");
        Assumptions.assumeTrue(arch.equals("amd64") || arch.equals("aarch64"), arch);
        assertTrue(OpenBlas.find().found().isPresent(), () -> "" + OpenBlas.find().reasons());
    }

    @Override
    LinearAlgebra algebra() {
        return new OpenBlasLinearAlgebra(OpenBlas.find().found().orElseThrow());
    }

    @Test
    void isLoadedOnceAndSaysFromWhere() throws IOException {
        OpenBlas library = OpenBlas.find().found().orElseThrow();
        assertSame(library, OpenBlas.find().found().orElseThrow());
        String description = algebra().description();
        assertTrue(description.contains("OpenBLAS"), description);
        assertTrue(description.contains(library.origin()), description);
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            assertEquals(
                    1,
                    maps.filter(l -> l.contains("/libopenblas"))
                            .map(l -> l.substring(l.indexOf('/')))
                            .distinct()
                            .count());
        }
    }

    @Test
    void leavesNoTraceInTheEnvironment() throws IOException, InterruptedException {
        OpenBlas.find();
        var process = new ProcessBuilder("env").start();
        String environment = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        assertEquals(
                System.getenv().containsKey("OPENBLAS_NUM_THREADS"),
                environment.contains("OPENBLAS_NUM_THREADS="));
    }

    @Test
    void saysWhyNothingCanBeUnpacked(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("no-folder"));
        var reasons = new ArrayList<String>();
        assertEquals(Optional.empty(), OpenBlas.unpacked(file.resolve("attune"), reasons));
        assertEquals(1, reasons.size());
        assertTrue(reasons.getFirst().contains("cannot be unpacked to " + file), reasons::toString);
    }
}
