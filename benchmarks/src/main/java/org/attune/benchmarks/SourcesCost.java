package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints the CPU seconds of a proposal, of all threads, where there are many sources: {@code
 * SourcesCost [TUNER [SOURCES [TRIALS]]]}, 50 sources of 1000 random trials of a function of five
 * parameters whose optimum moves with the task.
 *
 * <p><i>First</i> is the proposal of a process that has seen nothing yet, which learns the sources;
 * <i>from records</i> that of one that finds what another has learned; the others are median and
 * largest of 20 more. The JVM is warm.
 */
public final class SourcesCost {
    private static final int DIMENSION = 5;
    private static final int NEXT = 20;
    private static final TuningProblem PROBLEM = problem();

    private SourcesCost() {}

    /** Prints a line. */
    public static void main(String[] args) {
        String tuner = args.length > 0 ? args[0] : "tla";
        int sources = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        int trials = args.length > 2 ? Integer.parseInt(args[2]) : 1000;
        seconds(tuner, sources(2, 100));
        double[] seconds = seconds(tuner, sources(sources, trials));
        System.out.printf(
                Locale.ROOT,
                "first %.2f, from records %.2f, then %.2f, at most %.2f (CPU s, %s, %d sources of"
                        + " %d trials)%n",
                seconds[0],
                seconds[1],
                seconds[2],
                seconds[3],
                tuner,
                sources,
                trials);
    }

    private static TuningProblem problem() {
        var problem =
                TuningProblem.named("moving")
                        .task(Parameter.real("t", 0, 1))
                        .objective(Objective.minimize("y"));
        for (int d = 0; d < DIMENSION; d++) {
            problem.parameter(Parameter.real("x" + d, 0, 1));
        }
        return problem.build();
    }

    private static double value(Point task, Point configuration) {
        double t = task.number("t");
        double sum = 1;
        for (int d = 0; d < DIMENSION; d++) {
            double off = configuration.number("x" + d) - 0.3 - 0.1 * d * t;
            sum += (1 + d) * off * off + 0.1 * Math.sin(9 * off) * Math.sin(9 * off);
        }
        return sum;
    }

    private static List<SourceRecord> sources(int count, int trials) {
        var sources = new ArrayList<SourceRecord>();
        for (int k = 0; k < count; k++) {
            Generator random = new Seed(1).generator("source", k);
            Point task = Point.of("t", (k + 0.5) / count);
            List<Trial> all =
                    IntStream.rangeClosed(1, trials).mapToObj(i -> trial(i, task, random)).toList();
            sources.add(SourceRecord.of("source " + k, task, PROBLEM).trials(all).build());
        }
        return sources;
    }

    private static Trial trial(int number, Point task, Generator random) {
        Point configuration = PROBLEM.parameterSpace().sample(random);
        return new Trial(
                number,
                new Candidate(task, configuration, Fidelity.FULL),
                Origin.of("source"),
                Outcome.measured("y", value(task, configuration)),
                Provenance.here(Effort.NONE));
    }

    /**
     * Returns CPU seconds of the first proposal, one from records, median and largest of others.
     */
    private static double[] seconds(String tuner, List<SourceRecord> sources) {
        var history = new MemoryHistory();
        Study study = study(tuner, sources, history);
        double before = CpuTime.seconds();
        Trial first = study.ask(1).getFirst();
        final double learning = CpuTime.seconds() - before;
        tell(study, first);
        Study another = study(tuner, sources, history);
        before = CpuTime.seconds();
        Trial asked = another.ask(1).getFirst();
        final double fromRecords = CpuTime.seconds() - before;
        double[] next = new double[NEXT];
        for (int i = 0; i < NEXT; i++) {
            tell(another, asked);
            before = CpuTime.seconds();
            asked = another.ask(1).getFirst();
            next[i] = CpuTime.seconds() - before;
        }
        return new double[] {
            learning, fromRecords, Quantiles.median(next), Arrays.stream(next).max().orElseThrow()
        };
    }

    private static void tell(Study study, Trial trial) {
        study.tell(
                trial.number(), Outcome.measured("y", value(trial.task(), trial.configuration())));
    }

    private static Study study(String tuner, List<SourceRecord> sources, MemoryHistory history) {
        return Study.of(PROBLEM)
                .tasks(List.of(Point.of("t", 0.43)))
                .tuner(Tuners.available().named(tuner))
                .sources(sources)
                .trials(NEXT + 3)
                .history(history)
                .open();
    }
}
