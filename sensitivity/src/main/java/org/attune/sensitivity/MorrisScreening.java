package org.attune.sensitivity;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * Elementary effects: what changing one parameter does, from random places, in few evaluations.
 *
 * <pre>
 *   E_i = (f(x with x_i + Δ) - f(x)) / Δ,   μ*_i = mean |E_i|,  μ_i = mean E_i,  σ_i their deviation
 * </pre>
 *
 * A trajectory starts at a random point of a grid of four levels and changes every parameter once,
 * in random order, by Δ = ± 2/3 of its range: D + 1 evaluations. Categories change to another one,
 * and Δ is 1 then, as it is for the whole range of a number. μ* ranks parameters; a σ that is large
 * beside μ* says that the effect depends on the place: it is not linear, or others take part.
 *
 * <p>Sources: M. D. Morris, Technometrics 33 (1991), doi:10.1080/00401706.1991.10484804; F.
 * Campolongo, J. Cariboni and A. Saltelli, Environmental Modelling and Software 22 (2007),
 * doi:10.1016/j.envsoft.2006.10.004 (μ*).
 *
 * @param names of the parameters
 * @param muStar in the unit of the output
 * @param mu in the unit of the output
 * @param sigma in the unit of the output
 * @param trajectories how many
 * @param evaluations of each function
 */
public record MorrisScreening(
        List<String> names,
        List<Estimate> muStar,
        List<Estimate> mu,
        List<Estimate> sigma,
        int trajectories,
        int evaluations) {
    private static final double STEP = 2.0 / 3;
    private static final int TRIES = 1000;

    /** The least number of trajectories. */
    public static final int LEAST = 4;

    /** Copies the lists. */
    public MorrisScreening {
        names = List.copyOf(names);
        muStar = List.copyOf(muStar);
        mu = List.copyOf(mu);
        sigma = List.copyOf(sigma);
    }

    /**
     * Estimates the effects.
     *
     * @param parameters D of them
     * @param admissible trajectories stay where this is true
     * @throws IllegalArgumentException if there are fewer trajectories than {@link #LEAST}
     * @throws IllegalStateException if no trajectory stays admissible
     */
    public static MorrisScreening of(
            Response response,
            List<Parameter> parameters,
            Predicate<double[]> admissible,
            int trajectories,
            Seed seed) {
        if (trajectories < LEAST) {
            throw new IllegalArgumentException(
                    "%d trajectories tell nothing of their spread. Maybe %d, which are %d evaluations."
                            .formatted(trajectories, 20, 20 * (parameters.size() + 1)));
        }
        int d = parameters.size();
        var x = new ArrayList<double[]>();
        var walks = new ArrayList<Walk>();
        for (int t = 0; t < trajectories; t++) {
            Walk walk = Walk.admissible(parameters, admissible, seed.generator("morris", t));
            walks.add(walk);
            x.addAll(walk.points());
        }
        double[][] y = response.values(x.toArray(new double[0][]));
        Unit unit = Unit.of(y);
        y = unit.in(y);
        double[][][] means = new double[y.length][trajectories][3 * d];
        for (int k = 0; k < y.length; k++) {
            SobolIndices.finite(y[k]);
            for (int t = 0; t < trajectories; t++) {
                for (int i = 0; i < d; i++) {
                    int at = t * (d + 1) + i;
                    int axis = walks.get(t).order()[i];
                    double effect = (y[k][at + 1] - y[k][at]) / walks.get(t).steps()[i];
                    means[k][t][axis] = Math.abs(effect);
                    means[k][t][d + axis] = effect;
                    means[k][t][2 * d + axis] = effect * effect;
                }
            }
        }
        var replicates = new Replicates(means);
        double unbiased = trajectories / (trajectories - 1.0);
        return new MorrisScreening(
                parameters.stream().map(Parameter::name).toList(),
                effects(replicates, unit, d, (s, i) -> s[i]),
                effects(replicates, unit, d, (s, i) -> s[d + i]),
                effects(
                        replicates,
                        unit,
                        d,
                        (s, i) ->
                                Math.sqrt(
                                        Math.max(
                                                0,
                                                unbiased * (s[2 * d + i] - s[d + i] * s[d + i])))),
                trajectories,
                x.size());
    }

    private static List<Estimate> effects(
            Replicates replicates, Unit unit, int d, ToDoubleBiFunction<double[], Integer> effect) {
        return IntStream.range(0, d)
                .mapToObj(i -> unit.out(replicates.estimate(s -> effect.applyAsDouble(s, i)), 1))
                .toList();
    }

    /**
     * A trajectory.
     *
     * @param points D + 1 of them
     * @param order which parameter each step changes
     * @param steps signed lengths of the steps
     */
    private record Walk(List<double[]> points, int[] order, double[] steps) {
        static Walk admissible(
                List<Parameter> parameters, Predicate<double[]> admissible, Generator random) {
            for (int t = 0; t < TRIES; t++) {
                Walk walk = of(parameters, random);
                if (walk.points.stream().allMatch(admissible)) {
                    return walk;
                }
            }
            throw new IllegalStateException(
                    "Constraints refuse %d trajectories in a row, which change every parameter once. Maybe --method shapley, which is made for constraints."
                            .formatted(TRIES));
        }

        private static Walk of(List<Parameter> parameters, Generator random) {
            int d = parameters.size();
            double[] from = new double[d];
            double[] to = new double[d];
            double[] step = new double[d];
            for (int i = 0; i < d; i++) {
                Parameter p = parameters.get(i);
                if (p instanceof Parameter.Categorical) {
                    int levels = (int) p.size();
                    int first = random.nextInt(levels);
                    int other =
                            levels == 1 ? first : (first + 1 + random.nextInt(levels - 1)) % levels;
                    from[i] = (first + 0.5) / levels;
                    to[i] = (other + 0.5) / levels;
                    step[i] = 1;
                } else {
                    int level = random.nextInt(4);
                    step[i] = level < 2 ? STEP : -STEP;
                    from[i] = level / 3.0;
                    to[i] = from[i] + step[i];
                }
            }
            int[] order = IntStream.range(0, d).toArray();
            random.shuffle(order);
            var points = new ArrayList<double[]>();
            double[] x = from.clone();
            points.add(x.clone());
            double[] steps = new double[d];
            for (int i = 0; i < d; i++) {
                x[order[i]] = to[order[i]];
                steps[i] = step[order[i]];
                points.add(x.clone());
            }
            return new Walk(points, order, steps);
        }
    }
}
