package org.attune.benchmarks;

import org.attune.api.Point;
import org.attune.api.SourceData;
import org.attune.api.SourceMapping;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints how tasks are tuned of which many like ones are known: {@code NewTasks [SOURCES TRIALS
 * TARGETS BUDGET SEED]}, on the model of a QR factorisation with random sizes, by default 50 tasks
 * that {@code gp-lcm} has tuned with 20 trials each, and 10 new ones with 20.
 *
 * <p>The counterpart of figure 2 and table 3 of the multitask and transfer learning paper: the
 * columns are what the prediction without a run ({@code tla1} with one trial), the paper's second
 * method, the default with sources, random search, {@code evolutionary} in OpenTuner's place and
 * {@code gp-lcm} without sources reach, over the optimum by a search of the whole grid.
 */
public final class NewTasks {
    private static final List<String> TUNERS =
            List.of("tla1", "tla2", "tla", "random", "evolutionary", "gp-lcm");

    private final Benchmark benchmark;
    private final List<SourceRecord> sources;
    private final long seed;

    private NewTasks(Benchmark benchmark, List<Point> known, int trials, long seed) {
        this.benchmark = benchmark;
        this.seed = seed;
        this.sources = known.parallelStream().flatMap(task -> source(task, trials)).toList();
    }

    /** Prints a row for each task. */
    public static void main(String[] args) {
        int[] sizes = {50, 20, 10, 20, 0};
        for (int i = 0; i < Math.min(args.length, sizes.length); i++) {
            sizes[i] = Integer.parseInt(args[i]);
        }
        KnownOptima targets = KnownOptima.largeQr(sizes[2]);
        var study =
                new NewTasks(
                        targets.benchmark(),
                        KnownOptima.drawnQr(sizes[0], 2 + sizes[4]),
                        sizes[1],
                        sizes[4]);
        System.out.println(
                "| task | optimum | tla1, no run | "
                        + String.join(
                                " | ",
                                TUNERS.subList(1, TUNERS.size()).stream()
                                        .map(t -> t + ", " + sizes[3])
                                        .toList())
                        + " |");
        System.out.println("|" + "---|".repeat(TUNERS.size() + 2));
        List<double[]> rows =
                targets.tasks().parallelStream().map(t -> study.reached(t, sizes[3])).toList();
        int beaten = 0;
        for (int i = 0; i < rows.size(); i++) {
            Point task = targets.tasks().get(i);
            double optimum = targets.optima().get(task);
            double[] row = rows.get(i);
            beaten += row[0] < row[TUNERS.indexOf("random")] ? 1 : 0;
            var cells = new StringBuilder();
            for (double value : row) {
                cells.append(String.format(Locale.ROOT, " %.2f |", value / optimum));
            }
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "| %s x %s | %.4g s |%s",
                            task.get("m"),
                            task.get("n"),
                            optimum,
                            cells));
        }
        System.out.printf(
                Locale.ROOT,
                "tla1 without a run beats the best of %d random runs on %d of %d tasks.%n",
                sizes[3],
                beaten,
                rows.size());
    }

    /** Returns the best value of each tuner, of the first one after a trial. */
    private double[] reached(Point task, int budget) {
        return IntStream.range(0, TUNERS.size())
                .mapToDouble(i -> best(task, TUNERS.get(i), i == 0 ? 1 : budget))
                .toArray();
    }

    private double best(Point task, String tuner, int trials) {
        TunerProvider provider = Tuners.available().named(tuner);
        return trials(task, provider, trials, provider.abilities().sources() ? sources : List.of())
                .stream()
                .mapToDouble(this::value)
                .min()
                .orElseThrow();
    }

    private double value(Trial trial) {
        TuningProblem problem = benchmark.problem();
        return problem.value(trial, problem.optimized().getFirst().name())
                .orElse(Double.POSITIVE_INFINITY);
    }

    private List<Trial> trials(
            Point task, TunerProvider tuner, int count, List<SourceRecord> given) {
        try (Study study =
                Study.of(benchmark.problem())
                        .tasks(List.of(task))
                        .tuner(tuner)
                        .seed(seed)
                        .sources(given)
                        .trials(count)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                study.tell(trial.number(), StudyRun.measured(benchmark, trial, seed).outcome());
            }
            return study.records().finished();
        }
    }

    private Stream<SourceRecord> source(Point task, int count) {
        var run =
                new ArrayList<>(trials(task, Tuners.available().named("gp-lcm"), count, List.of()));
        var data =
                new SourceData(
                        "m=%s,n=%s".formatted(task.get("m"), task.get("n")),
                        Optional.of(benchmark.problem().description()),
                        run,
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of());
        return SourceMapping.NONE.apply(data, benchmark.problem()).sources().stream();
    }
}
