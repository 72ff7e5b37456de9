package org.attune.history.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class DetectionTest {
    private static final String X86 =
            "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Gold 6240 CPU @ 2.60GHz\n"
                    + "physical id\t: 0\ncore id\t\t: 0\n\n"
                    + "processor\t: 1\nmodel name\t: Intel(R) Xeon(R) Gold 6240 CPU @ 2.60GHz\n"
                    + "physical id\t: 1\ncore id\t\t: 0\n\n"
                    + "processor\t: 2\nmodel name\t: x\nphysical id\t: 0\ncore id\t\t: 0\n\n"
                    + "processor\t: 3\nmodel name\t: x\nphysical id\t: 1\ncore id\t\t: 0\n";

    /** A computer made of texts, which counts the commands that are run. */
    private static final class Paper implements Computer {
        final Map<String, String> variables = new LinkedHashMap<>();
        final Map<String, String> texts = new LinkedHashMap<>();
        final Map<String, String> printed = new LinkedHashMap<>();
        final List<String> commands = new ArrayList<>();

        @Override
        public Map<String, String> variables() {
            return variables;
        }

        @Override
        public Optional<String> text(Path file) {
            return Optional.ofNullable(texts.get(file.toString()));
        }

        @Override
        public List<String> files(Path folder) {
            return texts.keySet().stream()
                    .map(Path::of)
                    .filter(f -> folder.equals(f.getParent()))
                    .map(f -> f.getFileName().toString())
                    .toList();
        }

        @Override
        public Optional<String> output(List<String> command) {
            commands.add(String.join(" ", command));
            return Optional.ofNullable(printed.get(commands.getLast()));
        }

        Detection detect(String description) {
            return Detection.of(
                    this, "box", Path.of("/p"), MetaDescription.read(description, "meta.json"));
        }

        Map<String, Object> facts() {
            return detect("{}").environment().processors().values().iterator().next();
        }
    }

    private static Paper x86() {
        var paper = new Paper();
        paper.texts.put("/proc/cpuinfo", X86);
        paper.texts.put("/proc/meminfo", "MemTotal:   8388608 kB\nMemFree: 1 kB\n");
        return paper;
    }

    @Test
    void processorsOfEachFamily() {
        assertEquals(
                new ProcessorInfo(Optional.of("Intel(R) Xeon(R) Gold 6240 CPU @ 2.60GHz"), 4, 2, 2),
                ProcessorInfo.parse(X86));
        assertEquals(
                new ProcessorInfo(Optional.of("ARM 0x46 0x001"), 2, 2, 1),
                ProcessorInfo.parse(
                        "processor\t: 0\n"
                                + "BogoMIPS\t: 200\n"
                                + "CPU implementer\t: 0x46\n"
                                + "CPU part\t: 0x001\n\n"
                                + "processor\t: 1\n"
                                + "CPU implementer\t: 0x46\n"
                                + "CPU part\t: 0x001\n"));
        assertEquals(
                new ProcessorInfo(Optional.of("POWER9, altivec supported"), 1, 1, 1),
                ProcessorInfo.parse(
                        "processor\t: 0\ncpu\t\t: POWER9, altivec supported\n\nplatform : x\n"));
        assertEquals(new ProcessorInfo(Optional.empty(), 0, 0, 1), ProcessorInfo.parse(""));
        assertEquals(
                "intel-xeon-gold-6240",
                ProcessorInfo.word("Intel(R) Xeon(R) Gold 6240 CPU @ 2.60GHz"));
        assertEquals(
                "amd-epyc-7763-64-core", ProcessorInfo.word("AMD EPYC 7763 64-Core Processor"));
        assertEquals("power9", ProcessorInfo.word("POWER9, altivec supported"));
    }

    @Test
    void theMachineIsDetectedWithoutCommands() {
        Paper paper = x86();
        Detection found = paper.detect("{}");
        assertEquals(List.of(), found.missing());
        assertEquals(List.of(), paper.commands);
        assertEquals(Optional.of("box"), found.environment().name());
        assertEquals(
                Map.of(
                        "intel-xeon-gold-6240",
                        Map.of(
                                "nodes", 1L,
                                "cores", 2L,
                                "num_logical_cores", 4L,
                                "num_sockets", 2L,
                                "memory_mb", 8192L)),
                found.environment().processors());
    }

    @Test
    void limitsOfControlGroupsCount() {
        Paper second = x86();
        second.texts.put("/proc/self/cgroup", "0::/job/step\n");
        second.texts.put("/sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
        second.texts.put("/sys/fs/cgroup/job/cpu.max", "150000 100000\n");
        second.texts.put("/sys/fs/cgroup/job/memory.max", "1073741824\n");
        second.texts.put("/run/.containerenv", "");
        assertEquals(1L, second.facts().get("cores"));
        assertEquals(1024L, second.facts().get("memory_mb"));
        assertEquals("podman", second.facts().get("container"));
        Paper first = x86();
        first.texts.put("/proc/self/cgroup", "4:memory:/a\n1:cpu,cpuacct:/a\n");
        first.texts.put("/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "100000\n");
        first.texts.put("/sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
        first.texts.put("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "2147483648\n");
        first.texts.put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertEquals(1L, first.facts().get("cores"));
        assertEquals(2048L, first.facts().get("memory_mb"));
    }

    @Test
    void aJobOfSlurmSaysNodesAndCores() {
        Paper paper = x86();
        paper.variables.putAll(
                Map.of(
                        "SLURM_JOB_ID", "5",
                        "SLURM_JOB_NODELIST", "c[7-8]",
                        "SLURM_CPUS_ON_NODE", "64",
                        "SLURM_CLUSTER_NAME", "tiny"));
        assertEquals(2L, paper.facts().get("nodes"));
        assertEquals(64L, paper.facts().get("cores"));
        assertEquals(Optional.of("tiny"), paper.detect("{}").environment().name());
        assertEquals(List.of(), paper.commands);
        paper.printed.put("scontrol show node c7", "NodeName=c7 CoresPerSocket=16 Sockets=2");
        Detection asked = paper.detect("{\"slurm\": \"yes\"}");
        assertEquals(
                16L,
                asked.environment()
                        .processors()
                        .values()
                        .iterator()
                        .next()
                        .get("cores_per_socket"));
        assertEquals(
                Optional.of("mine"),
                paper.detect(
                                "{\"slurm\": \"yes\", \"machine_configuration\": {\"machine_name\":"
                                        + " \"mine\"}}")
                        .environment()
                        .name());
        paper.variables.remove("SLURM_JOB_ID");
        assertEquals(
                List.of("the job of Slurm: SLURM_JOB_ID is not set"),
                paper.detect("{\"machine_configuration\": {\"slurm\": \"yes\"}}").missing());
    }

    @Test
    void softwareComesFromAllPlaces() {
        Paper paper = x86();
        paper.variables.putAll(Map.of("LOADEDMODULES", "gcc/12.2.0", "CONDA_PREFIX", "/conda"));
        paper.texts.put("/conda/conda-meta/numpy-1.26.4-py311_0.json", "{}");
        paper.texts.put("/p/tmp-deps.json", "{\"mpi\": {\"ver\": \"4.1\"}}");
        paper.texts.put(
                "/p/spack.lock",
                "{\"concrete_specs\": {\"a\": {\"name\": \"hypre\", \"version\": \"2.31\"}}}");
        paper.printed.put(
                "spack find --json --deps --loaded plasma",
                "[{\"name\": \"plasma\", \"version\": \"20.9.20\"}]");
        paper.printed.put("gcc --version", "gcc (GCC) 8.5.0");
        Detection found =
                paper.detect(
                        """
                        {"software_configuration": {"mine": {"version_split": [1, 0]}},
                         "spack": ["plasma", "hypre", "none"], "compilers": ["gcc", "icx"]}\
                        """);
        var versions = new LinkedHashMap<String, String>();
        found.environment()
                .software()
                .forEach((n, e) -> versions.put(n, Version.ofEntry(e).orElseThrow().toString()));
        assertEquals(
                Map.of(
                        "mine", "1.0", "hypre", "2.31", "plasma", "20.9.20", "gcc", "8.5.0", "mpi",
                        "4.1", "numpy", "1.26.4"),
                versions);
        assertEquals(
                List.of(
                        "the version of none: Spack does not have it loaded",
                        "the version of icx: 'icx --version' does not say"),
                found.missing());
    }

    @Test
    void theDescriptionCounts() {
        Detection found =
                new Paper()
                        .detect(
                                """
                                {"machine_configuration": {"machine": "Cori", "haswell": {"nodes": 1, "cores": 32}},
                                 "use_crowd_repo": "yes", "crowdtuning_api_key": "k"}\
                                """);
        assertEquals(Optional.of("Cori"), found.environment().name());
        assertEquals(List.of(), found.missing());
        assertTrue(new Paper().detect("{}").missing().size() >= 3);
        for (String wrong :
                List.of(
                        "[]",
                        "{",
                        "{\"software_configuration\": []}",
                        "{\"machine_configuration\": {\"a\": [null]}}")) {
            var e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> MetaDescription.read(wrong, "meta.json"));
            assertTrue(e.getMessage().startsWith("meta.json is no meta description: "));
            assertFalse(e.getMessage().contains("REDACTED"), e.getMessage());
        }
    }

    @Test
    void equalEnvironmentsHaveOneName() {
        Environment a = x86().detect("{}").environment();
        assertEquals(a.id(), Environment.of(a.record()).id());
        assertNotEquals(a.id(), Environment.UNKNOWN.id());
    }

    @Test
    void thisComputerIsDetected() {
        Detection found = Detection.of(Computer.here(), "box", Path.of(""), MetaDescription.NONE);
        assertEquals(Optional.of("box"), found.environment().name());
        assertEquals(Optional.empty(), Computer.here().output(List.of("no-such-program-here")));
        assertEquals(Optional.empty(), Computer.here().output(List.of("false")));
        assertEquals(Optional.of("a\n"), Computer.here().output(List.of("echo", "a")));
    }
}
