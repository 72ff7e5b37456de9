package org.attune.execution;

import org.attune.api.Fidelity;
import org.attune.api.FidelityScale;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run prints on its way: values at ascending shares of the full cost. A value at a share
 * that is not above the last one is left out. Thread-safe.
 */
final class Curve {
    /** Of a longer curve so many points are kept, equally far apart in their order. */
    static final int KEPT = 200;

    private record Point(double level, double share, double value) {}

    private final FidelityScale scale;
    private final List<Point> points = new ArrayList<>();

    /** Starts without points. */
    Curve(FidelityScale scale) {
        this.scale = scale;
    }

    /**
     * Returns the curve of points as they are recorded: pairs of level and value, others left out.
     */
    static Curve of(FidelityScale scale, Object recorded) {
        var curve = new Curve(scale);
        for (Object point : recorded instanceof List<?> list ? list : List.of()) {
            if (point instanceof List<?> pair
                    && pair.size() == 2
                    && pair.get(0) instanceof Number level
                    && pair.get(1) instanceof Number value) {
                curve.add(level.doubleValue(), value.doubleValue());
            }
        }
        return curve;
    }

    /**
     * Adds a value.
     *
     * @param level in the unit of the fidelity
     * @return whether it is above the last one
     */
    synchronized boolean add(double level, double value) {
        double share = scale.share(level);
        boolean rises = share > 0 && (points.isEmpty() || share > points.getLast().share());
        if (rises && Double.isFinite(value)) {
            points.add(new Point(level, share, value));
            return true;
        }
        return false;
    }

    /** Returns this curve, begun by another one: its points below the first of these. */
    synchronized Curve after(Curve begun) {
        var whole = new Curve(scale);
        double first = points.isEmpty() ? Double.POSITIVE_INFINITY : points.getFirst().share();
        synchronized (begun) {
            begun.points.stream().filter(p -> p.share() < first).forEach(whole.points::add);
        }
        whole.points.addAll(points);
        return whole;
    }

    /** Returns the points as they are recorded. */
    synchronized List<List<Double>> recorded() {
        var kept = new ArrayList<List<Double>>();
        int count = Math.min(points.size(), KEPT);
        for (int i = 0; i < count; i++) {
            int at = count == 1 ? 0 : (int) ((long) i * (points.size() - 1) / (count - 1));
            kept.add(List.of(points.get(at).level(), points.get(at).value()));
        }
        return kept;
    }

    synchronized boolean isEmpty() {
        return points.isEmpty();
    }

    /** Returns the share that was reached, 0 without points. */
    synchronized double reached() {
        return points.isEmpty() ? 0 : points.getLast().share();
    }

    /** Returns the share of the point before the last one, 0 where there is none. */
    synchronized double before() {
        return points.size() < 2 ? 0 : points.get(points.size() - 2).share();
    }

    /** Returns the last value. */
    synchronized double last() {
        return points.getLast().value();
    }

    /** Returns the last value at a share or below it, NaN without one. */
    synchronized double at(double share) {
        double value = Double.NaN;
        for (Point p : points) {
            value = p.share() <= share + Fidelity.TOLERANCE ? p.value() : value;
        }
        return value;
    }

    /** Returns the mean of the values up to a share, NaN without any. */
    synchronized double mean(double share) {
        return points.stream()
                .filter(p -> p.share() <= share + Fidelity.TOLERANCE)
                .mapToDouble(Point::value)
                .average()
                .orElse(Double.NaN);
    }

    /** Returns the least of the values times a sign, +∞ without any. */
    synchronized double least(int sign) {
        return points.stream()
                .mapToDouble(p -> sign * p.value())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
