package org.attune.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A job of Slurm, as its variables describe it.
 *
 * @param id of the job
 * @param cluster name, empty where Slurm gives none
 * @param hosts of the job, empty where they are not listed
 * @param nodes how many, at least 1
 * @param cores of each node, the most where they differ; 0 where Slurm does not say
 */
public record SlurmJob(
        String id, Optional<String> cluster, List<String> hosts, int nodes, int cores) {
    /** Copies the hosts. */
    public SlurmJob {
        hosts = List.copyOf(hosts);
    }

    /**
     * Returns the job in which this is, by variables.
     *
     * @throws IllegalArgumentException if a variable makes no sense
     */
    public static Optional<SlurmJob> of(Map<String, String> variables) {
        Optional<String> id = first(variables, "SLURM_JOB_ID", "SLURM_JOBID");
        if (id.isEmpty()) {
            return Optional.empty();
        }
        List<String> hosts =
                first(variables, "SLURM_JOB_NODELIST", "SLURM_NODELIST")
                        .map(NodeList::expand)
                        .orElse(List.of());
        int nodes =
                first(variables, "SLURM_JOB_NUM_NODES", "SLURM_NNODES")
                        .map(SlurmJob::count)
                        .orElse(Math.max(1, hosts.size()));
        int cores =
                first(variables, "SLURM_CPUS_ON_NODE")
                        .map(SlurmJob::count)
                        .or(() -> first(variables, "SLURM_JOB_CPUS_PER_NODE").map(SlurmJob::most))
                        .orElse(0);
        return Optional.of(
                new SlurmJob(
                        id.get(), first(variables, "SLURM_CLUSTER_NAME"), hosts, nodes, cores));
    }

    /**
     * Returns the cores of all nodes of a job, by {@code SLURM_JOB_CPUS_PER_NODE}; 0 where that is
     * not set.
     *
     * @throws IllegalArgumentException if it makes no sense
     */
    public static int allCores(Map<String, String> variables) {
        String text = variables.getOrDefault("SLURM_JOB_CPUS_PER_NODE", "").strip();
        int all = 0;
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] parts = part.replaceFirst("\\)$", "").split("\\(x", 2);
            all += count(parts[0]) * (parts.length == 2 ? count(parts[1]) : 1);
        }
        return all;
    }

    /** Reads {@code 72(x2),36}: two nodes with 72 and one with 36. */
    private static int most(String text) {
        return Stream.of(text.split(","))
                .mapToInt(part -> count(part.replaceFirst("\\(x\\d+\\)$", "")))
                .max()
                .orElse(0);
    }

    private static Optional<String> first(Map<String, String> variables, String... names) {
        return Stream.of(names)
                .filter(n -> !variables.getOrDefault(n, "").isBlank())
                .findFirst()
                .map(n -> variables.get(n).strip());
    }

    private static int count(String text) {
        if (!text.strip().matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(
                    "Slurm's variables have '%s' where a number of nodes or cores should stand."
                            .formatted(text));
        }
        return Integer.parseInt(text.strip());
    }
}
