package org.attune.tla;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
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
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Studies of a bowl in two dimensions, with sources. */
final class Studies {
    static final TuningProblem PROBLEM =
            TuningProblem.named("bowl")
                    .task(Parameter.real("t", 0, 1))
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("y", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private Studies() {}

    /** A bowl whose lowest place moves with the task; all values are positive. */
    static double bowl(double t, Point p) {
        double x = p.number("x") - 0.3 - 0.2 * t;
        double y = p.number("y") - 0.7 + 0.2 * t;
        return 1 + 8 * x * x + 4 * y * y;
    }

    /** Returns a source of random trials. */
    static SourceRecord source(String name, double t, int trials, ToDoubleFunction<Point> value) {
        return source(name, t, trials, 0, value);
    }

    /** Returns one whose runs took so many wall seconds each. */
    static SourceRecord source(
            String name, double t, int trials, double elapsed, ToDoubleFunction<Point> value) {
        Generator random = new Seed(name.hashCode()).generator("source", 0);
        Point task = Point.of("t", t);
        var all = new ArrayList<Trial>();
        for (int i = 0; i < trials; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            double v = value.applyAsDouble(p);
            all.add(
                    new Trial(
                            i + 1L,
                            new Candidate(task, p, Fidelity.FULL),
                            Origin.of("source"),
                            Double.isNaN(v)
                                    ? Outcome.failed(FailureCause.CRASH, "")
                                    : new Outcome.Measured(
                                            Map.of("seconds", List.of(v)), Map.of(), elapsed),
                            Provenance.here(Effort.NONE)));
        }
        return SourceRecord.of(name, task, PROBLEM).trials(all).build();
    }

    /** Returns a source whose last trials are next to its best place. */
    static SourceRecord converged(String name, double t) {
        Point task = Point.of("t", t);
        var all = new ArrayList<>(source(name, t, 12, p -> bowl(t, p)).trials());
        for (int i = 0; i < 8; i++) {
            Point p = Point.of("x", 0.3 + 0.2 * t + i * 1e-4, "y", 0.7 - 0.2 * t - i * 1e-4);
            all.add(
                    new Trial(
                            all.size() + 1L,
                            new Candidate(task, p, Fidelity.FULL),
                            Origin.of("source"),
                            Outcome.measured("seconds", bowl(t, p)),
                            Provenance.here(Effort.NONE)));
        }
        return SourceRecord.of(name, task, PROBLEM).trials(all).build();
    }

    static List<SourceRecord> alike() {
        return List.of(
                source("near", 0.2, 20, p -> bowl(0.2, p)),
                source("far", 0.8, 20, p -> bowl(0.8, p)));
    }

    /** Two sources that predict each other well. */
    static List<SourceRecord> agreeing() {
        return List.of(
                source("near", 0.2, 20, p -> bowl(0.2, p)),
                source("nearer", 0.25, 20, p -> bowl(0.25, p)));
    }

    /** Runs trials of the task t = 0.3. */
    static List<Trial> run(
            TunerProvider tuner,
            List<SourceRecord> sources,
            int trials,
            Map<String, String> given) {
        return run(tuner, sources, trials, given, p -> bowl(0.3, p));
    }

    static List<Trial> run(
            TunerProvider tuner,
            List<SourceRecord> sources,
            int trials,
            Map<String, String> given,
            ToDoubleFunction<Point> value) {
        try (Study study =
                Study.of(PROBLEM)
                        .tasks(List.of(Point.of("t", 0.3)))
                        .tuner(tuner)
                        .options(given)
                        .sources(sources)
                        .seed(3)
                        .trials(trials)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                study.tell(
                        trial.number(),
                        Outcome.measured("seconds", value.applyAsDouble(trial.configuration())));
            }
            return study.records().trials();
        }
    }

    /** Returns the larger of the distances along the two axes. */
    static double distance(Point a, Point b) {
        return Math.max(
                Math.abs(a.number("x") - b.number("x")), Math.abs(a.number("y") - b.number("y")));
    }

    static double best(List<Trial> trials) {
        return trials.stream()
                .mapToDouble(t -> PROBLEM.value(t, "seconds").orElseThrow())
                .min()
                .orElseThrow();
    }

    static List<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).toList();
    }
}
