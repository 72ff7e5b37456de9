package org.attune.tla;

import org.attune.api.Format;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Transfer learning of type II (GPTune's {@code TLA_II}, the paper's TLA1): the best configuration
 * of a task from those of other tasks, without a run.
 *
 * <p>A Gaussian process over the features of tasks, between 0 and 1 each, predicts each component
 * of the optimum: of an ordered parameter its unit coordinate, of a categorical one the probability
 * of each category, from labels 0 and 1. The predicted configuration is the admissible one with the
 * largest likelihood
 *
 * <pre>
 *   Σ_ordered -(u_d - μ_d)² / 2σ_d²  +  Σ_categorical log p_d(category)
 * </pre>
 *
 * <p>so that integers, categories and constraints are respected, and what is less certain gives way
 * first. What users are told of how sure it is comes from {@link OptimumRange}.
 *
 * <p>Source: GPTune user guide 4.0, section 3.1.4; the multitask and transfer learning paper,
 * section 5.1.
 */
final class OptimumPrediction {
    private static final int DRAWS = 400;
    private static final int CLIMBS = 600;
    private static final int FEWEST = 2; // optima
    private static final double SHARE = 0.95; // of optima that lie in the range that is shown
    private static final double LEAST = 1e-3; // of probabilities and deviations

    private final Region region;
    private final List<Component> components;
    private final List<double[]> optima;
    private final double[][] features; // of their tasks, and of the one to predict for

    /**
     * What is expected of a parameter.
     *
     * @param parameter which one
     * @param mean expected unit coordinate; of a categorical parameter nothing
     * @param deviation of it
     * @param probabilities of the categories; none of an ordered parameter
     */
    record Component(Parameter parameter, double mean, double deviation, double[] probabilities) {
        /** Returns the logarithm of the likelihood of a unit coordinate, but for a constant. */
        double logLikelihood(double u) {
            if (probabilities.length > 0) {
                int c = Math.clamp((int) (u * probabilities.length), 0, probabilities.length - 1);
                return Math.log(probabilities[c]);
            }
            double off = (u - mean) / deviation;
            return -off * off / 2;
        }
    }

    private OptimumPrediction(
            Region region, List<Component> components, List<double[]> optima, double[][] features) {
        this.region = region;
        this.components = List.copyOf(components);
        this.optima = List.copyOf(optima);
        this.features = features;
    }

    /**
     * Learns from optima.
     *
     * @param region of the task to predict for
     * @param best coordinates of the best configuration of each source task
     * @param features a row for each of these tasks and one for the target, the last one; empty
     *     where tasks differ in nothing that is known, so that the optima's average is all there is
     * @return empty with fewer than two optima
     */
    static Optional<OptimumPrediction> of(
            Region region, List<double[]> best, Optional<double[][]> features) {
        if (best.size() < FEWEST) {
            return Optional.empty();
        }
        double[][] rows = features.orElseGet(() -> new double[best.size() + 1][1]);
        double[][] of = Arrays.copyOf(rows, best.size());
        var axes = new Axes(unitCube(rows[0].length), false, false);
        var components = new ArrayList<Component>();
        for (int d = 0; d < region.axes().dimension(); d++) {
            int axis = d;
            double[] u = best.stream().mapToDouble(x -> x[axis]).toArray();
            Parameter parameter = region.axes().parameter(d);
            if (region.axes().isCategorical(d)) {
                int cells = (int) region.axes().cells(d);
                double[] p = new double[cells];
                for (int c = 0; c < cells; c++) {
                    int category = c;
                    double[] labels =
                            Arrays.stream(u)
                                    .map(v -> (int) (v * cells) == category ? 1 : 0)
                                    .toArray();
                    p[c] = Math.max(predicted(axes, of, labels, rows[best.size()])[0], LEAST);
                }
                double sum = Arrays.stream(p).sum();
                components.add(
                        new Component(
                                parameter,
                                Double.NaN,
                                Double.NaN,
                                Arrays.stream(p).map(v -> v / sum).toArray()));
            } else {
                double[] moments = predicted(axes, of, u, rows[best.size()]);
                components.add(
                        new Component(
                                parameter,
                                Math.clamp(moments[0], 0, 1),
                                Math.max(Math.sqrt(moments[1]), LEAST),
                                new double[0]));
            }
        }
        return Optional.of(new OptimumPrediction(region, components, best, rows));
    }

    private static Space unitCube(int features) {
        return Space.of(
                IntStream.range(0, features)
                        .mapToObj(f -> (Parameter) Parameter.real("f" + f, 0, 1))
                        .toList(),
                Map.of());
    }

    /** Returns mean and variance of the optimum's component, the noise of optima included. */
    private static double[] predicted(Axes axes, double[][] x, double[] y, double[] at) {
        if (Arrays.stream(y).distinct().count() == 1) {
            double unseen = 1.0 / (y.length + 1); // nothing says how much it may vary
            return new double[] {y[0], unseen * unseen / 4};
        }
        var settings =
                new SurrogateSettings(
                        RadialKernel.MATERN52, List.of(OutputWarp.Shape.IDENTITY), 3, 60, true);
        Optional<WarpedProcess> process =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                axes,
                                settings,
                                Priors.informative(axes, true),
                                new Seed(0).child("optima", 0))
                        .fit(new Dataset(x, y));
        double[] moments = new double[2];
        if (process.isEmpty()) {
            double mean = Arrays.stream(y).average().orElseThrow();
            return new double[] {mean, 1.0 / 12};
        }
        process.get().predict(at, moments);
        OutputWarp warp = process.get().warp();
        double unit = warp.inverse(1) - warp.inverse(0);
        return new double[] {
            warp.inverse(moments[0]), unit * unit * (moments[1] + process.get().noiseVariance())
        };
    }

    /** Returns what is expected of each parameter. */
    List<Component> components() {
        return components;
    }

    /** Returns the coordinates of the likeliest admissible configuration that was found. */
    Optional<double[]> best() {
        Generator random = new Seed(0).generator("optimum", 0);
        var found = new ArrayList<double[]>();
        double[] middle = new double[components.size()];
        Arrays.setAll(middle, d -> likeliest(components.get(d)));
        double[] snapped = region.canonical(middle);
        if (region.admits(snapped)) {
            return Optional.of(snapped);
        }
        for (int i = 0; i < DRAWS; i++) {
            double[] x = new double[middle.length];
            Arrays.setAll(x, d -> drawn(components.get(d), random));
            double[] canonical = region.canonical(x);
            if (region.admits(canonical)) {
                found.add(canonical);
            }
        }
        for (int i = 0; i < 20; i++) {
            region.sample(random, 100).or(() -> region.construct(random)).ifPresent(found::add);
        }
        return found.stream()
                .reduce((a, b) -> logLikelihood(b) > logLikelihood(a) ? b : a)
                .map(x -> climbed(x, random));
    }

    /**
     * Draws an admissible configuration around the best one: ordered parameters from a normal
     * distribution that is cut off at their bounds, categorical ones with their probabilities. What
     * constraints forbid is drawn again.
     *
     * @param deviations of each axis, in shares of its range
     * @param fresh false for what has been tried
     * @return empty where nothing was found
     */
    Optional<double[]> around(double[] deviations, Predicate<double[]> fresh, Generator random) {
        return best().flatMap(center -> {
            for (int i = 0; i < DRAWS; i++) {
                double[] x = center.clone();
                for (int d = 0; d < x.length; d++) {
                    Component c = components.get(d);
                    x[d] =
                            c.probabilities().length > 0
                                    ? drawn(c, random)
                                    : truncated(center[d], deviations[d], random);
                }
                double[] canonical = region.canonical(x);
                if (region.admits(canonical) && fresh.test(canonical)) {
                    return Optional.of(canonical);
                }
            }
            return Optional.empty();
        });
    }

    /** Returns a draw from a normal distribution between 0 and 1. */
    private static double truncated(double mean, double deviation, Generator random) {
        for (int i = 0; i < DRAWS; i++) {
            double u = mean + deviation * random.nextGaussian();
            if (u >= 0 && u <= 1) {
                return u;
            }
        }
        return mean;
    }

    private double[] climbed(double[] from, Generator random) {
        double[] best = from;
        for (int i = 0; i < CLIMBS; i++) {
            double[] next = best.clone();
            for (int moves = 1 + random.nextInt(2); moves > 0; moves--) {
                int d = random.nextInt(next.length);
                next[d] = drawn(components.get(d), random);
            }
            double[] canonical = region.canonical(next);
            if (logLikelihood(canonical) > logLikelihood(best) && region.admits(canonical)) {
                best = canonical;
            }
        }
        return best;
    }

    private static double likeliest(Component c) {
        if (c.probabilities().length == 0) {
            return c.mean();
        }
        int best = 0;
        for (int i = 1; i < c.probabilities().length; i++) {
            best = c.probabilities()[i] > c.probabilities()[best] ? i : best;
        }
        return (best + 0.5) / c.probabilities().length;
    }

    private static double drawn(Component c, Generator random) {
        if (c.probabilities().length == 0) {
            return Math.clamp(c.mean() + c.deviation() * random.nextGaussian(), 0, 1);
        }
        double draw = random.nextDouble();
        int i = 0;
        while (i < c.probabilities().length - 1 && draw >= c.probabilities()[i]) {
            draw -= c.probabilities()[i++];
        }
        return (i + 0.5) / c.probabilities().length;
    }

    private double logLikelihood(double[] x) {
        double sum = 0;
        for (int d = 0; d < x.length; d++) {
            sum += components.get(d).logLikelihood(x[d]);
        }
        return sum;
    }

    /**
     * Returns in words how sure the prediction of each axis is, in the order of these; of a
     * permutation these are the positions of its items.
     */
    List<String> confidence(Point configuration) {
        int tasks = optima.size();
        var range = new OptimumRange(Arrays.copyOf(features, tasks), features[tasks]);
        return IntStream.range(0, components.size())
                .mapToObj(d -> {
                    Component c = components.get(d);
                    if (!region.isActive(d, configuration)) {
                        return "inactive";
                    }
                    return c.probabilities().length > 0
                            ? String.format(
                                    Locale.ROOT, "%.0f %%", 100 * probability(c, configuration))
                            : between(c, range.of(component(d), SHARE));
                })
                .toList();
    }

    private double[] component(int d) {
        return optima.stream().mapToDouble(x -> x[d]).toArray();
    }

    /**
     * Returns the probability of a category, with one more task of each category than there are:
     * that few tasks had one alone does not say that there is no other.
     */
    private double probability(Component c, Point configuration) {
        double[] p = c.probabilities();
        double unit = c.parameter().encode(configuration.get(c.parameter().name()));
        int at = Math.clamp((int) (unit * p.length), 0, p.length - 1);
        return (optima.size() * p[at] + 1) / (optima.size() + p.length);
    }

    private static String between(Component c, double[] bounds) {
        String lower = shown(c.parameter().decode(Math.min(bounds[0], c.mean())));
        String upper = shown(c.parameter().decode(Math.max(bounds[1], c.mean())));
        return lower.equals(upper) ? lower : lower + " to " + upper;
    }

    private static String shown(Object value) {
        return value instanceof Double d ? Format.number(d) : value.toString();
    }

    /** Returns the expected components by parameter, for messages. */
    @Override
    public String toString() {
        var map = new LinkedHashMap<String, Double>();
        components.forEach(c -> map.put(c.parameter().name(), c.mean()));
        return "Prediction of the optimum " + map;
    }
}
