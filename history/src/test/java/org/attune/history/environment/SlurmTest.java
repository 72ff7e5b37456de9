package org.attune.history.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.NodeList;
import org.attune.api.SlurmJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SlurmTest {
    private static String resource(String name) throws IOException {
        try (var in = SlurmTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n1 | n1",
                "n[1-3] | n1 n2 n3",
                "n[08-10,2],login | n08 n09 n10 n2 login",
                "r[0-1]c[1-2] | r0c1 r0c2 r1c1 r1c2",
                "nid[000009-000011]-ib0 | nid000009-ib0 nid000010-ib0 nid000011-ib0",
                "(null) | ''",
            })
    void bracketsAreExpanded(String text, String names) {
        assertEquals(names, String.join(" ", NodeList.expand(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"n[1-", "n[3-1]", "n[a]", "n]1", "n[]", "n[0-999999999]"})
    void otherTextsAreRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> NodeList.expand(text));
    }

    @Test
    void coresOfAllNodesAreCounted() {
        assertEquals(180, SlurmJob.allCores(Map.of("SLURM_JOB_CPUS_PER_NODE", "72(x2),36")));
        assertEquals(0, SlurmJob.allCores(Map.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> SlurmJob.allCores(Map.of("SLURM_JOB_CPUS_PER_NODE", "many")));
    }

    @Test
    void variablesDescribeTheJob() {
        SlurmJob job =
                SlurmJob.of(
                                Map.of(
                                        "SLURM_JOB_ID", "5",
                                        "SLURM_NNODES", "2",
                                        "SLURM_CPUS_ON_NODE", "64",
                                        "SLURM_CLUSTER_NAME", "tiny",
                                        "SLURM_JOB_NODELIST", "n[1-2]"))
                        .orElseThrow();
        assertEquals(new SlurmJob("5", Optional.of("tiny"), List.of("n1", "n2"), 2, 64), job);
        SlurmJob bare =
                SlurmJob.of(
                                Map.of(
                                        "SLURM_JOBID", "6",
                                        "SLURM_NODELIST", "n[1-3]",
                                        "SLURM_JOB_CPUS_PER_NODE", "36,72(x2)"))
                        .orElseThrow();
        assertEquals(3, bare.nodes());
        assertEquals(72, bare.cores());
        assertEquals(Optional.empty(), SlurmJob.of(Map.of("SLURM_NNODES", "2")));
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> SlurmJob.of(Map.of("SLURM_JOB_ID", "5", "SLURM_NNODES", "two")));
        assertTrue(e.getMessage().contains("'two'"), e.getMessage());
    }

    @Test
    void scontrolPrintsFields() throws IOException {
        SlurmNode node = SlurmNode.parse(resource("scontrol-node.txt"));
        assertEquals("515000", node.fields().get("RealMemory"));
        assertEquals("cpu=128,mem=515000M,billing=128", node.fields().get("CfgTRES"));
        assertEquals("Linux 6.1.0 #1 SMP PREEMPT_DYNAMIC", node.fields().get("OS"));
        assertEquals(
                Map.of(
                        "num_sockets", 2L,
                        "cores_per_socket", 32L,
                        "num_threads_per_core", 2L,
                        "num_logical_cores", 128L),
                node.shape());
        Map<String, String> job = SlurmNode.parse(resource("scontrol-job.txt")).fields();
        assertEquals(List.of("n1", "n2"), NodeList.expand(job.get("NodeList")));
        assertEquals("1", job.get("CPUs/Task"));
        assertEquals("/home/me/a b.sh", job.get("Command"));
        assertEquals(Map.of(), SlurmNode.parse("slurm_load_node error").shape());
    }
}
