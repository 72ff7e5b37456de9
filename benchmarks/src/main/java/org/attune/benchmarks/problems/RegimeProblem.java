package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * A formula whose instance is drawn anew for each seed of a study: where its better part lies is
 * chance, so that no tuner can be made for it. The optimum of every instance is {@value #OPTIMUM}.
 */
public final class RegimeProblem implements Benchmark {
    /** The smallest value of every instance. */
    public static final double OPTIMUM = 1;

    /** From the best value of the better part to its edge. */
    static final double RISE = 0.3;

    private static final Seed SEED = new Seed(20_261_122);

    private final String name;
    private final TuningProblem problem;
    private final double noise;
    private final Function<Generator, Instance> drawn;
    private final Map<Long, Instance> instances = new ConcurrentHashMap<>();

    /**
     * What was drawn.
     *
     * @param best configuration whose value is {@link #OPTIMUM}
     * @param value of a configuration, without noise
     * @param regime that a configuration is in; by default 1 where values are within half a unit of
     *     the optimum, behind the jump, and 0 elsewhere
     */
    public record Instance(Point best, ToDoubleFunction<Point> value, ToIntFunction<Point> regime) {
        Instance(Point best, ToDoubleFunction<Point> value) {
            this(best, value, p -> value.applyAsDouble(p) < OPTIMUM + 0.5 ? 1 : 0);
        }
    }

    /**
     * Makes a problem.
     *
     * @param noise standard deviation of the logarithm of measured values
     * @param drawn makes an instance by a generator of its own
     */
    RegimeProblem(
            String name,
            List<Parameter> parameters,
            double noise,
            Function<Generator, Instance> drawn) {
        this(name, parameters, List.of(), noise, drawn);
    }

    /** Makes a problem with constraints, which hold for all instances. */
    RegimeProblem(
            String name,
            List<Parameter> parameters,
            List<Constraint> constraints,
            double noise,
            Function<Generator, Instance> drawn) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        constraints.forEach(builder::constraint);
        this.name = name;
        this.problem = builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build();
        this.noise = noise;
        this.drawn = drawn;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TuningProblem problem() {
        return problem;
    }

    @Override
    public List<Point> tasks() {
        return List.of(Point.EMPTY);
    }

    @Override
    public OptionalDouble optimum() {
        return OptionalDouble.of(OPTIMUM);
    }

    /** Returns what studies with this seed tune. */
    public Instance instance(long studySeed) {
        return instances.computeIfAbsent(studySeed, s -> drawn.apply(SEED.generator(name, s)));
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        double value =
                instance(Math.floorDiv(noiseSeed, SEEDS_APART))
                        .value()
                        .applyAsDouble(candidate.configuration());
        return Measurement.disturbed(value, noise, noiseSeed);
    }
}
