package org.attune.bayesopt.regimes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The boundary of a treed partition of two or three leaves: between the nearest observations on
 * either side of a cut, the probability of being beyond it rises in a straight line.
 */
public final class CutBoundary implements Boundary {
    private final List<Cut> cuts;
    private final int[] regimeOfLeaf;
    private final int regimes; // fewer than leaves where two of these are one regime

    /**
     * A cut along an axis.
     *
     * @param axis along which
     * @param below the largest coordinate on side 0
     * @param above the smallest one on side 1
     * @param categories coordinates of the categories on side 1; empty on an axis with an order
     * @param within which side of the first cut is cut, -1 for the whole space
     */
    record Cut(int axis, double below, double above, double[] categories, int within) {
        static Cut at(int axis, double below, double above) {
            return new Cut(axis, below, above, new double[0], -1);
        }

        static Cut of(int axis, double[] categories) {
            return new Cut(axis, 0, 0, categories, -1);
        }

        Cut within(int side) {
            return new Cut(axis, below, above, categories, side);
        }

        /** Returns the probability of side 1. */
        double beyond(double[] x) {
            if (categories.length > 0) {
                return Arrays.stream(categories).anyMatch(c -> c == x[axis]) ? 1 : 0;
            }
            return above > below
                    ? Math.clamp((x[axis] - below) / (above - below), 0, 1)
                    : x[axis] >= above ? 1 : 0;
        }

        double slope(double[] x) {
            boolean between = categories.length == 0 && x[axis] > below && x[axis] < above;
            return between ? 1 / (above - below) : 0;
        }

        int side(double[] x) {
            return beyond(x) >= 0.5 ? 1 : 0;
        }

        /** Returns the same cut between the nearest of other observations. */
        Cut between(double[][] x) {
            if (categories.length > 0) {
                return this;
            }
            double middle = (below + above) / 2;
            double low =
                    Arrays.stream(x)
                            .mapToDouble(p -> p[axis])
                            .filter(v -> v < middle)
                            .max()
                            .orElse(below);
            double high =
                    Arrays.stream(x)
                            .mapToDouble(p -> p[axis])
                            .filter(v -> v >= middle)
                            .min()
                            .orElse(above);
            return new Cut(axis, low, high, categories, within);
        }
    }

    private CutBoundary(List<Cut> cuts, int[] regimeOfLeaf, int regimes) {
        this.cuts = List.copyOf(cuts);
        this.regimeOfLeaf = regimeOfLeaf;
        this.regimes = regimes;
    }

    /**
     * Returns a fitter of the boundary of one or two cuts, the second within a side of the first.
     */
    static Boundary.Fitter fitter(List<Cut> cuts) {
        return (x, partition) -> {
            int[] regimeOfLeaf = new int[cuts.size() + 1];
            for (int i = 0; i < x.length; i++) {
                regimeOfLeaf[leaf(cuts, x[i])] = partition.regime(i);
            }
            return new CutBoundary(cuts, regimeOfLeaf, partition.regimes());
        };
    }

    /** Returns the leaf of a place: a side of the first cut, or of the second one, which is 2. */
    static int leaf(List<Cut> cuts, double[] x) {
        int first = cuts.getFirst().side(x);
        return cuts.size() > 1 && cuts.get(1).within() == first && cuts.get(1).side(x) == 1
                ? 2
                : first;
    }

    @Override
    public int regimes() {
        return regimes;
    }

    @Override
    public double[] probabilities(double[] x) {
        return probabilities(x, new double[regimes()][x.length]);
    }

    @Override
    public double[] probabilities(double[] x, double[][] gradients) {
        double[] p = new double[regimes()];
        Arrays.stream(gradients).forEach(g -> Arrays.fill(g, 0));
        Cut first = cuts.getFirst();
        double[] sides = {1 - first.beyond(x), first.beyond(x)};
        double slope = first.slope(x);
        for (int side = 0; side < 2; side++) {
            int regime = regimeOfLeaf[side];
            double by = side == 0 ? -slope : slope;
            if (cuts.size() > 1 && cuts.get(1).within() == side) {
                Cut second = cuts.get(1);
                double beyond = second.beyond(x);
                p[regime] += sides[side] * (1 - beyond);
                p[regimeOfLeaf[2]] += sides[side] * beyond;
                gradients[regime][first.axis()] += by * (1 - beyond);
                gradients[regimeOfLeaf[2]][first.axis()] += by * beyond;
                gradients[regime][second.axis()] -= sides[side] * second.slope(x);
                gradients[regimeOfLeaf[2]][second.axis()] += sides[side] * second.slope(x);
            } else {
                p[regime] += sides[side];
                gradients[regime][first.axis()] += by;
            }
        }
        return p;
    }

    /** The cuts stay, between the nearest of these observations. */
    @Override
    public Boundary of(double[][] x, int[] labels) {
        var moved = new ArrayList<Cut>();
        cuts.forEach(c -> moved.add(c.between(x)));
        return new CutBoundary(moved, regimeOfLeaf, regimes);
    }
}
