package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A formula without noise whose instance is drawn anew for each seed of a study, so that a tuner
 * can be made for the family, but for none of its members. What the optimum of an instance is, is
 * not known.
 */
public final class DrawnProblem implements Benchmark {
    private static final Seed SEED = new Seed(20_261_123);

    private final String name;
    private final TuningProblem problem;
    private final Function<Generator, ToDoubleFunction<Point>> drawn;
    private final Map<Long, ToDoubleFunction<Point>> instances = new ConcurrentHashMap<>();

    /**
     * Makes a problem without tasks.
     *
     * @param problem with one objective, {@code y}
     * @param drawn makes an instance by a generator of its own
     */
    DrawnProblem(
            String name,
            TuningProblem problem,
            Function<Generator, ToDoubleFunction<Point>> drawn) {
        this.name = name;
        this.problem = problem;
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

    /** Returns the value of configurations in studies with this seed. */
    public ToDoubleFunction<Point> instance(long studySeed) {
        return instances.computeIfAbsent(studySeed, s -> drawn.apply(SEED.generator(name, s)));
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        double value =
                instance(Math.floorDiv(noiseSeed, SEEDS_APART))
                        .applyAsDouble(candidate.configuration());
        return new Measurement(Outcome.measured(BenchmarkProblem.OUTPUT, value), value);
    }
}
