package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.Optional;

/**
 * How places are moved before a kernel sees them: the coordinates by an {@link InputWarp} that all
 * tasks have in common, then, of several tasks, along each axis by a shift of the task's own, so
 * that what one is like another may be like at a shifted place. The index of the task and what
 * performance models say follow the coordinates and stay, and then the levels of an {@link
 * Alignment} are appended.
 *
 * @param axes D of them
 * @param logA where the D logarithms of a of the warp stand
 * @param logB where those of b stand
 * @param shifts where the shifts stand, D of each task; empty where tasks are not shifted
 * @param isOfSeveralTasks whether the index of a task follows the coordinates
 * @param alignment of which the levels are appended
 */
public record Warping(
        Axes axes,
        Layout.Slice logA,
        Layout.Slice logB,
        Optional<Layout.Slice> shifts,
        boolean isOfSeveralTasks,
        Alignment alignment) {
    private static final Prior SHIFT = new Prior(0, 0.05); // chosen by docs/ablation.md
    private static final double LARGEST_SHIFT = 0.5;

    /** Makes the warping of a single task. */
    Warping(Axes axes, Layout.Slice logA, Layout.Slice logB, Alignment alignment) {
        this(axes, logA, logB, Optional.empty(), false, alignment);
    }

    /** Returns the shifts of some tasks, 0 along axes that cannot be moved along. */
    public static Block shifts(Axes axes, int tasks) {
        Block ofOne = Block.NONE;
        for (int d = 0; d < axes.dimension(); d++) {
            double largest = axes.isMovable(d) ? LARGEST_SHIFT : 0;
            ofOne = ofOne.then(Block.of(1, SHIFT, -largest, largest));
        }
        return ofOne.times(tasks);
    }

    /** Returns the index of the task of a place; 0 where there is only one. */
    int task(double[] place) {
        return isOfSeveralTasks ? (int) place[axes.dimension()] : 0;
    }

    /** Returns the warping with these hyperparameters. */
    At at(double[] theta) {
        return new At(theta);
    }

    /** A warping with its hyperparameters. */
    final class At {
        private final InputWarp warp;
        private final double[] shift; // of each task along each axis; empty without shifts
        private final int[] levelled = alignment.axes();

        private At(double[] theta) {
            this.warp = new InputWarp(axes, logA.of(theta), logB.of(theta));
            this.shift = shifts.map(s -> s.of(theta)).orElse(new double[0]);
        }

        boolean isOfSeveralTasks() {
            return isOfSeveralTasks;
        }

        /** Returns a place as kernels see it, a new array. */
        double[] of(double[] place) {
            double[] warped = Arrays.copyOf(place, place.length + levelled.length);
            for (int i = 0; i < levelled.length; i++) {
                int d = levelled[i];
                warped[place.length + i] = alignment.level(d, place[d]);
            }
            for (int d = 0; d < axes.dimension(); d++) {
                warped[d] = warp.value(d, place[d]);
                if (shift.length > 0) {
                    warped[d] += shift[task(place) * axes.dimension() + d];
                }
            }
            return warped;
        }

        /** Returns the derivative of an entry of a warped place by that of the place. */
        double slope(int axis, double coordinate) {
            return axis < axes.dimension() ? warp.slope(axis, coordinate) : 1;
        }

        void addSlope(int axis, double[] place, double by, double[] gradient) {
            double[] slopes = new double[2];
            if (axes.isWarpable(axis)) {
                warp.addLogSlopes(axis, place[axis], by, slopes);
                add(axis, slopes, 1, gradient);
            }
            shifts.ifPresent(s -> s.add(gradient, task(place) * axes.dimension() + axis, by));
        }

        void addSlopes(int axis, double[][] places, double[] by, double factor, double[] gradient) {
            if (axes.isWarpable(axis)) {
                double[] slopes = new double[2];
                for (int i = 0; i < by.length; i++) {
                    warp.addLogSlopes(axis, places[i][axis], by[i], slopes);
                }
                add(axis, slopes, factor, gradient);
            }
            shifts.ifPresent(s -> {
                for (int i = 0; i < by.length; i++) {
                    s.add(gradient, task(places[i]) * axes.dimension() + axis, factor * by[i]);
                }
            });
        }

        private void add(int axis, double[] slopes, double factor, double[] gradient) {
            logA.add(gradient, axis, factor * slopes[0]);
            logB.add(gradient, axis, factor * slopes[1]);
        }
    }
}
