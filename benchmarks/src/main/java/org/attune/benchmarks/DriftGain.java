package org.attune.benchmarks;

import org.attune.api.Control;
import org.attune.api.DriftChange;
import org.attune.api.DriftPlan;
import org.attune.api.Evaluator;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.execution.TuningLoop;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Prints what it is worth to measure the default again and to normalise: {@code DriftGain [SEEDS
 * [TRIALS [EVERY [TUNER]]]]}.
 *
 * <p>A program takes 1 + 2 Σ (x_i - c_i)² w_i seconds, four parameters, the place c of the optimum
 * and the weights w drawn for each seed, with normal noise of 2 % on a machine that stays, becomes
 * 30 % slower or faster after half of the trials, or slower bit by bit. What counts is how far the
 * configuration that the study calls best is above the optimum, without noise and drift.
 */
public final class DriftGain {
    private static final int DIMENSION = 4;
    private static final double NOISE = 0.02;

    private final int trials;
    private final int every;
    private final String tuner;

    private DriftGain(int trials, int every, String tuner) {
        this.trials = trials;
        this.every = every;
        this.tuner = tuner;
    }

    /** How a machine drifts. */
    private enum Machine {
        STAYS,
        SLOWER,
        FASTER,
        SLOWLY_SLOWER;

        double factor(int trial, int trials) {
            boolean late = trial > trials / 2;
            return switch (this) {
                case STAYS -> 1;
                case SLOWER -> late ? 1.3 : 1;
                case FASTER -> late ? 1 / 1.3 : 1;
                case SLOWLY_SLOWER -> 1 + 0.3 * trial / trials;
            };
        }
    }

    /** Returns at once what a run would measure. */
    private record Simulated(ToDoubleFunction<Trial> seconds) implements Evaluator {
        @Override
        public CompletableFuture<Outcome> submit(Trial trial) {
            return CompletableFuture.completedFuture(
                    Outcome.measured("seconds", seconds.applyAsDouble(trial)));
        }

        @Override
        public void close() {
            // nothing runs
        }
    }

    /** What became of a study: the excess over the optimum, changes said, controls, and factors. */
    private record Result(double excess, int said, int controls) {}

    /** Prints a line for each machine. */
    public static void main(String[] args) {
        int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        int trials = args.length > 1 ? Integer.parseInt(args[1]) : 40;
        int every = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        String tuner = args.length > 3 ? args[3] : "gp-lcm";
        var experiment = new DriftGain(trials, every, tuner);
        System.out.printf(
                "| machine | above the optimum, as measured | normalised | better, worse of %d |"
                        + " a change was said | controls |%n",
                seeds);
        System.out.println("|---|---|---|---|---|---|");
        for (Machine machine : Machine.values()) {
            experiment.print(machine, seeds);
        }
    }

    private void print(Machine machine, int seeds) {
        double[] plain = new double[seeds];
        double[] normalised = new double[seeds];
        int said = 0;
        int controls = 0;
        int better = 0;
        int worse = 0;
        for (int seed = 0; seed < seeds; seed++) {
            plain[seed] = run(machine, seed, DriftPlan.every(trials * 10)).excess();
            Result with = run(machine, seed, DriftPlan.every(every).normalising("seconds"));
            normalised[seed] = with.excess();
            said += with.said() > 0 ? 1 : 0;
            controls += with.controls();
            better += normalised[seed] < plain[seed] ? 1 : 0;
            worse += normalised[seed] > plain[seed] ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f %% | %.2f %% | %d, %d | %d of %d | %.1f |%n",
                machine.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                mean(plain),
                mean(normalised),
                better,
                worse,
                said,
                seeds,
                (double) controls / seeds);
    }

    private static double mean(double[] values) {
        return 100 * DoubleStream.of(values).average().orElseThrow();
    }

    private Result run(Machine machine, int seed, DriftPlan plan) {
        Generator drawn = new Seed(seed).generator("gain by drift", 0);
        double[] centre = new double[DIMENSION];
        double[] weight = new double[DIMENSION];
        var problem = TuningProblem.named("drifts");
        for (int i = 0; i < DIMENSION; i++) {
            centre[i] = drawn.nextDouble();
            weight[i] = 0.2 + 0.8 * drawn.nextDouble();
            problem.parameter(Parameter.real("x" + i, 0, 1).withDefault(0.5));
        }
        problem.objective(Objective.minimize("seconds").withUnit("s"));
        Generator noise = new Seed(seed).generator("gain by drift, noise", 0);
        var begun = new AtomicInteger();
        var evaluator =
                new Simulated(trial -> {
                    int ran = Control.is(trial) ? begun.get() : begun.incrementAndGet();
                    return time(trial.configuration(), centre, weight)
                            * machine.factor(ran, trials)
                            * (1 + NOISE * noise.nextGaussian());
                });
        try (Study study =
                Study.of(problem.build())
                        .tuner(tuner)
                        .seed(100 + seed)
                        .trials(trials)
                        .drift(plan)
                        .open()) {
            new TuningLoop(study, evaluator, 1).run();
            Trial best = study.best(Point.EMPTY).orElseThrow();
            List<DriftChange> changes = study.drift().orElseThrow().changes();
            return new Result(
                    time(best.configuration(), centre, weight) - 1,
                    changes.size(),
                    study.drift().orElseThrow().all().size());
        }
    }

    private static double time(Point x, double[] centre, double[] weight) {
        double sum = 1;
        for (int i = 0; i < DIMENSION; i++) {
            double off = x.number("x" + i) - centre[i];
            sum += 2 * weight[i] * off * off;
        }
        return sum;
    }
}
