package org.attune.benchmarks;

import org.attune.api.Effort;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToDoubleFunction;

/**
 * Prints the wall seconds of the first round of proposals, model and search, with one thread and
 * with one for each core: {@code RoundSpeedUp [TASKSxTRIALS...]}. That is figure 7 of GPTune's
 * guide (section 5.1), which has 20 tasks with 10 to 160 trials on 1 and 16 cores; one round, as
 * there.
 *
 * <p>Each number is the median of three rounds of fresh studies, taken in turns with both numbers
 * of threads, after rounds that warm the JVM; what is proposed does not depend on the threads.
 */
public final class RoundSpeedUp {
    private static final int TURNS = 3;

    private RoundSpeedUp() {}

    /** Prints a line for each size. */
    public static void main(String[] args) throws Exception {
        List<String> sizes =
                args.length > 0 ? List.of(args) : List.of("20x10", "20x20", "20x40", "20x80");
        int cores = Runtime.getRuntime().availableProcessors();
        List<Integer> threads = List.of(1, cores);
        for (int n : threads) {
            round(5, 20, n);
            round(5, 20, n);
        }
        System.out.println(
                ("| tasks x trials | trials | model, 1 thread, s | %1$d threads | speed-up |"
                                + " search, 1 thread, s | %1$d threads | speed-up |")
                        .formatted(cores));
        System.out.println("|" + "---|".repeat(8));
        for (String size : sizes) {
            int cross = size.indexOf('x');
            int tasks = Integer.parseInt(size.substring(0, cross));
            int trials = Integer.parseInt(size.substring(cross + 1));
            Map<Integer, List<Effort>> efforts = new LinkedHashMap<>();
            for (int turn = 0; turn < TURNS; turn++) {
                for (int n : threads) {
                    efforts.computeIfAbsent(n, k -> new ArrayList<>()).add(round(tasks, trials, n));
                }
            }
            System.out.println(
                    "| %s | %d | %s | %s |"
                            .formatted(
                                    size,
                                    tasks * trials,
                                    compared(efforts.get(1), efforts.get(cores), Effort::model),
                                    compared(efforts.get(1), efforts.get(cores), Effort::search)));
        }
    }

    private static String compared(
            List<Effort> one, List<Effort> all, ToDoubleFunction<Effort> seconds) {
        double slow = median(one, seconds);
        double fast = median(all, seconds);
        return String.format(Locale.ROOT, "%.3g | %.3g | %.2f", slow, fast, slow / fast);
    }

    private static double median(List<Effort> efforts, ToDoubleFunction<Effort> seconds) {
        return efforts.stream()
                .map(seconds::applyAsDouble)
                .sorted(Comparator.naturalOrder())
                .toList()
                .get(efforts.size() / 2);
    }

    /** In a pool of its own, which is where streams and forks then run. */
    private static Effort round(int tasks, int trials, int threads) throws Exception {
        try (var pool = new ForkJoinPool(threads);
                DemoRounds demo = DemoRounds.open(tasks, trials, 1)) {
            return pool.submit(demo::next).get();
        }
    }
}
