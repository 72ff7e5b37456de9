package org.attune.history.environment;

import org.attune.api.SlurmJob;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Finds out where this process runs. Variables and a few small files are looked at; commands are
 * run only where the meta description asks for what they say.
 *
 * @param environment what was found, or the description says
 * @param missing what could not be found, for a human
 */
public record Detection(Environment environment, List<String> missing) {
    /** Copies the list. */
    public Detection {
        missing = List.copyOf(missing);
    }

    /**
     * Looks at a computer. What the description says itself is taken from there.
     *
     * @param host name of the computer
     * @param folder where {@code spack.lock} and {@code tmp-deps.json} are looked for
     */
    public static Detection of(
            Computer computer, String host, Path folder, MetaDescription description) {
        var missing = new ArrayList<String>();
        Map<String, Object> machine =
                description
                        .machine()
                        .orElseGet(() -> machine(computer, host, description, missing));
        var software = new LinkedHashMap<String, Object>(description.software());
        found(computer, folder, description, missing).forEach(software::putIfAbsent);
        return new Detection(new Environment(machine, software), missing);
    }

    /** Returns the versions of the well-known compilers on the path, which are run for that. */
    public static Map<String, Object> compilers(Computer computer) {
        var software = new LinkedHashMap<String, Object>();
        for (String compiler : CompilerVersions.KNOWN) {
            computer.output(List.of(compiler, "--version"))
                    .flatMap(CompilerVersions::parse)
                    .ifPresent(v -> software.put(compiler, v.entry()));
        }
        return software;
    }

    private static Map<String, Object> machine(
            Computer computer, String host, MetaDescription description, List<String> missing) {
        boolean slurm = description.slurm();
        Optional<SlurmJob> job = Optional.empty();
        try {
            job = SlurmJob.of(computer.variables());
        } catch (IllegalArgumentException e) {
            missing.add("the job of Slurm: " + e.getMessage());
        }
        if (slurm && job.isEmpty() && missing.isEmpty()) {
            missing.add("the job of Slurm: SLURM_JOB_ID is not set");
        }
        ProcessorInfo processor =
                ProcessorInfo.parse(computer.text(Path.of("/proc/cpuinfo")).orElse(""));
        if (processor.name().isEmpty()) {
            missing.add("the name of the processor: /proc/cpuinfo does not say");
        }
        var facts = new LinkedHashMap<String, Object>();
        facts.put("nodes", job.map(SlurmJob::nodes).orElse(1).longValue());
        int cores = job.map(SlurmJob::cores).filter(c -> c > 0).orElse(cores(computer, processor));
        if (cores > 0) {
            facts.put("cores", (long) cores);
        } else {
            missing.add("the number of cores: /proc/cpuinfo does not say");
        }
        if (processor.logical() > 0) {
            facts.put("num_logical_cores", (long) processor.logical());
            facts.put("num_sockets", (long) processor.sockets());
        }
        if (slurm && job.isPresent() && !job.get().hosts().isEmpty()) {
            String node = job.get().hosts().getFirst();
            Optional<String> shown = computer.output(List.of("scontrol", "show", "node", node));
            shown.ifPresentOrElse(
                    text -> facts.putAll(SlurmNode.parse(text).shape()),
                    () -> missing.add("the shape of node " + node + ": scontrol cannot be run"));
        }
        memory(computer)
                .ifPresentOrElse(
                        bytes -> facts.put("memory_mb", bytes >> 20),
                        () -> missing.add("the memory: /proc/meminfo does not say"));
        container(computer).ifPresent(c -> facts.put("container", c));
        Optional<String> cluster = job.flatMap(SlurmJob::cluster);
        var machine = new LinkedHashMap<String, Object>();
        machine.put("machine_name", description.machineName().or(() -> cluster).orElse(host));
        machine.put(processor.name().map(ProcessorInfo::word).orElse("generic"), facts);
        return machine;
    }

    /** Returns the cores of this computer, at most those that its control group may use. */
    private static int cores(Computer computer, ProcessorInfo processor) {
        OptionalDouble limit = OptionalDouble.empty();
        String groups = computer.text(Path.of("/proc/self/cgroup")).orElse("");
        for (Path folder : folders(groups, "cpu")) {
            OptionalDouble own =
                    computer.text(folder.resolve("cpu.max"))
                            .map(CgroupLimits::cores)
                            .orElseGet(() ->
                                    CgroupLimits.cores(
                                            computer.text(folder.resolve("cpu.cfs_quota_us"))
                                                    .orElse(""),
                                            computer.text(folder.resolve("cpu.cfs_period_us"))
                                                    .orElse("")));
            if (own.isPresent() && (limit.isEmpty() || own.getAsDouble() < limit.getAsDouble())) {
                limit = own;
            }
        }
        return limit.isEmpty()
                ? processor.cores()
                : Math.min(processor.cores(), Math.max(1, (int) limit.getAsDouble()));
    }

    /** Returns the memory of this computer, at most what its control group may use. */
    private static Optional<Long> memory(Computer computer) {
        Optional<Long> total =
                computer.text(Path.of("/proc/meminfo"))
                        .flatMap(t ->
                                t.lines()
                                        .filter(l -> l.matches("MemTotal:\\s+\\d{1,15} kB"))
                                        .map(l -> Long.parseLong(l.replaceAll("\\D", "")) << 10)
                                        .findFirst());
        String groups = computer.text(Path.of("/proc/self/cgroup")).orElse("");
        for (Path folder : folders(groups, "memory")) {
            for (String file : List.of("memory.max", "memory.limit_in_bytes")) {
                OptionalLong limit =
                        computer.text(folder.resolve(file))
                                .map(CgroupLimits::bytes)
                                .orElse(OptionalLong.empty());
                if (limit.isPresent()) {
                    total = Optional.of(Math.min(total.orElse(Long.MAX_VALUE), limit.getAsLong()));
                }
            }
        }
        return total;
    }

    /** Returns the groups whose limits hold for this process: its own, and those around it. */
    private static List<Path> folders(String groups, String controller) {
        var folders = new ArrayList<Path>();
        for (String kind : List.of("", controller)) {
            Path root = Path.of("/sys/fs/cgroup").resolve(kind);
            CgroupLimits.path(groups, kind)
                    .ifPresent(own -> {
                        Path folder = root.resolve(own.replaceFirst("^/+", "")).normalize();
                        for (; folder.startsWith(root); folder = folder.getParent()) {
                            folders.add(folder);
                        }
                    });
        }
        return folders;
    }

    private static Optional<String> container(Computer computer) {
        Map<String, String> variables = computer.variables();
        if (variables.containsKey("APPTAINER_CONTAINER")) {
            return Optional.of("apptainer");
        }
        if (variables.containsKey("SINGULARITY_CONTAINER")) {
            return Optional.of("singularity");
        }
        if (computer.text(Path.of("/run/.containerenv")).isPresent()) {
            return Optional.of("podman");
        }
        return computer.text(Path.of("/.dockerenv")).isPresent()
                ? Optional.of("docker")
                : Optional.empty();
    }

    private static Map<String, Object> found(
            Computer computer, Path folder, MetaDescription description, List<String> missing) {
        var software = new LinkedHashMap<String, Object>();
        if (!description.spack().isEmpty()) {
            spack(computer, folder, description.spack(), missing).forEach(software::putIfAbsent);
        }
        for (String compiler : description.compilers()) {
            computer.output(List.of(compiler, "--version"))
                    .flatMap(CompilerVersions::parse)
                    .ifPresentOrElse(
                            v -> software.putIfAbsent(compiler, v.entry()),
                            () ->
                                    missing.add(
                                            "the version of %s: '%s --version' does not say"
                                                    .formatted(compiler, compiler)));
        }
        computer.text(folder.resolve("tmp-deps.json"))
                .ifPresent(text -> {
                    try {
                        CkDependencies.parse(text).forEach(software::putIfAbsent);
                    } catch (IllegalArgumentException e) {
                        missing.add("the software of CK: tmp-deps.json: " + e.getMessage());
                    }
                });
        Map<String, String> variables = computer.variables();
        ModuleList.parse(
                        variables.getOrDefault("LOADEDMODULES", ""),
                        variables.getOrDefault("_LMFILES_", ""))
                .forEach(software::putIfAbsent);
        if (!variables.getOrDefault("CONDA_PREFIX", "").isBlank()) {
            Path packages = Path.of(variables.get("CONDA_PREFIX"), "conda-meta");
            CondaPackages.of(computer.files(packages)).forEach(software::putIfAbsent);
        }
        return software;
    }

    /** Looks into {@code spack.lock}, and asks Spack for what is not there. */
    private static Map<String, Object> spack(
            Computer computer, Path folder, List<String> packages, List<String> missing) {
        var software = new LinkedHashMap<String, Object>();
        computer.text(folder.resolve("spack.lock"))
                .ifPresent(text -> {
                    try {
                        software.putAll(SpackText.lock(text, packages));
                    } catch (IllegalArgumentException e) {
                        missing.add("the software of Spack: spack.lock: " + e.getMessage());
                    }
                });
        for (String name : packages) {
            if (software.containsKey(name)) {
                continue;
            }
            Optional<String> printed =
                    computer.output(List.of("spack", "find", "--json", "--deps", "--loaded", name));
            try {
                printed.map(SpackText::find).orElse(Map.of()).forEach(software::putIfAbsent);
            } catch (IllegalArgumentException e) {
                missing.add("the software of Spack: " + e.getMessage());
            }
            if (!software.containsKey(name)) {
                missing.add("the version of %s: Spack does not have it loaded".formatted(name));
            }
        }
        return software;
    }
}
