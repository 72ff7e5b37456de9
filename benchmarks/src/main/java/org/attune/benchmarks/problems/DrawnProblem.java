package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.FidelityParameter;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A formula whose instance is drawn anew for each seed of a study, so that a tuner can be made for
 * the family, but for none of its members. So that runs with different seeds can be compared,
 * values are scaled: 1 is the median of random configurations, 0 the best one that a long local
 * search of the instance has found, below which the optimum may lie. Or they are divided by the
 * size of that best one alone, so that signs and ratios stay.
 */
public final class DrawnProblem implements Benchmark {
    private static final Seed SEED = new Seed(20_261_123);
    private static final int SAMPLE = 501;
    private static final int CLIMBS = 8;
    private static final int STEPS = 1500;

    private final String name;
    private final TuningProblem problem;
    private final Function<Generator, ToDoubleFunction<Candidate>> drawn;
    private final boolean ratios;
    private final double noise;
    private final double inTime;
    private final Map<Long, Instance> instances = new ConcurrentHashMap<>();

    /** The runs of a seed, and beyond which value one is ended. */
    private record Instance(ToDoubleFunction<Candidate> runs, double limit) {}

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
        this(problem, name, ofConfigurations(drawn), false, 0, 1);
    }

    private DrawnProblem(
            TuningProblem problem,
            String name,
            Function<Generator, ToDoubleFunction<Candidate>> drawn,
            boolean ratios,
            double noise,
            double inTime) {
        this.ratios = ratios;
        this.noise = noise;
        this.inTime = inTime;
        this.name = name;
        this.problem = problem;
        this.drawn = drawn;
    }

    /**
     * Makes a problem without tasks whose runs may be cheap; they are scaled as full ones are.
     *
     * @param problem with one objective, {@code y}, and a fidelity
     * @param drawn makes an instance by a generator of its own
     * @param ratios whether values are divided by the size of the best full one alone, so that
     *     positive ones stay positive
     */
    static DrawnProblem withFidelity(
            String name,
            TuningProblem problem,
            Function<Generator, ToDoubleFunction<Candidate>> drawn,
            boolean ratios) {
        return new DrawnProblem(problem, name, drawn, ratios, 0, 1);
    }

    /**
     * Makes a problem without tasks whose values are divided by the size of the best one alone.
     *
     * @param noise standard deviation of the logarithm of measured values
     * @param drawn makes an instance by a generator of its own
     */
    static DrawnProblem ofRatios(
            String name,
            double noise,
            List<? extends Parameter> parameters,
            Function<Generator, ToDoubleFunction<Point>> drawn) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        return new DrawnProblem(
                builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build(),
                name,
                ofConfigurations(drawn),
                true,
                noise,
                1);
    }

    /** Makes a problem as {@link #ofRatios} does, of the parameters x0, x1, … in [0, 1]. */
    static DrawnProblem ofReals(
            String name,
            double noise,
            int dimension,
            Function<Generator, ToDoubleFunction<double[]>> drawn) {
        return ofRatios(
                name,
                noise,
                axes("x", dimension),
                random -> {
                    ToDoubleFunction<double[]> formula = drawn.apply(random);
                    return p -> formula.applyAsDouble(coordinates(p, "x", dimension));
                });
    }

    /** Returns real parameters in [0, 1] of this letter and the numbers from 0 on. */
    static List<Parameter> axes(String letter, int count) {
        return IntStream.range(0, count)
                .<Parameter>mapToObj(i -> Parameter.real(letter + i, 0, 1))
                .toList();
    }

    /** Returns the values of such parameters. */
    static double[] coordinates(Point p, String letter, int count) {
        return IntStream.range(0, count).mapToDouble(i -> p.number(letter + i)).toArray();
    }

    /**
     * Returns this problem with cheap runs.
     *
     * @param runs makes them of the formula of full ones, whose values theirs are at full fidelity
     */
    DrawnProblem withFidelity(
            String other,
            FidelityParameter fidelity,
            BiFunction<Generator, ToDoubleFunction<Point>, ToDoubleFunction<Candidate>> runs) {
        return new DrawnProblem(
                problem.toBuilder().fidelity(fidelity).build(),
                other,
                random -> runs.apply(random, full(drawn.apply(random))),
                ratios,
                noise,
                inTime);
    }

    /**
     * Returns this problem whose failing runs give a number instead.
     *
     * @param told whether tuners are told that no number stands for a failure
     */
    DrawnProblem withPenalty(String other, double penalty, boolean told) {
        Objective y = Objective.minimize(BenchmarkProblem.OUTPUT);
        var builder = TuningProblem.named(other);
        problem.parameterSpace().parameters().forEach(builder::parameter);
        return new DrawnProblem(
                builder.objective(told ? y.withoutPenalty() : y).build(),
                other,
                random -> {
                    ToDoubleFunction<Candidate> runs = drawn.apply(random);
                    return c -> {
                        double value = runs.applyAsDouble(c);
                        return Double.isNaN(value) ? penalty : value;
                    };
                },
                ratios,
                noise,
                inTime);
    }

    /**
     * Returns this problem, whose values are the seconds of its runs, with a time limit.
     *
     * @param share of random configurations that end in time
     */
    DrawnProblem withTimeLimit(String other, double share) {
        return new DrawnProblem(problem, other, drawn, ratios, noise, share);
    }

    private static Function<Generator, ToDoubleFunction<Candidate>> ofConfigurations(
            Function<Generator, ToDoubleFunction<Point>> drawn) {
        return random -> {
            ToDoubleFunction<Point> formula = drawn.apply(random);
            return c -> formula.applyAsDouble(c.configuration());
        };
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

    /** Returns the value of configurations, run in full, in studies with this seed. */
    public ToDoubleFunction<Point> instance(long studySeed) {
        return full(runs(studySeed));
    }

    /** Returns the formula of full runs of a seed before it is scaled. */
    ToDoubleFunction<Point> raw(long studySeed) {
        return full(drawn.apply(SEED.generator(name, studySeed)));
    }

    /** Returns the value of runs, cheap ones among them, in studies with this seed. */
    ToDoubleFunction<Candidate> runs(long studySeed) {
        return drawn(studySeed).runs();
    }

    private Instance drawn(long studySeed) {
        return instances.computeIfAbsent(
                studySeed,
                s -> scaled(drawn.apply(SEED.generator(name, s)), SEED.generator("scale", s)));
    }

    private static ToDoubleFunction<Point> full(ToDoubleFunction<Candidate> runs) {
        return p -> runs.applyAsDouble(Candidate.of(Point.EMPTY, p));
    }

    private Instance scaled(ToDoubleFunction<Candidate> runs, Generator random) {
        ToDoubleFunction<Point> formula = full(runs);
        ToDoubleFunction<Point> raw =
                p -> {
                    double value = formula.applyAsDouble(p);
                    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value; // it fails
                };
        Space space = problem.parameterSpace();
        double[] values =
                IntStream.range(0, SAMPLE)
                        .mapToDouble(i -> raw.applyAsDouble(space.sample(random)))
                        .sorted()
                        .toArray();
        double middle = values[SAMPLE / 2];
        double least = values[0];
        for (int i = 0; i < CLIMBS; i++) {
            least = Math.min(least, climbed(raw, space, random));
        }
        double zero = least;
        DoubleUnaryOperator scale =
                ratios ? v -> v / Math.abs(zero) : v -> (v - zero) / (middle - zero);
        double limit =
                inTime == 1
                        ? Double.POSITIVE_INFINITY
                        : scale.applyAsDouble(values[(int) (inTime * SAMPLE)]);
        return new Instance(c -> scale.applyAsDouble(runs.applyAsDouble(c)), limit);
    }

    /** Changes one or two coordinates at a time, anyhow or a little, and keeps what is no worse. */
    private static double climbed(ToDoubleFunction<Point> raw, Space space, Generator random) {
        double[] x = space.encode(space.sample(random));
        double value = raw.applyAsDouble(space.decode(x));
        for (int step = 0; step < STEPS; step++) {
            double[] moved = x.clone();
            for (int i = random.nextInt(2); i < 2; i++) {
                int d = random.nextInt(x.length);
                boolean little =
                        space.parameters().get(d) instanceof Parameter.Real
                                && random.nextInt(4) > 0;
                double reach = Math.pow(10, -3 * random.nextDouble());
                moved[d] =
                        little
                                ? Math.clamp(x[d] + reach * (random.nextDouble() - 0.5), 0, 1)
                                : random.nextDouble();
            }
            double at = raw.applyAsDouble(space.decode(moved));
            if (at <= value) {
                x = moved;
                value = at;
            }
        }
        return value;
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        Instance instance = drawn(Math.floorDiv(noiseSeed, SEEDS_APART));
        double value = instance.runs().applyAsDouble(candidate);
        Measurement whole = Measurement.disturbed(value, noise, noiseSeed);
        return inTime == 1 ? whole : whole.within(instance.limit());
    }
}
