package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.MemoryHistory;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.stream.Stream;

/**
 * Prints the CPU seconds of a proposal, of all threads, where other trials are pending: {@code
 * PendingCost [TUNER [PROBLEM [PENDING [TRIALS...]]]]}, a problem of the suite {@code ablation}.
 *
 * <p><i>First</i> is the proposal of a process that has seen nothing yet; <i>from records</i>
 * likewise, where another process has proposed from the same trials before; <i>next</i> is the mean
 * of the next 50, each after another outcome, what is learned afresh among them included. The JVM
 * is warm.
 */
public final class PendingCost {
    private static final int WARM = 60; // trials
    private static final int NEXT = 50;

    private final Benchmark benchmark;
    private final String tuner;
    private final int pending;

    private PendingCost(Benchmark benchmark, String tuner, int pending) {
        this.benchmark = benchmark;
        this.tuner = tuner;
        this.pending = pending;
    }

    /** Prints a line for each number of trials. */
    public static void main(String[] args) {
        String tuner = args.length > 0 ? args[0] : "gp-lcm";
        String problem = args.length > 1 ? args[1] : "ellipsoid6";
        int pending = args.length > 2 ? Integer.parseInt(args[2]) : 31;
        int[] counts = {64, 128, 256, 384};
        if (args.length > 3) {
            counts = Stream.of(args).skip(3).mapToInt(Integer::parseInt).toArray();
        }
        var cost = new PendingCost(Suites.named("ablation").problem(problem), tuner, pending);
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            cost.seconds(WARM);
        }
        System.out.printf(
                "trials  first  from records  next   (CPU s, %s on %s, %d pending)%n",
                tuner, problem, cost.pending);
        for (int count : counts) {
            double[] seconds = cost.seconds(count);
            System.out.printf(
                    Locale.ROOT,
                    "%6d  %5.3f  %12.3f  %5.3f%n",
                    count,
                    seconds[0],
                    seconds[1],
                    seconds[2]);
        }
    }

    /** Returns the CPU seconds of a first proposal, of one from records, and of the next ones. */
    private double[] seconds(int count) {
        Point task = benchmark.tasks().getFirst();
        Generator random = new Seed(0).generator("trials", count);
        var history = new MemoryHistory();
        Study study = study(history, count);
        for (int i = 0; i < count; i++) {
            Point configuration = benchmark.problem().parameterSpace().sample(random);
            tell(study, study.add(List.of(Candidate.of(task, configuration))).getFirst());
        }
        Queue<Trial> running = new ArrayDeque<>();
        double before = CpuTime.seconds();
        running.addAll(study.ask(1));
        final double first = CpuTime.seconds() - before;
        Study another = study(history, count);
        before = CpuTime.seconds();
        Trial second = another.ask(1).getFirst();
        final double fromRecords = CpuTime.seconds() - before;
        tell(another, second);
        while (running.size() < pending + 1) {
            running.addAll(study.ask(1));
        }
        before = CpuTime.seconds();
        for (int i = 0; i < NEXT; i++) {
            tell(study, running.remove());
            running.addAll(study.ask(1));
        }
        return new double[] {first, fromRecords, (CpuTime.seconds() - before) / NEXT};
    }

    private Study study(MemoryHistory history, int count) {
        return Study.of(benchmark.problem())
                .tasks(List.of(benchmark.tasks().getFirst()))
                .tuner(Tuners.available().named(tuner))
                .trials(count + pending + NEXT + 2)
                .history(history)
                .open();
    }

    private void tell(Study study, Trial trial) {
        study.tell(trial.number(), benchmark.measure(trial.candidate(), trial.number()).outcome());
    }
}
