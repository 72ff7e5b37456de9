package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.YeoJohnson;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A monotone, increasing map from outputs to the scale on which a Gaussian process models them: a
 * shape, followed by standardisation to mean 0 and standard deviation 1.
 *
 * <p>{@link #logJacobian} makes the evidence of different warps comparable: the log density of the
 * raw outputs is the log marginal likelihood of the warped ones plus this.
 *
 * <p>Source: E. Snelson, C. E. Rasmussen and Z. Ghahramani, "Warped Gaussian processes", NIPS 2003.
 */
public final class OutputWarp {
    /** The shapes to choose from. */
    public enum Shape {
        /** None: outputs are only standardised. */
        IDENTITY,
        /** Logarithm, for outputs that are all positive: run times span decades. */
        LOG,
        /**
         * Yeo and Johnson's power transform of the outputs minus their median, its power fitted to
         * them. Their unit is their deviation, or that of {@link #fit(Shape, Dataset)}.
         */
        YEO_JOHNSON,
        /** {@link NormalScores}: outputs count by their order. */
        RANK,
        /**
         * Division by the root mean square without centring: what a zero mean function of raw
         * outputs is on a scale of order one.
         */
        RAW
    }

    private static final int APART = 12; // outputs that a unit is fitted to; docs/ablation.md

    private final Shape shape;
    private final double center;
    private final double scale; // of the raw outputs, before the shape
    private final double power;
    private final double lowest; // of the scaled outputs
    private final double highest;
    private final NormalScores scores; // of RANK
    private final double mean; // of the shaped outputs
    private final double deviation;
    private final int count; // of the outputs that it was fitted to
    private final double logJacobian;

    private OutputWarp(Shape shape, double center, double scale, double power, double[] outputs) {
        this.shape = shape;
        this.center = center;
        this.scale = scale;
        this.power = power;
        double[] scaled = scaled(outputs, center, scale);
        this.lowest = Arrays.stream(scaled).min().orElse(0);
        this.highest = Arrays.stream(scaled).max().orElse(0);
        this.scores = shape == Shape.RANK ? NormalScores.of(scaled) : NormalScores.NONE;
        double[] shaped = Arrays.stream(outputs).map(this::shaped).toArray();
        this.mean = shape == Shape.RAW ? 0 : Arrays.stream(shaped).average().orElse(0);
        double sum = 0;
        for (double v : shaped) {
            sum += (v - mean) * (v - mean);
        }
        double sd = Math.sqrt(sum / Math.max(shaped.length - 1, 1));
        this.deviation = sd > 1e-12 * (1 + Math.abs(mean)) ? sd : 1;
        this.count = outputs.length;
        double jacobian = -outputs.length * Math.log(deviation);
        for (double y : outputs) {
            jacobian += logSlope(y);
        }
        this.logJacobian = jacobian;
    }

    /**
     * Fits a warp of this shape.
     *
     * @param outputs finite, at least one
     * @return empty where the shape does not apply to these outputs
     */
    public static Optional<OutputWarp> fit(Shape shape, double[] outputs) {
        double[] sorted = sorted(outputs);
        double center = median(sorted);
        double scale = scale(sorted);
        return switch (shape) {
            case IDENTITY, RANK -> Optional.of(new OutputWarp(shape, center, scale, 1, outputs));
            case RAW -> Optional.of(new OutputWarp(shape, 0, scale, 1, outputs));
            case LOG ->
                    sorted[0] > 0
                            ? Optional.of(new OutputWarp(shape, 0, 1, 0, outputs))
                            : Optional.empty();
            case YEO_JOHNSON -> Optional.of(powered(outputs, center, scale));
        };
    }

    /**
     * Fits a warp of this shape. Where outputs span decades, as times do, their deviation is that
     * of the few largest ones, and Yeo and Johnson's transform would be a straight line for all
     * others. If all are positive, its unit is the one in which twelve of them are likeliest: the
     * first whose places are far from each other. Trials that gather near the optimum do not count,
     * since in a unit that shrinks with their distance from it there would always be something to
     * gain.
     *
     * @param data at least one
     * @return empty where the shape does not apply to these outputs
     */
    public static Optional<OutputWarp> fit(Shape shape, Dataset data) {
        if (shape != Shape.YEO_JOHNSON || data.smallest() <= 0) {
            return fit(shape, data.y());
        }
        double[] apart = data.farApart(APART).y();
        double[] sorted = sorted(apart);
        double scale = scale(sorted);
        double unit = YeoJohnson.unit(scaled(apart, median(sorted), scale));
        return unit == 1
                ? fit(shape, data.y())
                : Optional.of(powered(data.y(), median(sorted(data.y())), scale * unit));
    }

    private static OutputWarp powered(double[] outputs, double center, double unit) {
        double power = YeoJohnson.fit(scaled(outputs, center, unit));
        return new OutputWarp(Shape.YEO_JOHNSON, center, unit, power, outputs);
    }

    private OutputWarp(OutputWarp same, double unit) {
        this.shape = same.shape;
        this.center = same.center;
        this.scale = same.scale;
        this.power = same.power;
        this.lowest = same.lowest;
        this.highest = same.highest;
        this.scores = same.scores;
        this.mean = same.mean;
        this.deviation = same.deviation * unit;
        this.count = same.count;
        this.logJacobian = same.logJacobian - same.count * Math.log(unit);
    }

    /**
     * Returns the same warp in another unit: values of this one are divided by it. A process whose
     * outputs are expected to vary by so much has a prior variance of 1 on the new scale.
     *
     * @param unit positive
     * @throws IllegalArgumentException if it is not
     */
    public OutputWarp in(double unit) {
        if (!(unit > 0 && unit < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "The unit of a warp is %s; it has to be positive and finite.".formatted(unit));
        }
        return new OutputWarp(this, unit);
    }

    /** Returns the shape. */
    public Shape shape() {
        return shape;
    }

    /** Returns Σ log |dz/dy| over the outputs that the warp was fitted to. */
    public double logJacobian() {
        return logJacobian;
    }

    /** Returns log dz/dy. */
    public double logDerivative(double y) {
        return logSlope(y) - Math.log(deviation);
    }

    /** Returns the warped output. */
    public double forward(double y) {
        return (shaped(y) - mean) / deviation;
    }

    /**
     * Returns the output whose warped value is z; the nearest end where the shape's range does not
     * reach z.
     */
    public double inverse(double z) {
        double v = mean + deviation * z;
        return switch (shape) {
            case LOG -> Math.exp(v);
            case IDENTITY, RAW -> center + scale * v;
            case RANK -> center + scale * scores.inverse(v);
            case YEO_JOHNSON -> center + scale * YeoJohnson.inverse(v, power);
        };
    }

    /**
     * Returns an output to show for the warped value z: that of {@link #inverse} among the outputs
     * that the warp was fitted to, and always a number.
     *
     * <p>A power of Yeo and Johnson's transform that is below 0 reaches no value beyond -1/λ, and
     * shortly before it the inverse runs away. There, beyond the largest output y of the fit, this
     * goes on as a logarithm's inverse does, and not faster: with s = (y - center) / scale and v
     * its transform, u = log(1 + s) grows by u/v for each unit of the transform. As a whole it is
     * monotone, and never further from the data than the inverse. Powers above 2 have the same on
     * their lower side.
     */
    public double output(double z) {
        double y = shape == Shape.YEO_JOHNSON ? powered(mean + deviation * z) : inverse(z);
        return Math.clamp(y, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    private double powered(double v) {
        double end = power < 0 ? highest : power > 2 ? lowest : Double.NaN;
        double last = YeoJohnson.forward(end, power);
        boolean beyond = power < 0 ? v > last : v < last; // neither where nothing runs away
        double slope = beyond && last != 0 ? Math.log1p(Math.abs(end)) / Math.abs(last) : 1;
        return center
                + scale
                        * (beyond
                                ? Math.copySign(Math.expm1(slope * Math.abs(v)), v)
                                : YeoJohnson.inverse(v, power));
    }

    /** Returns the warp as data: what a reader needs to apply it. */
    public Map<String, Object> description() {
        var description = new LinkedHashMap<String, Object>();
        description.putAll(
                Map.of(
                        "shape", shape.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        "center", center,
                        "scale", scale,
                        "power", power,
                        "mean", mean,
                        "deviation", deviation));
        if (shape == Shape.RANK) {
            description.putAll(scores.description());
        }
        return description;
    }

    private double shaped(double y) {
        return switch (shape) {
            case LOG -> Math.log(y);
            case IDENTITY, RAW -> scaled(y, center, scale);
            case RANK -> scores.value(scaled(y, center, scale));
            case YEO_JOHNSON -> YeoJohnson.forward(scaled(y, center, scale), power);
        };
    }

    /** Returns the logarithm of the slope of the shape at y, scaling included. */
    private double logSlope(double y) {
        return switch (shape) {
            case LOG -> -Math.log(y);
            case IDENTITY, RAW -> -Math.log(scale);
            case RANK -> Math.log(scores.slope(scaled(y, center, scale))) - Math.log(scale);
            case YEO_JOHNSON ->
                    YeoJohnson.logDerivative(scaled(y, center, scale), power) - Math.log(scale);
        };
    }

    private static double[] sorted(double[] outputs) {
        double[] sorted = outputs.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static double median(double[] sorted) {
        return sorted[sorted.length / 2];
    }

    private static double[] scaled(double[] outputs, double center, double scale) {
        return Arrays.stream(outputs).map(y -> scaled(y, center, scale)).toArray();
    }

    private static double scaled(double y, double center, double scale) {
        return y / scale - center / scale; // divided first: differences of huge outputs overflow
    }

    /**
     * Returns the standard deviation, of halves where the sum of squares would overflow; 1 for
     * equal outputs.
     */
    private static double scale(double[] sorted) {
        double largest = Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
        double spread = sorted[sorted.length - 1] / 2 - sorted[0] / 2;
        if (!(spread > 1e-14 * largest)) {
            return largest > 0 ? largest : 1;
        }
        double mean = 0;
        for (double v : sorted) {
            mean += v / spread / sorted.length;
        }
        double sum = 0;
        for (double v : sorted) {
            sum += (v / spread - mean) * (v / spread - mean);
        }
        return spread * Math.sqrt(sum / sorted.length);
    }
}
