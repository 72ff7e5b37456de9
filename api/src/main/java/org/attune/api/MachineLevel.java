package org.attune.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * How fast a machine was at any time, as measurements of one and the same run tell, relative to the
 * first of them.
 *
 * <p>The logarithm of a measurement is y_i = x(t_i) + e_i, where e_i is noise of variance r and the
 * level x a Wiener process of variance q per unit of time (the local level model). The ratio λ =
 * q/r is that of the largest likelihood on a grid, with a flat prior of the first level, r in
 * closed form; λ = 0, a machine that does not drift, stays unless another one has a logarithm of
 * the likelihood that is larger by {@value #WORTH}, as by Akaike's criterion. The level minimises Σ
 * (y_i - x_i)² + Σ (x_{i+1} - x_i)² / (λ (t_{i+1} - t_i)); in between it is interpolated linearly,
 * which is the conditional mean, and before the first and after the last one it is theirs. Large λ
 * gives the measurements themselves, λ = 0 their mean, so that every factor is 1. Steps that {@link
 * LevelShift} finds, as {@link DriftChange} does, are no part of that: what lies before and after
 * one is estimated by itself.
 *
 * <p>Source: J. Durbin and S. J. Koopman, "Time Series Analysis by State Space Methods", 2nd ed.,
 * Oxford 2012, chapter 2.
 */
public final class MachineLevel {
    private static final double WORTH = 1;
    private static final int STEPS = 28; // of the grid, 4 to a decade
    private static final double SMALLEST = 1e-3; // ratio, per mean time between measurements

    private final Instant origin;
    private final double[] times; // seconds since the first one
    private final double[] levels; // logarithms

    private MachineLevel(Instant origin, double[] times, double[] levels) {
        this.origin = origin;
        this.times = times;
        this.levels = levels;
    }

    /** One measurement: when it was made, and its value, positive. */
    public record Measurement(Instant time, double value) {}

    /**
     * Estimates the level from measurements, in the order of their times.
     *
     * @param measurements at least one
     */
    public static MachineLevel of(List<Measurement> measurements) {
        int n = measurements.size();
        Instant origin = measurements.getFirst().time();
        double[] times = new double[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            times[i] = seconds(origin, measurements.get(i).time());
            y[i] = Math.log(measurements.get(i).value());
        }
        double[] gaps = gaps(times);
        double[] levels = new double[n];
        int begin = 0;
        for (LevelShift.Found found : LevelShift.changes(y, DriftChange.LEVEL)) {
            if (!found.shift().gradual()) {
                smooth(y, gaps, begin, found.first(), levels);
                begin = found.first();
            }
        }
        smooth(y, gaps, begin, n, levels);
        return new MachineLevel(origin, times, levels);
    }

    private static void smooth(double[] y, double[] gaps, int from, int to, double[] levels) {
        double[] part = Arrays.copyOfRange(y, from, to);
        double[] between = Arrays.copyOfRange(gaps, from, to - 1);
        double[] smoothed = smoothed(part, between, ratio(part, between));
        System.arraycopy(smoothed, 0, levels, from, part.length);
    }

    /** Returns how many times the first level that of a time is. */
    public double factor(Instant time) {
        double t = seconds(origin, time);
        int last = times.length - 1;
        if (t <= times[0]) {
            return 1;
        }
        int i = 0;
        while (i < last && times[i + 1] <= t) {
            i++;
        }
        double part = i == last ? 0 : (t - times[i]) / (times[i + 1] - times[i]);
        double level = i == last ? levels[i] : levels[i] + part * (levels[i + 1] - levels[i]);
        return Math.exp(level - levels[0]);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** Returns the times between measurements, in units of their mean. */
    private static double[] gaps(double[] times) {
        int n = times.length;
        double[] gaps = new double[n - 1];
        double mean = n < 2 ? 1 : times[n - 1] / (n - 1);
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = mean > 0 ? Math.max((times[i + 1] - times[i]) / mean, 1e-6) : 1;
        }
        return gaps;
    }

    /** Returns the likeliest ratio of both variances. */
    static double ratio(double[] y, double[] gaps) {
        double best = 0;
        double most = logLikelihood(y, gaps, 0) + WORTH;
        for (int k = 0; k <= STEPS; k++) {
            double ratio = SMALLEST * Math.pow(10, k / 4.0);
            double found = logLikelihood(y, gaps, ratio);
            if (found > most) {
                most = found;
                best = ratio;
            }
        }
        return best;
    }

    /**
     * Returns the logarithm of the likelihood, without constants, with r at its best; by the Kalman
     * filter in units of r.
     */
    static double logLikelihood(double[] y, double[] gaps, double ratio) {
        if (y.length < 3) {
            return 0; // one difference has one variance
        }
        double level = y[0];
        double variance = 1;
        double squares = 0;
        double logs = 0;
        for (int i = 1; i < y.length; i++) {
            variance += ratio * gaps[i - 1];
            double expected = variance + 1;
            double error = y[i] - level;
            squares += error * error / expected;
            logs += Math.log(expected);
            double gain = variance / expected;
            level += gain * error;
            variance *= 1 - gain;
        }
        int n = y.length - 1;
        return squares == 0 ? 0 : -0.5 * (logs + n * Math.log(squares / n));
    }

    /** Solves the tridiagonal equations of the smoothed levels. */
    static double[] smoothed(double[] y, double[] gaps, double ratio) {
        int n = y.length;
        double[] x = y.clone();
        if (ratio == 0) {
            Arrays.fill(x, Arrays.stream(y).average().orElseThrow());
            return x;
        }
        double[] diagonal = new double[n];
        double[] beside = new double[n]; // beside[i] couples i and i + 1
        Arrays.fill(diagonal, 1);
        for (int i = 0; i + 1 < n; i++) {
            double weight = 1 / (ratio * gaps[i]);
            diagonal[i] += weight;
            diagonal[i + 1] += weight;
            beside[i] = -weight;
        }
        for (int i = 1; i < n; i++) {
            double factor = beside[i - 1] / diagonal[i - 1];
            diagonal[i] -= factor * beside[i - 1];
            x[i] -= factor * x[i - 1];
        }
        x[n - 1] /= diagonal[n - 1];
        for (int i = n - 2; i >= 0; i--) {
            x[i] = (x[i] - beside[i] * x[i + 1]) / diagonal[i];
        }
        return x;
    }

    @Override
    public String toString() {
        return "Level of a machine, by %d measurements".formatted(times.length);
    }
}
