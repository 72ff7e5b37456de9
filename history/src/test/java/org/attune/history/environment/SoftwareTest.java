package org.attune.history.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parsers of what tells of software, each on the shapes that its program has had. */
class SoftwareTest {
    private static String versions(Map<String, Object> software) {
        var texts = new TreeMap<String, Object>();
        software.forEach((name, entry) ->
                texts.put(name, Version.ofEntry(entry).<Object>map(v -> v).orElse(entry)));
        return texts.toString();
    }

    @Test
    void spackFind() {
        String before =
                """
                [{"name": "plasma", "version": "20.9.20", "compiler": {"name": "gcc", "version": "8.3.0"},
                  "dependencies": {"openblas": {"hash": "b", "type": ["build", "link"]}}, "hash": "a"},
                 {"name": "openblas", "version": "0.3.17", "hash": "b"}, {"name": "x"}]\
                """;
        assertEquals(
                "{gcc=8.3.0, openblas=0.3.17, plasma=20.9.20}", versions(SpackText.find(before)));
        String today =
                """
                [{"name": "hypre", "version": "main", "annotations": {}, "dependencies": [{"name": "gcc", "hash": "c"}]},
                 {"name": "hypre", "version": "2.31.0"}]\
                """;
        assertEquals("{hypre={version_text=main}}", versions(SpackText.find(today)));
        assertEquals("{}", versions(SpackText.find("[]")));
        assertThrows(IllegalArgumentException.class, () -> SpackText.find("{}"));
        assertThrows(IllegalArgumentException.class, () -> SpackText.find("==> Error"));
    }

    @Test
    void spackLock() {
        String today =
                """
                {"_meta": {"file-type": "spack-lockfile", "lockfile-version": 6},
                 "roots": [{"hash": "a", "spec": "hypre@2.31"}],
                 "concrete_specs": {
                   "a": {"name": "hypre", "version": "2.31.0", "dependencies": [{"name": "zlib", "hash": "z"}]},
                   "z": {"name": "zlib", "version": "1.3.1"},
                   "o": {"name": "other", "version": "1"}}}\
                """;
        assertEquals("{hypre=2.31.0, zlib=1.3.1}", versions(SpackText.lock(today, List.of())));
        assertEquals("{other=1}", versions(SpackText.lock(today, List.of("other"))));
        assertEquals("{}", versions(SpackText.lock(today, List.of("absent"))));
        String before =
                """
                {"roots": [{"hash": "a"}], "concrete_specs": {
                   "a": {"hypre": {"version": "2.20.0", "dependencies": {"zlib": {"hash": "z"}}}},
                   "z": {"zlib": {"version": "1.2.11", "dependencies": {"hypre": {"hash": "a"}}}}}}\
                """;
        assertEquals("{hypre=2.20.0, zlib=1.2.11}", versions(SpackText.lock(before, List.of())));
        assertThrows(IllegalArgumentException.class, () -> SpackText.lock("{}", List.of()));
    }

    @Test
    void modules() {
        assertEquals(
                "{cray/mpich=8.1.25, gcc=12.2.0, openmpi=4.1.5, python=3.11}",
                versions(
                        ModuleList.parse(
                                "gcc/12.2.0:openmpi/4.1.5-gcc:cray/mpich/8.1.25:PrgEnv-gnu:python",
                                "/m/gcc/12.2.0:/m/openmpi/4.1.5-gcc.lua:/m/cray/mpich/8.1.25.lua"
                                        + ":/m/PrgEnv-gnu/default:/m/python/3.11.lua")));
        assertEquals("{gcc=11}", versions(ModuleList.parse("gcc/v11:python", "")));
        assertEquals("{}", versions(ModuleList.parse("", "")));
    }

    @Test
    void conda() {
        assertEquals(
                "{openblas=0.3.21, scikit-learn=1.4.2}",
                versions(
                        CondaPackages.of(
                                List.of(
                                        "history",
                                        "openblas-0.3.21-pthreads_h320a7e8_3.json",
                                        "scikit-learn-1.4.2-py311_0.json"))));
    }

    @Test
    void collectiveKnowledge() {
        String text =
                """
                {"compiler": {"cus": {"version": "8.3.0", "version_split": [8, 3, 0]}, "ver": "8"},
                 "lib": {"dict": {"customize": {"version": "2.1"}}}, "tool": {"ver": "1.0"}, "none": {}}\
                """;
        assertEquals("{compiler=8.3.0, lib=2.1, tool=1.0}", versions(CkDependencies.parse(text)));
        assertThrows(IllegalArgumentException.class, () -> CkDependencies.parse("[]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gcc (Debian 12.2.0-14+deb12u1) 12.2.0\\nCopyright (C) 2022 | 12.2.0",
                "gcc (GCC) 8.5.0 20210514 (Red Hat 8.5.0-4) | 8.5.0",
                "gcc-13 (Ubuntu 13.1.0-8ubuntu1~22.04) 13.1.0 | 13.1.0",
                "Debian clang version 14.0.6\\nTarget: x86_64-pc-linux-gnu | 14.0.6",
                "Apple clang version 15.0.0 (clang-1500.3.9.4) | 15.0.0",
                "Intel(R) oneAPI DPC++/C++ Compiler 2024.0.2 (2024.0.2.20231213) | 2024.0.2",
                "nvcc: NVIDIA (R) Cuda compiler driver\\nCuda compilation tools, release 12.4,"
                        + " V12.4.131 | 12.4.131",
                "no number here | ''",
            })
    void compilers(String printed, String version) {
        assertEquals(
                version,
                CompilerVersions.parse(printed.replace("\\n", "\n"))
                        .map(Version::toString)
                        .orElse(""));
    }
}
