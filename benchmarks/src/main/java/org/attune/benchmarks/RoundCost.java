package org.attune.benchmarks;

import org.attune.api.Effort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Prints what a round of proposals costs, one for each of several tasks, by the number of tasks and
 * of trials that each has had: {@code RoundCost [TASKSxTRIALS... [FILE.svg]]}, on GPTune's demo
 * function with t up to 10. {@link RoundSpeedUp} has one and more threads, as figure 7 of its
 * guide.
 *
 * <p><i>First</i> is the round of a tuner that has seen nothing yet, <i>next</i> the mean of eight
 * after it: hyperparameters are not improved in every round. CPU seconds are of all threads of a
 * warm JVM; those of fitting models and of the search are told apart by the wall seconds that the
 * tuner says of each. With -Djava.util.concurrent.ForkJoinPool.common.parallelism=0 it uses one
 * thread. The picture has the CPU seconds by the trials of all tasks.
 */
public final class RoundCost {
    private static final int NEXT = 8;

    private RoundCost() {}

    /** Prints a line for each size, and draws them. */
    public static void main(String[] args) throws IOException {
        PictureFile picture = PictureFile.of(args);
        List<String> sizes = Stream.of(args).filter(a -> !PictureFile.isOne(a)).toList();
        if (sizes.isEmpty()) {
            sizes = List.of("2x20", "5x20", "5x40", "10x40");
        }
        round(3, 15);
        round(3, 15);
        System.out.println(
                "| tasks x trials | trials | first: model, CPU s | search, CPU s | wall s | next:"
                        + " model, CPU s | search, CPU s | wall s |");
        System.out.println("|" + "---|".repeat(8));
        var measured = new ArrayList<Size>();
        for (String size : sizes) {
            int cross = size.indexOf('x');
            int tasks = Integer.parseInt(size.substring(0, cross));
            int trials = Integer.parseInt(size.substring(cross + 1));
            List<Cost> costs = round(tasks, trials);
            Cost next = Cost.mean(costs.subList(1, costs.size()));
            measured.add(new Size(tasks * trials, costs.getFirst(), next));
            System.out.println(
                    "| %s | %d | %s | %s |"
                            .formatted(size, tasks * trials, costs.getFirst(), next));
        }
        picture.write(() -> picture(measured));
    }

    /**
     * Seconds.
     *
     * @param model CPU seconds of fitting models
     * @param search CPU seconds of everything else
     * @param wall of both
     */
    private record Cost(double model, double search, double wall) {
        static Cost mean(List<Cost> costs) {
            return new Cost(
                    costs.stream().mapToDouble(Cost::model).average().orElseThrow(),
                    costs.stream().mapToDouble(Cost::search).average().orElseThrow(),
                    costs.stream().mapToDouble(Cost::wall).average().orElseThrow());
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.3g | %.3g | %.3g", model, search, wall);
        }
    }

    private record Size(int trials, Cost first, Cost next) {}

    private static String picture(List<Size> sizes) {
        return new RoundFigure(sizes.stream().map(Size::trials).toList())
                .with("first round: model", 0, false, all(sizes, s -> s.first().model()))
                .with("first round: search", 1, false, all(sizes, s -> s.first().search()))
                .with("next rounds: model", 0, true, all(sizes, s -> s.next().model()))
                .with("next rounds: search", 1, true, all(sizes, s -> s.next().search()))
                .svg("round-cost", "What a round of proposals costs", "CPU seconds of a round");
    }

    private static DoubleStream all(List<Size> sizes, ToDoubleFunction<Size> cost) {
        return sizes.stream().mapToDouble(cost);
    }

    private static List<Cost> round(int tasks, int trials) {
        var costs = new ArrayList<Cost>();
        try (DemoRounds demo = DemoRounds.open(tasks, trials, 1 + NEXT)) {
            for (int i = 0; i <= NEXT; i++) {
                double cpu = CpuTime.seconds();
                long start = System.nanoTime();
                Effort effort = demo.next();
                cpu = CpuTime.seconds() - cpu;
                double model = cpu * effort.model() / (effort.model() + effort.search());
                costs.add(new Cost(model, cpu - model, (System.nanoTime() - start) * 1e-9));
            }
        }
        return costs;
    }
}
