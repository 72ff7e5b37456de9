package org.attune.benchmarks;

import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints the CPU seconds of all proposals of a study: {@code StudyCost [TUNER [PROBLEM [STUDIES
 * [TRIALS...]]]]}, a problem as of {@link ProposalCost}.
 *
 * <p>The median of some proposals in a row, as {@link ProposalCost} prints it, leaves out those for
 * which hyperparameters and regimes are learned afresh; here they count. Each line is of the trials
 * after those of the line before, the mean of the studies, of the thread that asks. The JVM is
 * warm.
 */
public final class StudyCost {
    private static final int WARM_UP = 3; // studies

    private StudyCost() {}

    /** Prints a line for each number of trials. */
    public static void main(String[] args) {
        String tuner = args.length > 0 ? args[0] : "gp-lcm";
        String problem = args.length > 1 ? args[1] : "ellipsoid6";
        int studies = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        int[] counts =
                args.length > 3
                        ? Stream.of(args).skip(3).mapToInt(Integer::parseInt).sorted().toArray()
                        : new int[] {20, 40, 80};
        if (studies < 1 || counts[0] < 1) {
            throw new IllegalArgumentException(
                    "Studies and trials are at least 1: StudyCost [TUNER [PROBLEM [STUDIES"
                            + " [TRIALS...]]]]");
        }
        Benchmark benchmark = ProposalCost.problem(problem);
        int most = counts[counts.length - 1];
        double[] mean = new double[most];
        for (int seed = -WARM_UP; seed < studies; seed++) {
            double[] seconds = seconds(benchmark, tuner, most, seed);
            for (int i = 0; i < most && seed >= 0; i++) {
                mean[i] += seconds[i] / studies;
            }
        }
        System.out.printf("trials     all, CPU s   (%s on %s)%n", tuner, problem);
        int from = 0;
        for (int to : counts) {
            double sum = IntStream.range(from, to).mapToDouble(i -> mean[i]).sum();
            System.out.printf(Locale.ROOT, "%3d to %3d  %10.4f%n", from + 1, to, sum);
            from = to;
        }
    }

    /** Returns the CPU seconds of each proposal. */
    private static double[] seconds(Benchmark benchmark, String tuner, int trials, int seed) {
        Point task = benchmark.tasks().getFirst();
        double[] seconds = new double[trials];
        var threads = ManagementFactory.getThreadMXBean();
        try (Study study =
                Study.of(benchmark.problem())
                        .tasks(List.of(task))
                        .tuner(Tuners.available().named(tuner))
                        .seed(seed)
                        .trials(trials)
                        .open()) {
            for (int i = 0; i < trials; i++) {
                long before = threads.getCurrentThreadCpuTime();
                List<Trial> asked = study.ask(1);
                seconds[i] = (threads.getCurrentThreadCpuTime() - before) * 1e-9;
                ProposalCost.tell(study, benchmark, asked);
            }
        }
        return seconds;
    }
}
