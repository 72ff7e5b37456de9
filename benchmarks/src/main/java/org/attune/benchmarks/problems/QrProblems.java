package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The {@link Pdgeqrf model of a QR factorisation}, on one machine and on machines of two sizes. */
public final class QrProblems {
    private static final int CORES = 32;
    private static final int BUNIT = 8;
    private static final int MOST_BLOCKS = 16;
    private static final int MOST_LG2 = 5; // 2**5 processes are a node's cores

    private QrProblems() {}

    /** Returns the model on 8 nodes, as GPTune's own tests have it. */
    static BenchmarkProblem pdgeqrf() {
        return problem(
                "pdgeqrf",
                20000,
                Parameter.integer("nodes", 8, 8),
                Parameter.integer("p", 1, 256),
                Stream.of(
                        task(2000, 2000, 8),
                        task(12000, 4000, 8),
                        task(20000, 20000, 8),
                        task(6000, 6000, 8)));
    }

    /**
     * Returns {@code pdgeqrf_nodes}, whose number of nodes is free: square matrices of 10000, 20000
     * and 30000 on 8 nodes (tasks 0 to 2), and on 64 (3 to 5), as in section 5.6 of GPTune's guide.
     * The rows of the grid of processes are on a log scale, since 8 nodes have few of them.
     */
    public static List<BenchmarkProblem> nodes() {
        return List.of(
                problem(
                        "pdgeqrf_nodes",
                        40000,
                        Parameter.integer("nodes", 1, 64).log(),
                        Parameter.integer("p", 1, 64 * CORES).log(),
                        Stream.of(8, 64)
                                .flatMap(nodes ->
                                        Stream.of(10000, 20000, 30000)
                                                .map(n -> task(n, n, nodes)))));
    }

    /** Returns every configuration of one of them that has enough processes on these nodes. */
    public static Stream<Point> configurations(int nodes) {
        return IntStream.rangeClosed(0, MOST_LG2)
                .boxed()
                .flatMap(lg2 ->
                        IntStream.rangeClosed(1, nodes << lg2)
                                .boxed()
                                .flatMap(p -> blocks(lg2, p)));
    }

    private static Stream<Point> blocks(int lg2, int p) {
        return IntStream.range(0, MOST_BLOCKS * MOST_BLOCKS)
                .mapToObj(i ->
                        Point.of(
                                "mb",
                                1 + i % MOST_BLOCKS,
                                "nb",
                                1 + i / MOST_BLOCKS,
                                "lg2npernode",
                                lg2,
                                "p",
                                p));
    }

    private static Point task(int m, int n, int nodes) {
        return Point.of("m", m, "n", n, "nodes", nodes, "cores", CORES, "bunit", BUNIT);
    }

    private static BenchmarkProblem problem(
            String name, int largest, Parameter nodes, Parameter rows, Stream<Point> tasks) {
        var problem =
                TuningProblem.named(name)
                        .task(Parameter.integer("m", 1000, largest))
                        .task(Parameter.integer("n", 1000, largest))
                        .task(nodes)
                        .task(Parameter.integer("cores", CORES, CORES))
                        .task(Parameter.integer("bunit", BUNIT, BUNIT))
                        .parameter(Parameter.integer("mb", 1, MOST_BLOCKS))
                        .parameter(Parameter.integer("nb", 1, MOST_BLOCKS))
                        .parameter(Parameter.integer("lg2npernode", 0, MOST_LG2))
                        .parameter(rows)
                        .constraint(Constraint.of("rows", "mb * bunit * p <= m"))
                        .constraint(
                                Constraint.of(
                                        "columns",
                                        "nb * bunit * nodes * 2 ** lg2npernode <= n * p"))
                        .constraint(Constraint.of("processes", "nodes * 2 ** lg2npernode >= p"))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT))
                        .build();
        return new BenchmarkProblem(name, problem, tasks.toList(), 0, QrProblems::seconds);
    }

    private static double seconds(Candidate candidate) {
        Point t = candidate.task();
        Point x = candidate.configuration();
        return Pdgeqrf.seconds(
                t.number("m"),
                t.number("n"),
                t.number("nodes"),
                t.number("cores"),
                t.number("bunit"),
                x.number("mb"),
                x.number("nb"),
                x.number("lg2npernode"),
                x.number("p"));
    }
}
