package org.attune.gplcm;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Axis;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Parameter;
import org.attune.api.Scale;
import org.attune.api.Space;
import org.attune.bayesopt.regimes.RegimeSurrogate;
import org.attune.bayesopt.surrogate.NormalMixture;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Pictures of one output of one task: runs, regimes, boundaries and what is expected along one
 * parameter and over two, others as in the best run. The counterpart of figure 12 of GPTune's
 * guide.
 *
 * @param space of the configurations
 * @param output its name
 * @param sign 1 where it is minimised, else -1
 * @param title of a picture, from what is shown
 * @param surrogate of the output, with at least one run
 * @param belief with its hyperparameters integrated out
 */
record RegimePlots(
        Space space,
        String output,
        double sign,
        UnaryOperator<String> title,
        Surrogate surrogate,
        NormalMixture belief) {
    private static final int STEPS = 121; // of a curve
    private static final int CELLS = 41; // of a map, along each side
    private static final int DOTS = 25; // of a line across
    private static final double EXCLUDED = 0.01; // probability of a regime
    private static final double OUTSIDE = 0.025; // of an interval, on each side

    /** Returns coordinates of the best run. */
    static double[] best(Surrogate surrogate) {
        return surrogate.data().x()[surrogate.data().best()];
    }

    /** Returns places along an axis through a place, by the value of the parameter. */
    static TreeMap<Double, double[]> along(Space space, double[] from, int axis, int steps) {
        var places = new TreeMap<Double, double[]>();
        Parameter parameter = space.owner(axis);
        for (int i = 0; i < steps; i++) {
            double[] x = from.clone();
            Object value = parameter.decode(i / (steps - 1.0));
            x[axis] = parameter.encode(value);
            places.put(((Number) value).doubleValue(), x);
        }
        return places;
    }

    /**
     * Returns where the most probable regime changes along an axis: value, regimes before, after.
     */
    static List<double[]> borders(RegimeSurrogate regimes, Space space, int axis, int steps) {
        var borders = new ArrayList<double[]>();
        double last = Double.NaN;
        int before = -1;
        for (var entry : along(space, best(regimes), axis, steps).entrySet()) {
            int now = regimes.regime(entry.getValue());
            if (before >= 0 && now != before) {
                borders.add(new double[] {(last + entry.getKey()) / 2, before, now});
            }
            before = now;
            last = entry.getKey();
        }
        return borders;
    }

    /** Returns the name of a regime: a letter. */
    static String name(int regime) {
        return regime < 26 ? String.valueOf((char) ('A' + regime)) : "R" + (regime + 1);
    }

    private int regimes() {
        return surrogate instanceof RegimeSurrogate r ? r.components() : 1;
    }

    private double value(double z) {
        return sign * surrogate.warp().output(z);
    }

    /**
     * Returns the runs by their regimes, what is expected along an axis with what holds 95 % of it,
     * what each regime says where it is not excluded, what one regime would, and where boundaries
     * lie.
     */
    Exhibit along(int axis) {
        TreeMap<Double, double[]> places = along(space, best(surrogate), axis, STEPS);
        var lines = new ArrayList<Curve>();
        lines.add(curve("expected", places, this::expected));
        lines.add(curve("95 % from", places, x -> interval(x, sign > 0 ? OUTSIDE : 1 - OUTSIDE)));
        lines.add(curve("95 % to", places, x -> interval(x, sign > 0 ? 1 - OUTSIDE : OUTSIDE)));
        if (surrogate instanceof RegimeSurrogate r && regimes() > 1) {
            for (int k = 0; k < regimes(); k++) {
                int regime = k;
                lines.add(
                        curve(
                                "in regime " + name(k),
                                places,
                                x -> {
                                    double[] component = r.at(x)[regime];
                                    return component[0] < EXCLUDED
                                            ? Double.NaN
                                            : value(component[1]);
                                }));
            }
            r.whole()
                    .ifPresent(w ->
                            lines.add(
                                    curve(
                                            "expected of one regime",
                                            places,
                                            x -> sign * w.warp().output(w.mean(x)))));
        }
        var curves = new ArrayList<Curve>(runs(axis));
        borders(lines, axis).ifPresent(curves::add);
        curves.addAll(lines);
        Parameter parameter = space.owner(axis);
        return new Exhibit.Plot(
                title.apply("Posterior along " + parameter.name()),
                "From the best trial, other parameters as there; points are the runs, with whatever"
                        + " they had. Expected is the median over all regimes.",
                axis(parameter),
                Axis.linear(output),
                curves);
    }

    /**
     * Returns the median, as predictions have it: the mean of two regimes is a value of neither.
     */
    double expected(double[] x) {
        return interval(x, 0.5);
    }

    private double interval(double[] x, double p) {
        return value(NormalMixture.quantile(belief.at(x), p));
    }

    private static Curve curve(
            String name, TreeMap<Double, double[]> places, ToDoubleFunction<double[]> of) {
        return new Curve(
                name,
                List.copyOf(places.keySet()),
                places.values().stream().map(of::applyAsDouble).toList());
    }

    private static Axis axis(Parameter parameter) {
        boolean log =
                parameter instanceof Parameter.Real r && r.scale() == Scale.LOG
                        || parameter instanceof Parameter.Int i && i.scale() == Scale.LOG;
        return new Axis(parameter.name(), log ? Scale.LOG : Scale.LINEAR);
    }

    private double number(int run, int axis) {
        Parameter parameter = space.owner(axis);
        return ((Number) parameter.decode(surrogate.data().x()[run][axis])).doubleValue();
    }

    private List<Curve> runs(int axis) {
        return byRegime(run -> new double[] {number(run, axis), sign * surrogate.data().y()[run]});
    }

    private List<Curve> byRegime(IntFunction<double[]> point) {
        var curves = new ArrayList<Curve>();
        for (int k = 0; k < regimes(); k++) {
            int regime = k;
            IntPredicate own =
                    run ->
                            !(surrogate instanceof RegimeSurrogate r)
                                    || r.partition().regime(run) == regime;
            curves.add(
                    points(
                            regimes() == 1 ? "runs" : "runs in " + name(k),
                            IntStream.range(0, surrogate.data().size())
                                    .filter(own)
                                    .mapToObj(point)
                                    .toList()));
        }
        return curves;
    }

    private Optional<Curve> borders(List<Curve> lines, int axis) {
        if (!(surrogate instanceof RegimeSurrogate r) || regimes() == 1) {
            return Optional.empty();
        }
        double[] shown =
                DoubleStream.concat(
                                lines.getFirst().y().stream().mapToDouble(v -> v),
                                Arrays.stream(surrogate.data().y()).map(v -> sign * v))
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        double low = shown[0];
        double high = shown[shown.length - 1];
        var dots = new ArrayList<double[]>();
        for (double[] border : borders(r, space, axis, 10 * STEPS)) {
            for (int i = 0; i < DOTS; i++) {
                dots.add(new double[] {border[0], low + (high - low) * i / (DOTS - 1)});
            }
        }
        return dots.isEmpty() ? Optional.empty() : Optional.of(points("boundary", dots));
    }

    /** Returns a curve of single points, perhaps one above the other. */
    static Curve points(String name, List<double[]> points) {
        var x = new ArrayList<Double>();
        var y = new ArrayList<Double>();
        double last = Double.NEGATIVE_INFINITY;
        for (double[] point :
                points.stream().sorted(Comparator.comparingDouble(p -> p[0])).toList()) {
            double at = Math.max(point[0], Math.nextUp(last));
            x.add(at);
            y.add(point[1]);
            last = Math.nextUp(at);
            x.add(last);
            y.add(Double.NaN);
        }
        return new Curve(name, x, y);
    }

    /** Returns how probable each regime is along an axis. */
    Exhibit probabilities(RegimeSurrogate regimes, int axis) {
        TreeMap<Double, double[]> places = along(space, best(regimes), axis, STEPS);
        var curves = new ArrayList<Curve>();
        for (int k = 0; k < regimes.components(); k++) {
            int regime = k;
            curves.add(curve("regime " + name(k), places, x -> regimes.at(x)[regime][0]));
        }
        Parameter parameter = space.owner(axis);
        return new Exhibit.Plot(
                title.apply("Probability of each regime along " + parameter.name()),
                "From the best trial, other parameters as there.",
                axis(parameter),
                Axis.linear("probability"),
                curves);
    }

    /** Returns the runs over two axes by their regimes, and where the most probable one changes. */
    Exhibit over(RegimeSurrogate regimes, int across, int up) {
        List<double[]> columns = List.copyOf(along(space, best(regimes), across, CELLS).values());
        List<double[]> rows = List.copyOf(along(space, best(regimes), up, CELLS).values());
        int[][] most = new int[columns.size()][rows.size()];
        for (int i = 0; i < most.length; i++) {
            for (int j = 0; j < most[i].length; j++) {
                double[] x = columns.get(i).clone();
                x[up] = rows.get(j)[up];
                most[i][j] = regimes.regime(x);
            }
        }
        var border = new ArrayList<double[]>();
        for (int i = 0; i < most.length; i++) {
            for (int j = 0; j < most[i].length; j++) {
                double x = columns.get(i)[across];
                double y = rows.get(j)[up];
                if (i > 0 && most[i][j] != most[i - 1][j]) {
                    border.add(
                            new double[] {
                                between(across, columns.get(i - 1)[across], x), between(up, y, y)
                            });
                }
                if (j > 0 && most[i][j] != most[i][j - 1]) {
                    border.add(
                            new double[] {
                                between(across, x, x), between(up, rows.get(j - 1)[up], y)
                            });
                }
            }
        }
        var curves =
                new ArrayList<Curve>(
                        byRegime(run -> new double[] {number(run, across), number(run, up)}));
        if (!border.isEmpty()) {
            curves.add(points("boundary", border));
        }
        return new Exhibit.Plot(
                title.apply(
                        "Boundaries over %s and %s"
                                .formatted(space.owner(across).name(), space.owner(up).name())),
                "Where the most probable regime changes, other parameters as in the best trial;"
                        + " runs with whatever they had.",
                axis(space.owner(across)),
                axis(space.owner(up)),
                curves);
    }

    /** Returns the value half-way between two coordinates of an axis. */
    private double between(int axis, double one, double other) {
        Parameter parameter = space.owner(axis);
        double a = ((Number) parameter.decode(one)).doubleValue();
        double b = ((Number) parameter.decode(other)).doubleValue();
        return axis(parameter).scale() == Scale.LOG ? Math.sqrt(a * b) : (a + b) / 2;
    }
}
