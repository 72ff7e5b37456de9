package org.attune.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What starts the ranks of an MPI program: the words before its command.
 *
 * @param kind whose options
 * @param program that is called
 * @param binding of ranks to cores
 * @param options of the user's, last
 */
record Launcher(Kind kind, String program, Optional<Binding> binding, List<Template> options) {
    /** Whose options are written. */
    enum Kind {
        /** Open MPI's. */
        MPIRUN("mpirun"),
        /** Hydra's, of MPICH and its relatives. */
        MPICH("mpiexec.hydra"),
        /** Slurm's. */
        SRUN("srun"),
        /** That of IBM's LSF. */
        JSRUN("jsrun"),
        /** Cray's. */
        APRUN("aprun");

        private final String program;

        Kind(String program) {
            this.program = program;
        }

        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** What a rank keeps to. */
    enum Binding {
        NONE,
        CORE,
        SOCKET;

        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * How much a run takes.
     *
     * @param nodes at least 1
     * @param ranks processes of all nodes
     * @param threads of each process
     */
    record Shape(int nodes, int ranks, int threads) {
        Shape {
            if (nodes < 1 || ranks < 1 || threads < 1) {
                throw new ArithmeticException(
                        "%d nodes, %d ranks and %d threads: each must be at least 1."
                                .formatted(nodes, ranks, threads));
            }
            if (ranks < nodes) {
                throw new ArithmeticException(
                        "%d ranks leave some of %d nodes without any.".formatted(ranks, nodes));
            }
        }

        /** Returns the ranks of a node, of the fullest one. */
        int ranksPerNode() {
            return Math.ceilDiv(ranks, nodes);
        }
    }

    /** Reads {@code launcher: mpirun}, or a map. */
    static Optional<Launcher> of(Fields evaluation, List<String> names) {
        Object given = evaluation.get("launcher").orElse(null);
        if (given == null) {
            return Optional.empty();
        }
        String at = evaluation.at("launcher");
        Fields fields =
                Fields.of(
                        at,
                        given instanceof String s ? java.util.Map.of("with", s) : given,
                        List.of("with", "program", "binding", "options"));
        fields.required("with");
        List<String> kinds = java.util.Arrays.stream(Kind.values()).map(Kind::text).toList();
        Kind kind = Kind.valueOf(upper(fields.oneOf("with", kinds, "")));
        Optional<Binding> binding =
                fields.get("binding")
                        .map(b ->
                                Binding.valueOf(
                                        upper(
                                                fields.oneOf(
                                                        "binding",
                                                        List.of("none", "core", "socket"),
                                                        ""))));
        String program = fields.textOr("program", kind.program);
        return Optional.of(
                new Launcher(kind, program, binding, fields.templates("options", names)));
    }

    /** Returns whether ranks can keep to the cores of what started them. */
    boolean canInherit() {
        return (kind == Kind.MPIRUN || kind == Kind.MPICH)
                && binding.filter(b -> b != Binding.NONE).isEmpty();
    }

    /** Returns the same with ranks that keep to no core of their own, whatever its program does. */
    Launcher unbound() {
        return new Launcher(kind, program, Optional.of(Binding.NONE), options);
    }

    private static String upper(String text) {
        return text.toUpperCase(java.util.Locale.ROOT);
    }

    /** Returns the words before the command. */
    List<String> words(Shape shape, Placeholders values) {
        var words = new ArrayList<String>();
        words.add(program);
        words.addAll(
                switch (kind) {
                    case MPIRUN -> mpirun(shape);
                    case MPICH -> mpich(shape);
                    case SRUN -> srun(shape);
                    case JSRUN -> jsrun(shape);
                    case APRUN -> aprun(shape);
                });
        options.forEach(o -> words.add(o.render(values.texts())));
        return words;
    }

    /** Open MPI gives a rank several cores ({@code PE}) where it is to bind it to these alone. */
    private List<String> mpirun(Shape shape) {
        var words = new ArrayList<>(List.of("-n", text(shape.ranks())));
        boolean wide = shape.threads() > 1 && binding.orElse(Binding.CORE) == Binding.CORE;
        if (shape.nodes() > 1) {
            words.addAll(
                    List.of(
                            "--map-by",
                            "ppr:%d:node%s"
                                    .formatted(
                                            shape.ranksPerNode(),
                                            wide ? ":PE=" + shape.threads() : "")));
        } else if (wide) {
            words.addAll(List.of("--map-by", "slot:PE=" + shape.threads()));
        }
        binding.ifPresent(b -> words.addAll(List.of("--bind-to", b.text())));
        return words;
    }

    private List<String> mpich(Shape shape) {
        var words = new ArrayList<>(List.of("-n", text(shape.ranks())));
        if (shape.nodes() > 1) {
            words.addAll(List.of("-ppn", text(shape.ranksPerNode())));
        }
        binding.ifPresent(b ->
                words.addAll(
                        List.of(
                                "-bind-to",
                                b == Binding.CORE && shape.threads() > 1
                                        ? "core:" + shape.threads()
                                        : b.text())));
        return words;
    }

    /** Returns the options of srun without its name, which steps of an allocation have, too. */
    List<String> srun(Shape shape) {
        var words =
                new ArrayList<>(
                        List.of(
                                "--nodes=" + shape.nodes(),
                                "--ntasks=" + shape.ranks(),
                                "--cpus-per-task=" + shape.threads()));
        binding.ifPresent(
                b -> words.add("--cpu-bind=" + (b == Binding.NONE ? "none" : b.text() + "s")));
        return words;
    }

    /** One resource set for each rank, with its threads' cores. */
    private List<String> jsrun(Shape shape) {
        var words =
                new ArrayList<>(
                        List.of(
                                "--nrs",
                                text(shape.ranks()),
                                "--tasks_per_rs",
                                "1",
                                "--cpu_per_rs",
                                text(shape.threads()),
                                "--rs_per_host",
                                text(shape.ranksPerNode())));
        binding.ifPresent(b ->
                words.addAll(
                        List.of(
                                "--bind",
                                switch (b) {
                                    case NONE -> "none";
                                    case CORE -> "packed:" + shape.threads();
                                    case SOCKET -> "rs";
                                })));
        return words;
    }

    private List<String> aprun(Shape shape) {
        var words =
                new ArrayList<>(
                        List.of(
                                "-n",
                                text(shape.ranks()),
                                "-N",
                                text(shape.ranksPerNode()),
                                "-d",
                                text(shape.threads())));
        binding.ifPresent(b ->
                words.addAll(
                        List.of(
                                "-cc",
                                switch (b) {
                                    case NONE -> "none";
                                    case CORE -> shape.threads() > 1 ? "depth" : "cpu";
                                    case SOCKET -> "numa_node";
                                })));
        return words;
    }

    private static String text(int number) {
        return Integer.toString(number);
    }
}
