package org.attune.benchmarks;

import org.attune.api.Effort;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Prints the wall seconds of the first round of proposals, model and search, with one thread and
 * with one for each core: {@code RoundSpeedUp [TASKSxTRIALS... [FILE.svg]]}. That is figure 7 of
 * GPTune's guide (section 5.1), which has 20 tasks with 10 to 160 trials on 1 and 16 cores; one
 * round, as there.
 *
 * <p>Each number is the median of three rounds of fresh studies, taken in turns with both numbers
 * of threads, after rounds that warm the JVM; what is proposed does not depend on the threads.
 */
public final class RoundSpeedUp {
    private static final int TURNS = 3;

    private RoundSpeedUp() {}

    /** Prints a line for each size. */
    public static void main(String[] args) throws Exception {
        PictureFile picture = PictureFile.of(args);
        List<String> sizes = Stream.of(args).filter(a -> !PictureFile.isOne(a)).toList();
        if (sizes.isEmpty()) {
            sizes = List.of("20x10", "20x20", "20x40", "20x80");
        }
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
        var measured = new ArrayList<Size>();
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
            var done = new Size(tasks * trials, efforts.get(1), efforts.get(cores));
            measured.add(done);
            System.out.println(
                    "| %s | %d | %s | %s |"
                            .formatted(
                                    size,
                                    done.trials(),
                                    compared(done, Effort::model),
                                    compared(done, Effort::search)));
        }
        picture.write(() -> picture(measured, cores));
    }

    private record Size(int trials, List<Effort> one, List<Effort> all) {}

    private static String picture(List<Size> sizes, int cores) {
        String all = ", %d threads".formatted(cores);
        return new RoundFigure(sizes.stream().map(Size::trials).toList())
                .with("model, 1 thread", 0, false, medians(sizes, Size::one, Effort::model))
                .with("model" + all, 0, true, medians(sizes, Size::all, Effort::model))
                .with("search, 1 thread", 1, false, medians(sizes, Size::one, Effort::search))
                .with("search" + all, 1, true, medians(sizes, Size::all, Effort::search))
                .svg("round-speed-up", "The first round of proposals", "seconds of a round");
    }

    private static DoubleStream medians(
            List<Size> sizes,
            Function<Size, List<Effort>> efforts,
            ToDoubleFunction<Effort> seconds) {
        return sizes.stream().mapToDouble(s -> median(efforts.apply(s), seconds));
    }

    private static String compared(Size size, ToDoubleFunction<Effort> seconds) {
        double slow = median(size.one(), seconds);
        double fast = median(size.all(), seconds);
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
