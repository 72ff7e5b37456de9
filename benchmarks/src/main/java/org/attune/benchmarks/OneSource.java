package org.attune.benchmarks;

import org.attune.benchmarks.problems.QrProblems;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Prints what one source task is worth to each method of transfer: {@code OneSource FILE [SEEDS
 * [PICTURE.svg]]}, on the model of a QR factorisation with 8 and with 64 nodes.
 *
 * <p>The counterpart of section 5.6 and figure 11 of GPTune's guide: three sizes, 20 trials, and as
 * the source 19 trials of {@code gp-lcm} on one of the two other sizes, the better and the worse of
 * them in hindsight. Besides, three methods have the same size on the other number of nodes. {@code
 * gp-lcm} without sources is what all of them are to beat. The seeds are {@code 0-4} if not given,
 * the results are kept in FILE, and a run that was interrupted goes on with the same command.
 */
public final class OneSource {
    static final String WITHOUT = "gp-lcm";
    static final int TRIALS = 20;

    /** The default, the predicting ones, and the guide's {@code TLA_method}s. */
    static final List<String> METHODS =
            List.of(
                    "tla",
                    "tla1",
                    "tla2",
                    "tla-lcm",
                    "tla-lcm-bf",
                    "tla-sum",
                    "tla-regression",
                    "tla-stacking",
                    "tla-toggling",
                    "tla-prob",
                    "tla-probdyn",
                    "tla-peeking");

    /** Those that are also given the same size on the other number of nodes. */
    private static final List<String> ACROSS = List.of("tla", "tla2", "tla-lcm");

    private static final String SUITE = "nodes";
    private static final int SOURCE_TRIALS = 19;

    private OneSource() {}

    /** Runs what the file lacks, and prints the tables. */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            throw new IllegalArgumentException(
                    "OneSource needs a file for its results. Maybe OneSource results.jsonl 0-4.");
        }
        PictureFile picture = PictureFile.of(args);
        Path file = Path.of(args[0]);
        run(file, args.length > 1 ? args[1] : "0-4");
        var gains = new SourceGains(KnownOptima.nodesQr(), ResultFile.read(file));
        System.out.print(gains.table());
        System.out.println();
        System.out.print(gains.means());
        picture.write(gains::picture);
    }

    private static void run(Path file, String seeds) {
        int tasks = QrProblems.nodes().getFirst().tasks().size();
        runs(file, seeds, WITHOUT, IntStream.range(0, tasks).toArray()).run(System.err::println);
        for (SourceGains.Source source : SourceGains.Source.values()) {
            boolean across = source == SourceGains.Source.OTHER_NODES;
            String methods = String.join(",", across ? ACROSS : METHODS);
            for (int task = 0; task < tasks; task++) {
                for (int other : source.candidates(task)) {
                    runs(file, seeds, methods, task)
                            .sources(name(other))
                            .sourceTrials(SOURCE_TRIALS)
                            .sourceTuner(WITHOUT)
                            .run(System.err::println);
                }
            }
        }
    }

    private static BenchRun runs(Path file, String seeds, String tuners, int... tasks) {
        return BenchRun.suite(SUITE)
                .problems(String.join(",", IntStream.of(tasks).mapToObj(OneSource::name).toList()))
                .tuners(tuners)
                .seeds(seeds)
                .trials(TRIALS)
                .older(BenchRun.Older.AGAIN)
                .out(file);
    }

    /** Returns a task as selections and result files call it. */
    static String name(int task) {
        return "%s:%d".formatted(QrProblems.nodes().getFirst().name(), task);
    }
}
