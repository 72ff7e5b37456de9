package org.attune.benchmarks;

import org.attune.api.Allocation;
import org.attune.api.Objective.Goal;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.TunerException;
import org.attune.api.TunerProvider;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.Measurement;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One study of a comparison: a tuner on one task, or on all tasks of a problem together.
 *
 * @param selection problem and tasks
 * @param choice tuner and options
 * @param provider of that tuner
 * @param seed of the study; evaluation i, from 0, has the noise seed {@code seed * 100003 + i}
 * @param trials per task, in full runs
 * @param sources that it is given
 */
record StudyRun(
        Selection selection,
        TunerChoice choice,
        TunerProvider provider,
        long seed,
        int trials,
        Optional<RunSources> sources) {
    /** Seconds that a test function counts as, so that results do not depend on the machine. */
    private static final double NOMINAL = 1;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Returns the tuner as the command line names it, and which that is where it is auto. */
    String words() {
        return choice.isAuto()
                ? "%s (%s)".formatted(choice.text(), provider.name())
                : choice.text();
    }

    /** Returns the keys of the lines it writes. */
    List<RunResult.Key> keys() {
        return selection.taskNames().stream()
                .map(task -> new RunResult.Key(choice.text(), task, seed, trials, sources))
                .toList();
    }

    /**
     * Runs it.
     *
     * @param given the sources
     * @param notes hears what the tuner has to say of options that were given to it
     * @return a result for each of {@link #keys}; if the tuner throws, with what it had reached by
     *     then
     * @throws CancellationException if {@code stopped} becomes true
     */
    List<RunResult> results(
            Benchmark benchmark,
            List<SourceRecord> given,
            BooleanSupplier stopped,
            Consumer<String> notes) {
        var curves = new LinkedHashMap<Point, TaskCurve>();
        Goal goal = benchmark.problem().optimized().getFirst().goal();
        for (int t : selection.tasks()) {
            Point task = benchmark.tasks().get(t);
            curves.put(task, new TaskCurve(goal, benchmark.reference(task)));
        }
        Optional<String> failed = Optional.empty();
        try {
            tune(benchmark, given, curves, stopped, notes);
        } catch (Refusal e) {
            return refused(benchmark, e.getCause().getMessage());
        } catch (TunerFailure e) {
            failed = Optional.of(thrown(e.getCause()));
        }
        var results = new ArrayList<RunResult>();
        for (int i = 0; i < keys().size(); i++) {
            Point task = benchmark.tasks().get(selection.tasks().get(i));
            results.add(
                    curves.get(task)
                            .result(keys().get(i), failed, keys().size() > 1)
                            .of(benchmark.definition(task)));
        }
        return results;
    }

    /** Returns what was thrown, and where. */
    private static String thrown(Throwable cause) {
        if (cause instanceof TunerException e) {
            return e.fault();
        }
        StackTraceElement[] trace = cause.getStackTrace();
        return trace.length == 0 ? cause.toString() : "%s at %s".formatted(cause, trace[0]);
    }

    private List<RunResult> refused(Benchmark benchmark, String why) {
        var results = new ArrayList<RunResult>();
        for (int i = 0; i < keys().size(); i++) {
            Point task = benchmark.tasks().get(selection.tasks().get(i));
            var nothing = new Account(keys().size() > 1, 0, 0, 0, 0, 0);
            results.add(
                    new RunResult(
                            keys().get(i),
                            List.of(),
                            List.of(),
                            Optional.of(why),
                            Optional.empty(),
                            Optional.of(nothing),
                            Optional.empty(),
                            Optional.empty(),
                            benchmark.definition(task),
                            List.of()));
        }
        return results;
    }

    private void tune(
            Benchmark benchmark,
            List<SourceRecord> given,
            Map<Point, TaskCurve> curves,
            BooleanSupplier stopped,
            Consumer<String> notes) {
        try (Study study = open(benchmark, given, List.copyOf(curves.keySet()), notes)) {
            while (true) {
                if (stopped.getAsBoolean()) {
                    throw new CancellationException("another run has failed");
                }
                long before = THREADS.getCurrentThreadCpuTime();
                List<Trial> asked = ask(study, choice.parallel());
                double seconds = (THREADS.getCurrentThreadCpuTime() - before) * 1e-9;
                if (asked.isEmpty()) {
                    return;
                }
                for (Trial trial : asked) {
                    measure(benchmark, study, trial, seconds / asked.size(), curves);
                }
            }
        }
    }

    /** Evaluates a trial of a study with this seed. */
    static Measurement measured(Benchmark benchmark, Trial trial, long seed) {
        return benchmark.measure(
                trial.candidate(), seed * Benchmark.SEEDS_APART + trial.number() - 1);
    }

    private void measure(
            Benchmark benchmark,
            Study study,
            Trial trial,
            double seconds,
            Map<Point, TaskCurve> curves) {
        long start = System.nanoTime();
        Measurement measured = measured(benchmark, trial, seed);
        double elapsed = (System.nanoTime() - start) * 1e-9;
        Trial told = study.tell(trial.number(), measured.outcome().taking(NOMINAL));
        String output = benchmark.problem().optimized().getFirst().name();
        OptionalDouble observed =
                Study.isUsable(benchmark.problem(), told)
                        ? benchmark.problem().value(told, output)
                        : OptionalDouble.empty();
        TaskCurve curve = curves.get(trial.task());
        double[] truths =
                curve.isBetter(observed, measured.truths())
                        ? benchmark.truths(trial.candidate(), measured)
                        : measured.truths();
        boolean isFailure =
                observed.isEmpty()
                        && (told.isFull() || !(told.outcome() instanceof Outcome.Measured));
        curve.add(observed, isFailure, truths, seconds, elapsed, trial.provenance().effort());
        if (choice.allocation() == Allocation.EQUAL) {
            curve.mark(told.cost());
        } else if (trial.number() % curves.size() == 0) { // as many trials for all together
            double cost =
                    study.records().trials().stream()
                                    .skip(trial.number() - curves.size())
                                    .limit(curves.size())
                                    .mapToDouble(Trial::cost)
                                    .sum()
                            / curves.size();
            curves.values().forEach(c -> c.mark(cost));
        }
    }

    private Study open(
            Benchmark benchmark,
            List<SourceRecord> given,
            List<Point> tasks,
            Consumer<String> notes) {
        var observer =
                new StudyObserver() {
                    @Override
                    public void note(String text) {
                        if (!choice.options().isEmpty()) {
                            notes.accept(text);
                        }
                    }
                };
        try {
            return Study.of(benchmark.problem())
                    .tasks(tasks)
                    .tuner(provider)
                    .options(choice.options())
                    .seed(seed)
                    .trials(trials)
                    .allocation(choice.allocation())
                    .sources(given)
                    .observer(observer)
                    .open();
        } catch (IllegalArgumentException e) {
            throw new Refusal(e);
        } catch (RuntimeException | Error e) {
            throw new TunerFailure(e);
        }
    }

    private static List<Trial> ask(Study study, int count) {
        try {
            return study.ask(count);
        } catch (RuntimeException | Error e) {
            throw new TunerFailure(e);
        }
    }

    /** What a provider threw that says which problems its tuner is not for. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refusal(IllegalArgumentException cause) {
            super(cause);
        }
    }

    /** What a tuner threw. It is a result; what a problem throws is not. */
    private static final class TunerFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TunerFailure(Throwable cause) {
            super(cause);
        }
    }
}
