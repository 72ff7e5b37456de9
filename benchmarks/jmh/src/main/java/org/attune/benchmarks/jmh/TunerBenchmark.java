package org.attune.benchmarks.jmh;

import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.SuiteProblem;
import org.attune.benchmarks.problems.Measurement;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Compares tuners: a whole study per iteration, iteration i with seed i. The time is that of the
 * study; what tuners are compared by are the secondary metrics {@code best} (the best value
 * reached, without noise, where less is better) and {@code msPerProposal}, means over the seeds.
 *
 * <p>{@link #main} takes JMH's options and runs every tuner on the path that can tune a problem, by
 * ServiceLoader, unless {@code -p tuner=...} names some.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1)
@org.openjdk.jmh.annotations.Measurement(iterations = 5)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"})
public class TunerBenchmark {
    /** A name that {@code attune bench run} knows, {@code SUITE/PROBLEM}, or a problem file. */
    @Param({
        "demo/demo20:2",
        "demo/demo6",
        "public/pdgeqrf:0",
        "emulators/emulated-amg",
        "emulators/emulated-mm",
        "emulators/emulated-slu"
    })
    String problem;

    /** Replaced by all that there are in {@link #main}. */
    @Param("gp-lcm")
    String tuner;

    @Param({"10", "20", "40"})
    int trials;

    private SuiteProblem subject;
    private long seed;

    /**
     * What JMH prints beside the time: it adds up iterations, so that each gives its part of a
     * mean.
     */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Reached {
        /** The best value that was reached, without noise; NaN where nothing could be measured. */
        public double best;

        /** Milliseconds per proposal, model and search. */
        public double msPerProposal;

        /** An iteration is a study. */
        @Setup(Level.Iteration)
        public void clear() {
            best = Double.NaN;
            msPerProposal = 0;
        }
    }

    /** Finds the problem. */
    @Setup
    public void open() {
        subject = SuiteProblem.of(problem);
    }

    /** Ends what a program's problem holds. */
    @TearDown
    public void close() {
        subject.close();
    }

    /** Tunes one task from nothing. */
    @Benchmark
    public Object study(Reached reached, BenchmarkParams run) {
        int studies = run.getMeasurement().getCount();
        TuningProblem tuned = subject.problem();
        int sign = tuned.optimized().getFirst().goal().sign();
        try (Study study =
                Study.of(tuned)
                        .tasks(List.of(subject.task()))
                        .tuner(tuner)
                        .seed(seed)
                        .trials(trials)
                        .open()) {
            long proposing = 0;
            int proposals = 0;
            double best = Double.POSITIVE_INFINITY;
            while (true) {
                long start = System.nanoTime();
                List<Trial> asked = study.ask(1);
                proposing += System.nanoTime() - start;
                if (asked.isEmpty()) {
                    break;
                }
                proposals++;
                Trial trial = asked.getFirst();
                Measurement measured =
                        subject.measure(trial.candidate(), seed * 100_003 + proposals);
                Trial told = study.tell(trial.number(), measured.outcome());
                if (Study.isUsable(tuned, told) && trial.candidate().fidelity().isFull()) {
                    best = Math.min(best, sign * measured.truth());
                }
            }
            reached.best = Double.isInfinite(best) ? Double.NaN : sign * best / studies;
            reached.msPerProposal = proposing / 1e6 / proposals / studies;
            seed++;
            return study.records();
        }
    }

    /** Runs JMH with its own options, problem by problem. */
    public static void main(String[] arguments)
            throws CommandLineOptionException, NoSuchFieldException, RunnerException {
        var given = new CommandLineOptions(arguments);
        String[] usual =
                TunerBenchmark.class.getDeclaredField("problem").getAnnotation(Param.class).value();
        for (String problem : given.getParameter("problem").orElse(List.of(usual))) {
            ChainedOptionsBuilder options =
                    new OptionsBuilder()
                            .parent(given)
                            .include("TunerBenchmark.study")
                            .param("problem", problem);
            if (!given.getParameter("tuner").hasValue()) {
                options.param("tuner", tuners(problem));
            }
            new Runner(options.build()).run();
        }
    }

    /** Returns the tuners that do not refuse a problem. */
    private static String[] tuners(String problem) {
        try (SuiteProblem subject = SuiteProblem.of(problem)) {
            return Tuners.available().all().stream()
                    .map(TunerProvider::name)
                    .filter(name -> takes(name, subject))
                    .sorted()
                    .toArray(String[]::new);
        }
    }

    private static boolean takes(String tuner, SuiteProblem subject) {
        try (Study study =
                Study.of(subject.problem())
                        .tasks(List.of(subject.task()))
                        .tuner(tuner)
                        .trials(1)
                        .open()) {
            return study.trialsLeft() == 1;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }
}
