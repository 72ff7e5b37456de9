package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Steps along one axis from the best configuration, up or down, in random order. A category changes
 * to each other one.
 *
 * <p>The step starts at a quarter of an axis, is doubled after a success, up to a half, and halved
 * after D own moves in a row without one; on discrete axes it is one cell at least, and on those of
 * a permutation a little more, so that an item passes the next one.
 *
 * <p>Source: R. Hooke and T. Jeeves, "'Direct search' solution of numerical and statistical
 * problems", J. ACM 8 (1961), doi:10.1145/321062.321069.
 */
final class PatternSearch implements Technique {
    private static final double FIRST = 0.25;
    private static final double LONGEST = 0.5;
    private static final int LEVELS = 4; // halvings ahead, where all neighbours are known

    @Override
    public String name() {
        return "pattern-search";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        double[] best = known.best(0);
        double step = step(own, best.length);
        var wishes = new ArrayList<double[]>();
        for (int level = 0; level < LEVELS; level++) {
            wishes.addAll(neighbours(known.axes(), best, step / (1 << level), random));
        }
        return wishes.stream();
    }

    private static double step(List<Move> own, int dimension) {
        double step = FIRST;
        int failures = 0;
        for (Move move : own) {
            if (move.improved()) {
                step = Math.min(2 * step, LONGEST);
                failures = 0;
            } else if (!move.isPending() && ++failures == dimension) {
                step /= 2;
                failures = 0;
            }
        }
        return step;
    }

    private static List<double[]> neighbours(
            Axes axes, double[] center, double step, Generator random) {
        var neighbours = new ArrayList<double[]>();
        for (int d = 0; d < center.length; d++) {
            if (axes.isCategorical(d)) {
                for (int c = 0; c < axes.cells(d); c++) {
                    add(neighbours, center, d, axes.coordinate(d, c));
                }
            } else {
                add(neighbours, center, d, moved(axes, d, center[d], step, 1));
                add(neighbours, center, d, moved(axes, d, center[d], step, -1));
            }
        }
        int[] order = new int[neighbours.size()];
        java.util.Arrays.setAll(order, i -> i);
        random.shuffle(order);
        return java.util.Arrays.stream(order).mapToObj(neighbours::get).toList();
    }

    /**
     * Returns a coordinate a step up (1) or down (-1): at least the next value, if there is one.
     */
    private static double moved(Axes axes, int d, double from, double step, int way) {
        double reach = Math.max(step, Breeding.leastStep(axes, d));
        double to = Math.clamp(from + way * reach, 0, 1);
        boolean same =
                axes.isDiscrete(d)
                        && !axes.isPosition(d)
                        && axes.index(d, to) == axes.index(d, from);
        return same ? axes.next(d, from, way) : to;
    }

    private static void add(List<double[]> neighbours, double[] center, int d, double to) {
        double[] x = center.clone();
        x[d] = to;
        neighbours.add(x);
    }
}
