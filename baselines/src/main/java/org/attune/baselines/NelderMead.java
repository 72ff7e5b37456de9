package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The simplex method of Nelder and Mead in a form without memory: the simplex is the D + 1 best
 * configurations of all techniques, and the step is the first whose result is not known yet.
 *
 * <pre>
 *   expand    best + (best - c₀)        where the newest own move is the best of all
 *   reflect   c + (c - worst)
 *   contract  c ∓ (c - worst)/2         inside, then outside
 *   shrink    x_i + (best - x_i)/2      i from the worst
 * </pre>
 *
 * with c the centroid of all but the worst, c₀ of all but the best. A reflection that was good has
 * become a vertex, so that the next one starts from a new simplex; one that was bad is known, and
 * the contraction is next. Only ordered axes take part, D of them; categories are those of the
 * best.
 *
 * <p>Source: J. Nelder and R. Mead, "A simplex method for function minimization", Comput. J. 7
 * (1965), doi:10.1093/comjnl/7.4.308.
 */
final class NelderMead implements Technique {
    @Override
    public String name() {
        return "nelder-mead";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        Axes axes = known.axes();
        int[] ordered =
                IntStream.range(0, axes.dimension())
                        .filter(d -> !axes.isCategorical(d) && axes.cells(d) > 1)
                        .toArray();
        int vertices = ordered.length + 1;
        if (ordered.length == 0 || known.bestFirst().size() < vertices) {
            return Stream.empty();
        }
        List<double[]> simplex = known.front(vertices).stream().map(Result::x).toList();
        double[] best = simplex.getFirst();
        double[] worst = simplex.getLast();
        double[] c = centroid(simplex.subList(0, vertices - 1));
        var wishes = new ArrayList<double[]>();
        if (!own.isEmpty() && own.getLast().position() == 0) {
            wishes.add(along(best, centroid(simplex.subList(1, vertices)), best, 2, ordered));
        }
        wishes.add(along(best, c, worst, -1, ordered));
        wishes.add(along(best, c, worst, 0.5, ordered));
        wishes.add(along(best, c, worst, -0.5, ordered));
        for (int i = vertices - 1; i > 0; i--) {
            wishes.add(along(best, best, simplex.get(i), 0.5, ordered));
        }
        return wishes.stream();
    }

    private static double[] centroid(List<double[]> points) {
        double[] centroid = new double[points.getFirst().length];
        for (double[] point : points) {
            for (int d = 0; d < centroid.length; d++) {
                centroid[d] += point[d] / points.size();
            }
        }
        return centroid;
    }

    /** Returns {@code from + share (to - from)} on the ordered axes, the base elsewhere. */
    private static double[] along(
            double[] base, double[] from, double[] to, double share, int[] ordered) {
        double[] x = base.clone();
        for (int d : ordered) {
            x[d] = Math.min(Math.max(from[d] + share * (to[d] - from[d]), 0), 1);
        }
        return x;
    }
}
