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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints the cost of a round of proposals, one for each of several tasks, by the number of tasks
 * and of trials that each has had: {@code RoundCost [TASKSxTRIALS...]}, on GPTune's demo function
 * with t up to 10.
 *
 * <p><i>First</i> is the round of a tuner that has seen nothing yet, <i>next</i> the mean of eight
 * after it: hyperparameters are not improved in every round. CPU seconds are of all threads of a
 * warm JVM, the fit and the search included; with
 * -Djava.util.concurrent.ForkJoinPool.common.parallelism=0 it uses one.
 */
public final class RoundCost {
    private static final int NEXT = 8;

    private RoundCost() {}

    /** Prints a line for each size. */
    public static void main(String[] args) {
        String[] sizes = args.length > 0 ? args : new String[] {"2x20", "5x20", "5x40", "10x40"};
        round(3, 15);
        round(3, 15);
        System.out.println("tasks x trials  first, CPU s  first, s  next, CPU s  next, s");
        for (String size : sizes) {
            int cross = size.indexOf('x');
            List<Cost> costs =
                    round(
                            Integer.parseInt(size.substring(0, cross)),
                            Integer.parseInt(size.substring(cross + 1)));
            Cost first = costs.getFirst();
            Cost next = Cost.mean(costs.subList(1, costs.size()));
            System.out.printf(
                    Locale.ROOT,
                    "%14s  %12.3f  %8.3f  %11.3f  %7.3f%n",
                    size,
                    first.cpu(),
                    first.wall(),
                    next.cpu(),
                    next.wall());
        }
    }

    /** Seconds. */
    private record Cost(double cpu, double wall) {
        static Cost now() {
            return new Cost(RoundCost.cpu(), System.nanoTime() * 1e-9);
        }

        Cost since(Cost before) {
            return new Cost(cpu - before.cpu, wall - before.wall);
        }

        static Cost mean(List<Cost> costs) {
            return new Cost(
                    costs.stream().mapToDouble(Cost::cpu).average().orElseThrow(),
                    costs.stream().mapToDouble(Cost::wall).average().orElseThrow());
        }
    }

    private static List<Cost> round(int tasks, int trials) {
        Benchmark demo = Suites.named("public").problem("demo");
        List<Point> points =
                IntStream.rangeClosed(1, tasks)
                        .mapToObj(t -> Point.of("t", 10.0 * t / tasks))
                        .toList();
        Generator random = new Seed(tasks).generator("trials", trials);
        var costs = new ArrayList<Cost>();
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
            for (int i = 0; i <= NEXT; i++) {
                Cost before = Cost.now();
                for (int t = 0; t < tasks; t++) {
                    tell(study, demo, study.ask(1).getFirst().number());
                }
                costs.add(Cost.now().since(before));
            }
        }
        return costs;
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
