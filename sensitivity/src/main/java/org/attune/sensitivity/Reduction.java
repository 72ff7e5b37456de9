package org.attune.sensitivity;

import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * Which parameters can be held, at which values, and what that loses.
 *
 * <p>The loss of a function drawn from the posterior is how much worse its best point is with some
 * parameters held than with all free. Parameters are held one after the other, the least important
 * first, each at its value in a configuration that is known to be good, as long as the mean of the
 * losses stays within what is accepted. Permutations stay free: a problem file cannot hold one.
 * Best points are looked for among points spread over the space, the known configuration, and
 * points around the best of each draw.
 *
 * @param held values by parameter, in the order in which they were held
 * @param best expected value of the best with all parameters free, in the output's unit
 * @param loss expected loss, in the output's unit, not negative
 * @param upper three standard deviations of the draws above that: no more is lost with 95 %
 *     probability, whatever the distribution is, if it has one peak (Vysochanskij and Petunin)
 */
public record Reduction(SequencedMap<String, Object> held, double best, double loss, double upper) {
    /** Functions that are drawn for it. */
    public static final int DRAWS = 64;

    private static final int POINTS = 1024;
    private static final int ROUNDS = 8;
    private static final int NEAR = 6; // points around the best of each draw, in each round
    private static final double REACH = 0.3;
    private static final double SHRINK = 0.65; // of the reach, from round to round
    private static final double DEVIATIONS = 4;

    /** Copies the values. */
    public Reduction {
        held = new LinkedHashMap<>(held);
    }

    /**
     * Finds out what can be held.
     *
     * @param analysis of the problem and the task
     * @param model of the output
     * @param importance of each parameter, by name
     * @param good a configuration that has been measured, and whose values are taken
     * @param accepted expected loss that is accepted, as a share of the expected best
     * @throws IllegalArgumentException if the accepted loss is not positive
     */
    public static Reduction of(
            Analysis analysis,
            ModelResponse model,
            SequencedMap<String, Double> importance,
            Point good,
            double accepted) {
        return of(analysis, List.of(model), importance, good, accepted, name -> {}).getFirst();
    }

    /**
     * Finds out what can be held where several outputs count: what costs none of them more than is
     * accepted of its best.
     *
     * @param models one for each output
     * @param importance of each parameter for the output to which it matters most
     * @param progress hears the name of each parameter before it is tried
     * @return what is held, which is the same for all, and what that loses of each output
     * @throws IllegalArgumentException if the accepted loss is not positive
     */
    public static List<Reduction> of(
            Analysis analysis,
            List<ModelResponse> models,
            SequencedMap<String, Double> importance,
            Point good,
            double accepted,
            Consumer<String> progress) {
        if (!(accepted > 0) || Double.isInfinite(accepted)) {
            throw new IllegalArgumentException(
                    "A loss of %s of the best is accepted: give a positive share, such as 0.01."
                            .formatted(accepted));
        }
        Space space = analysis.problem().parameterSpace();
        List<Parameter> order = order(space, importance);
        boolean ordersAreLeft = space.permutations().stream().anyMatch(p -> p.size() > 1);
        int most = ordersAreLeft ? order.size() : Math.max(order.size() - 1, 0);
        var searches = models.stream().map(m -> new Search(analysis, m, good)).toList();
        var held = new BitSet();
        var values = new LinkedHashMap<String, Object>();
        for (Parameter parameter : order.subList(0, most)) { // one is left to tune
            progress.accept(parameter.name());
            int axis = space.axis(parameter.name());
            var more = (BitSet) held.clone();
            more.set(axis);
            List<double[]> next = searches.stream().map(s -> s.losses(more)).toList();
            boolean all = true;
            for (int i = 0; i < next.size(); i++) {
                all &= mean(next.get(i)) <= accepted * Math.abs(searches.get(i).best());
            }
            if (all) {
                held.set(axis);
                values.put(parameter.name(), parameter.decode(space.encode(good)[axis]));
                for (int i = 0; i < next.size(); i++) {
                    searches.get(i).losses = next.get(i);
                }
            }
        }
        return searches.stream().map(s -> s.reduction(values)).toList();
    }

    /** Returns the parameters that can be held, the least important first. */
    private static List<Parameter> order(Space space, SequencedMap<String, Double> importance) {
        return space.parameters().stream()
                .filter(p -> p.size() > 1)
                .filter(p -> !(p instanceof Permutation))
                .sorted(Comparator.comparingDouble(p -> importance.getOrDefault(p.name(), 0.0)))
                .toList();
    }

    private static double mean(double[] values) {
        Unit unit = Unit.of(values);
        return unit.out(Arrays.stream(unit.in(values)).average().orElseThrow(), 1);
    }

    private static final class Search {
        private final Analysis analysis;
        private final ModelResponse model;
        private final Response draws;
        private final double[] good;
        private final double[][] points;
        private final double[] free; // of each draw, its best with all parameters free
        private double[] losses; // of each draw, with what is held so far

        Search(Analysis analysis, ModelResponse model, Point good) {
            this.analysis = analysis;
            this.model = model;
            Seed seed = analysis.seed().child("reduction", 0);
            this.draws = model.draws(ModelResponse.Scale.WARPED, DRAWS, seed.child("draws", 0));
            this.good = analysis.problem().parameterSpace().encode(good);
            this.points = analysis.inputs().points(POINTS, seed.child("points", 0));
            this.free = best(new BitSet(), seed);
            this.losses = new double[free.length];
        }

        /** Returns the expected value of the best with all parameters free. */
        double best() {
            return mean(outputs(free));
        }

        Reduction reduction(SequencedMap<String, Object> held) {
            double expected = mean(losses);
            Unit unit = Unit.of(losses);
            double squares =
                    Arrays.stream(losses)
                            .map(l -> unit.in(l - expected) * unit.in(l - expected))
                            .sum();
            return new Reduction(
                    held,
                    best(),
                    expected,
                    expected + unit.out(DEVIATIONS * Math.sqrt(squares / (losses.length - 1)), 1));
        }

        double[] losses(BitSet held) {
            double[] best = best(held, analysis.seed().child("reduction", 1 + held.hashCode()));
            double[] losses = new double[best.length];
            for (int k = 0; k < losses.length; k++) {
                double without = Math.min(free[k], best[k]);
                losses[k] = Math.abs(model.output(best[k]) - model.output(without));
            }
            return losses;
        }

        /** Returns the least value that each draw has been seen to have, on the model's scale. */
        private double[] best(BitSet held, Seed seed) {
            double[][] x = admissible(Arrays.stream(points).map(p -> held(p, held)).toList());
            double[] least = null;
            double[][] where = null;
            for (int round = 0; ; round++) {
                double[][] y = draws.values(x);
                if (least == null) {
                    least = new double[y.length];
                    Arrays.fill(least, Double.POSITIVE_INFINITY);
                    where = new double[y.length][];
                }
                for (int k = 0; k < y.length; k++) {
                    for (int i = 0; i < x.length; i++) {
                        if (y[k][i] < least[k]) {
                            least[k] = y[k][i];
                            where[k] = x[i];
                        }
                    }
                }
                if (round == ROUNDS) {
                    return least;
                }
                x = admissible(around(where, held, REACH * Math.pow(SHRINK, round), seed, round));
            }
        }

        private List<double[]> around(
                double[][] where, BitSet held, double reach, Seed seed, int round) {
            var near = new ArrayList<double[]>();
            for (int k = 0; k < where.length; k++) {
                var random = seed.generator("near " + round, k);
                for (int n = 0; n < NEAR; n++) {
                    double[] x = where[k].clone();
                    for (int d = 0; d < x.length; d++) {
                        boolean jump = n % 2 == 1 && random.nextInt(x.length) == 0;
                        x[d] =
                                jump
                                        ? random.nextDouble()
                                        : Math.clamp(
                                                x[d] + reach * (2 * random.nextDouble() - 1), 0, 1);
                    }
                    near.add(held(x, held));
                }
            }
            return near;
        }

        private double[] held(double[] point, BitSet held) {
            double[] x = point.clone();
            held.stream().forEach(d -> x[d] = good[d]);
            return x;
        }

        /** Returns these points as far as they are admissible, and the good one, which is. */
        private double[][] admissible(List<double[]> x) {
            var kept = new ArrayList<double[]>();
            kept.add(good);
            x.stream().filter(analysis.admissible()).forEach(kept::add);
            return kept.toArray(new double[0][]);
        }

        private double[] outputs(double[] warped) {
            return Arrays.stream(warped).map(model::output).toArray();
        }
    }
}
