package org.attune.benchmarks;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints the CPU seconds of a proposal by the number of trials that it learns from: {@code
 * ProposalCost [TUNER [PROBLEM [TRIALS...]]]}, a problem of the suite {@code ablation}, or {@code
 * SUITE/PROBLEM}.
 *
 * <p><i>First</i> is the proposal of a tuner that has seen nothing yet, as in {@code attune ask};
 * <i>next</i> is the median of the ones after it, as in {@code attune tune}. The JVM is warm.
 */
public final class ProposalCost {
    private static final int NEXT = 5;
    private static final int WARM_UP = 12; // studies of 60 trials, until the compiler has done

    private ProposalCost() {}

    /** Prints a line for each number of trials. */
    public static void main(String[] args) {
        String tuner = args.length > 0 ? args[0] : "gp-lcm";
        String problem = args.length > 1 ? args[1] : "ellipsoid6";
        int[] counts = {10, 20, 40, 80, 160, 320, 640, 800};
        if (args.length > 2) {
            counts = Stream.of(args).skip(2).mapToInt(Integer::parseInt).toArray();
        }
        Benchmark benchmark = problem(problem);
        for (int warmUp = 0; warmUp < WARM_UP; warmUp++) {
            seconds(benchmark, tuner, 60);
        }
        System.out.printf("trials  first, CPU s  next, CPU s   (%s on %s)%n", tuner, problem);
        for (int count : counts) {
            List<Double> seconds = seconds(benchmark, tuner, count);
            double[] next = seconds.stream().skip(1).mapToDouble(s -> s).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "%6d  %12.4f  %11.4f%n",
                    count,
                    seconds.getFirst(),
                    next[NEXT / 2]);
        }
    }

    /** Returns a problem of {@code ablation}, or of the suite before a slash. */
    static Benchmark problem(String name) {
        int slash = name.indexOf('/');
        return Suites.named(slash < 0 ? "ablation" : name.substring(0, slash))
                .problem(name.substring(slash + 1));
    }

    /** Returns the CPU seconds of some proposals in a row, after {@code count} random trials. */
    private static List<Double> seconds(Benchmark benchmark, String tuner, int count) {
        Point task = benchmark.tasks().getFirst();
        var sampler = new AdmissibleSampler(benchmark.problem(), task);
        Generator random = new Seed(0).generator("trials", count);
        var seconds = new ArrayList<Double>();
        try (Study study =
                Study.of(benchmark.problem())
                        .tasks(List.of(task))
                        .tuner(Tuners.available().named(tuner))
                        .trials(count + 1 + NEXT)
                        .open()) {
            for (int i = 0; i < count; i++) {
                Point configuration =
                        sampler.sample(c -> true, AdmissibleSampler.PATIENCE, random)
                                .configuration()
                                .orElseThrow();
                tell(study, benchmark, study.add(List.of(Candidate.of(task, configuration))));
            }
            var threads = ManagementFactory.getThreadMXBean();
            for (int i = 0; i <= NEXT; i++) {
                long before = threads.getCurrentThreadCpuTime();
                List<Trial> asked = study.ask(1);
                seconds.add((threads.getCurrentThreadCpuTime() - before) * 1e-9);
                tell(study, benchmark, asked);
            }
        }
        return seconds;
    }

    static void tell(Study study, Benchmark benchmark, List<Trial> trials) {
        for (Trial trial : trials) {
            study.tell(
                    trial.number(), benchmark.measure(trial.candidate(), trial.number()).outcome());
        }
    }
}
