package org.attune.benchmarks;

import com.sun.management.OperatingSystemMXBean;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints the CPU seconds of a round of proposals, one for each of several tasks, by the number of
 * tasks and of trials that each has had: {@code RoundCost [TASKSxTRIALS...]}, on GPTune's demo
 * function with t = 1, 2, 3, ….
 *
 * <p><i>First</i> is the round of a tuner that has seen nothing yet, <i>next</i> the median of
 * three after it. The seconds are of all threads of a warm JVM, the fit and the search included.
 */
public final class RoundCost {
    private static final int NEXT = 3;

    private RoundCost() {}

    /** Prints a line for each size. */
    public static void main(String[] args) {
        String[] sizes = args.length > 0 ? args : new String[] {"2x20", "5x20", "5x40", "10x40"};
        round(3, 15);
        round(3, 15);
        System.out.println("tasks x trials  first, CPU s  next, CPU s");
        for (String size : sizes) {
            int cross = size.indexOf('x');
            double[] seconds =
                    round(
                            Integer.parseInt(size.substring(0, cross)),
                            Integer.parseInt(size.substring(cross + 1)));
            double[] next = Arrays.stream(seconds).skip(1).sorted().toArray();
            System.out.printf(
                    Locale.ROOT, "%14s  %12.3f  %11.3f%n", size, seconds[0], next[NEXT / 2]);
        }
    }

    private static double[] round(int tasks, int trials) {
        Benchmark demo = Suites.named("public").problem("demo");
        List<Point> points =
                IntStream.rangeClosed(1, tasks).mapToObj(t -> Point.of("t", (double) t)).toList();
        Generator random = new Seed(tasks).generator("trials", trials);
        try (Study study =
                Study.of(demo.problem())
                        .tasks(points)
                        .tuner(Tuners.available().named("gp-lcm"))
                        .trials(trials + 1 + NEXT)
                        .open()) {
            for (int i = 0; i < trials; i++) {
                for (Point task : points) {
                    Point x = demo.problem().parameterSpace().sample(random);
                    tell(
                            study,
                            demo,
                            study.add(List.of(Candidate.of(task, x))).getFirst().number());
                }
            }
            return IntStream.rangeClosed(0, NEXT)
                    .mapToDouble(i -> {
                        double before = cpu();
                        for (int t = 0; t < tasks; t++) {
                            tell(study, demo, study.ask(1).getFirst().number());
                        }
                        return cpu() - before;
                    })
                    .toArray();
        }
    }

    private static double cpu() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() * 1e-9;
    }

    private static void tell(Study study, Benchmark benchmark, long number) {
        Candidate candidate = study.records().trials().get((int) number - 1).candidate();
        study.tell(number, benchmark.measure(candidate, number).outcome());
    }
}
