package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** {@code jmh/compare.sh}, with a script in place of Java that writes scores as JMH does. */
class JmhCompareTest {
    /** The nth fork of the old version takes 2n µs, of the new one n µs and 4n in the third. */
    private static final String JAVA =
            """
            #!/bin/sh
            case "$*" in *old*) v=old;; *) v=new;; esac
            n=$(($(cat "$0.$v" 2> /dev/null || echo 0) + 1))
            echo $n > "$0.$v"
            echo $v >> "$0.order"
            for a in "$@"; do [ "$last" = -rff ] && out=$a; last=$a; done
            case "$*" in *broken*) echo no such benchmark; exit 1;; esac
            s=$n
            [ $v = old ] && s=$((2 * n))
            [ $v$n = new3 ] && s=12
            echo '"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: n"' > "$out"
            echo "\\"org.attune.A.time\\",\\"avgt\\",1,5,$s.0,NaN,\\"us/op\\",80" >> "$out"
            echo "\\"org.attune.B.rate\\",\\"thrpt\\",1,5,$s.0,NaN,\\"ops/us\\"," >> "$out"
            """;

    @TempDir private Path folder;

    @BeforeEach
    void versions() throws IOException {
        for (String version : List.of("old", "new")) {
            Files.createDirectories(folder.resolve(version));
            Files.createFile(folder.resolve(version).resolve("attune-benchmarks-jmh.jar"));
        }
        Path java = Files.writeString(folder.resolve("java"), JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Said(int exit, List<String> lines) {}

    private Said compare(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bash", "jmh/compare.sh"));
        command.addAll(List.of(words));
        Path said = folder.resolve("said");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA", folder.resolve("java").toString());
        int exit = builder.redirectOutput(said.toFile()).start().waitFor();
        return new Said(exit, Files.readAllLines(said));
    }

    private String path(String version) {
        return folder.resolve(version).toString();
    }

    /** Ratios ½, ½, 2: mean 2^(-1/3), standard error 2^(2/3) - 1; rates are the inverse. */
    @Test
    void printsGeometricMeansOfRatios() throws Exception {
        Said said = compare("-n", "3", path("old"), path("new"), "A");
        assertEquals(0, said.exit(), said.toString());
        List<String> rows = said.lines().stream().map(l -> l.replaceAll(" +", " ")).toList();
        assertTrue(rows.contains("A.time n=80 0.794 58.7% 0.500 2.000 3"), rows.toString());
        assertTrue(rows.contains("B.rate 1.260 58.7% 0.500 2.000 3"), rows.toString());
        assertTrue(rows.contains("all 1.000 0.0% 1.000 1.000 3"), rows.toString());
        assertEquals(
                List.of("old", "new", "new", "old", "old", "new"),
                Files.readAllLines(folder.resolve("java.order")));
    }

    @Test
    void mistakesAreExplained() throws Exception {
        Said one = compare("-n", "1", path("old"), path("new"));
        assertEquals(2, one.exit());
        assertTrue(one.lines().getFirst().contains("at least 2"), one.toString());
        Said nowhere = compare("no-such-version", path("new"));
        assertEquals(2, nowhere.exit());
        assertTrue(nowhere.lines().getFirst().contains("neither a folder nor a revision"));
        Said empty = compare(folder.toString(), path("new"));
        assertTrue(empty.lines().getFirst().contains("has no jars of JMH"), empty.toString());
        Said broken = compare(path("old"), path("new"), "broken");
        assertEquals(1, broken.exit());
        assertTrue(broken.lines().contains("no such benchmark"), broken.toString());
    }
}
