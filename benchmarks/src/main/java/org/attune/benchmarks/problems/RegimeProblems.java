package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.RegimeProblem.Instance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Problems on which a tuner is easily certain too early: most of the space is a bowl whose least
 * value is 2, a part of 1 to 5 % has values from 1 on. In two halves, one to decide by and one that
 * is run when everything has been decided. Each seed has an instance of its own.
 */
public final class RegimeProblems {
    private static final double RISE = 0.3; // from the best value of the better part to its edge

    private RegimeProblems() {}

    /** Returns the half by which the engine was decided. */
    public static List<RegimeProblem> decide() {
        return List.of(
                jump("jump1", 1, 0.05),
                jump("jump3", 3, 0.05),
                kernelWithGoodBlock("jump-mixed4"),
                plateaus("plateaus2", 2, 0.04),
                pocket("pocket2", 2, 0.02, 0, true),
                pocket("pocket5", 5, 0.03, 0, true),
                pocket("pocket8", 8, 0.05, 0, false),
                pocket("pocket4-percent", 4, 0.01, 0, true),
                pocket("noisy-pocket3", 3, 0.04, 0.05, true),
                algorithms("algorithms"),
                flags("flags10"),
                table("table120", 10, 12),
                needle("needle4", 4, 0),
                bowl("bowl3", 3, 0),
                bowl("bowl6", 6, 0),
                bowl("noisy-bowl3", 3, 0.05));
    }

    /** Returns the half that decides nothing. */
    public static List<RegimeProblem> report() {
        return List.of(
                jump("jump2", 2, 0.05),
                jump("jump4", 4, 0.05),
                compilerWithGoodLevel("jump-mixed5"),
                plateaus("plateaus4", 4, 0.04),
                pocket("pocket3", 3, 0.02, 0, true),
                pocket("pocket4", 4, 0.03, 0, false),
                pocket("pocket6", 6, 0.04, 0, true),
                pocket("pocket3-percent", 3, 0.01, 0, true),
                noisyJump("noisy-jump2"),
                preconditioners("preconditioners"),
                table("table1296", 6, 6, 6, 6),
                table("table360", 5, 8, 9),
                needle("needle2", 2, 0),
                needle("noisy-needle6", 6, 0.05),
                bowl("bowl2", 2, 0),
                bowl("bowl5", 5, 0));
    }

    private static RegimeProblem reals(
            String name, int dimension, double noise, Function<Generator, Reals> drawn) {
        List<Parameter> parameters = PublicProblems.axes(dimension, 0, 1);
        return problem(
                name,
                parameters,
                noise,
                random -> {
                    Reals reals = drawn.apply(random);
                    var best = new TreeMap<String, Object>();
                    for (int i = 0; i < dimension; i++) {
                        best.put("x" + (i + 1), reals.best()[i]);
                    }
                    return new Instance(
                            Point.of(best), p -> reals.value().applyAsDouble(numbers(p)));
                });
    }

    /** An instance over real parameters alone. */
    private record Reals(double[] best, ToDoubleFunction<double[]> value) {}

    private static double[] numbers(Point p) {
        double[] x = new double[p.values().size()];
        Arrays.setAll(x, i -> p.number("x" + (i + 1)));
        return x;
    }

    private static RegimeProblem problem(
            String name,
            List<Parameter> parameters,
            double noise,
            Function<Generator, Instance> drawn) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        return new RegimeProblem(
                name,
                builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build(),
                noise,
                drawn);
    }

    /** Nothing but a bowl. */
    private static RegimeProblem bowl(String name, int dimension, double noise) {
        return reals(
                name,
                dimension,
                noise,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    return new Reals(all.center(), x -> all.value(x) - 1);
                });
    }

    /**
     * A bowl, and a part of 1e-5 of the space that is half a unit better: the optimum is that of
     * the bowl, for nobody finds the other one.
     */
    private static RegimeProblem needle(String name, int dimension, double noise) {
        return reals(
                name,
                dimension,
                noise,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    Box hole = Box.drawn(random, dimension, 1e-5);
                    return new Reals(
                            all.center(), x -> all.value(x) - (hole.radius(x) < 1 ? 1.5 : 1));
                });
    }

    /** Values rise towards an oblique plane; beyond it lies the better part of the space. */
    private static RegimeProblem jump(String name, int dimension, double share) {
        return reals(name, dimension, 0, random -> jump(random, dimension, share));
    }

    private static RegimeProblem noisyJump(String name) {
        return reals(name, 2, 0.05, random -> jump(random, 2, 0.05));
    }

    private static Reals jump(Generator random, int dimension, double share) {
        double[] slope = Landscape.between(random, dimension, 0.3, 1.5);
        for (int i = 0; i < dimension; i++) {
            slope[i] *= random.nextInt(2) == 0 ? 1 : -1;
        }
        double[][] sample = new double[4000][];
        Arrays.setAll(sample, i -> Landscape.between(random, dimension, 0, 1));
        double[] heights = Arrays.stream(sample).mapToDouble(x -> dot(slope, x)).sorted().toArray();
        double border = heights[(int) ((1 - share) * heights.length)];
        double lowest = heights[0];
        double[] best =
                Arrays.stream(sample).filter(x -> dot(slope, x) > border).findFirst().orElseThrow();
        double far =
                Arrays.stream(sample)
                        .filter(x -> dot(slope, x) > border)
                        .mapToDouble(x -> squaredDistance(x, best))
                        .max()
                        .orElseThrow();
        Landscape all = Landscape.drawn(random, dimension);
        return new Reals(
                best,
                x -> {
                    double height = dot(slope, x);
                    return height > border
                            ? 1 + RISE * squaredDistance(x, best) / far
                            : 0.5 * (all.value(x) + Landscape.LEAST)
                                    + 2 * Math.max(height - lowest, 0) / (border - lowest);
                });
    }

    private static double dot(double[] a, double[] x) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * x[i];
        }
        return sum;
    }

    private static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    /** Flat at 3 where the bowl is not below it, in steps of 0.25 elsewhere; a better plateau. */
    private static RegimeProblem plateaus(String name, int dimension, double share) {
        return reals(
                name,
                dimension,
                0,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    Box part = Box.drawn(random, dimension, share);
                    return new Reals(
                            part.center(),
                            x ->
                                    part.radius(x) < 0.7
                                            ? 1
                                            : part.radius(x) < 1
                                                    ? 1.2
                                                    : Math.min(Math.ceil(4 * all.value(x)) / 4, 3));
                });
    }

    /**
     * A box of this share of the space with better values; with an edge, or sunk into the bowl so
     * that values fall towards its middle.
     */
    private static RegimeProblem pocket(
            String name, int dimension, double share, double noise, boolean edge) {
        return reals(
                name,
                dimension,
                noise,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    Box part = Box.drawn(random, dimension, share);
                    return new Reals(
                            part.center(),
                            x -> {
                                double r = part.radius(x);
                                double value = all.value(x);
                                if (r >= 1) {
                                    return value;
                                }
                                return edge ? 1 + RISE * r * r : 1 + (value - 1) * Math.pow(r, 4);
                            });
                });
    }

    /** A kernel in four variants; one that is slow is the best with the right tiles. */
    private static RegimeProblem kernelWithGoodBlock(String name) {
        List<String> variants = List.of("plain", "packed", "fused", "streamed");
        return problem(
                name,
                List.of(
                        Parameter.categorical("variant", variants),
                        Parameter.real("x1", 0, 1),
                        Parameter.real("x2", 0, 1),
                        Parameter.integer("unroll", 1, 8)),
                0,
                random -> {
                    Landscape all = Landscape.drawn(random, 2);
                    Box part = Box.drawn(random, 2, 0.16);
                    int good = random.nextInt(4);
                    int odd = (good + 1 + random.nextInt(3)) % 4;
                    int unroll = 1 + random.nextInt(8);
                    return new Instance(
                            Point.of(
                                    "variant",
                                    variants.get(odd),
                                    "x1",
                                    part.center()[0],
                                    "x2",
                                    part.center()[1],
                                    "unroll",
                                    unroll),
                            p -> {
                                double[] x = {p.number("x1"), p.number("x2")};
                                int variant = variants.indexOf(p.get("variant"));
                                double tail = Math.pow((p.number("unroll") - unroll) / 7, 2);
                                double r = part.radius(x);
                                if (variant == odd && r < 1) {
                                    return 1 + RISE * (r * r + tail) / 2;
                                }
                                double slow = variant == odd ? 1.5 : variant == good ? 0 : 0.7;
                                return all.value(x) + slow + 0.3 * tail;
                            });
                });
    }

    /** Compiler levels, and switches that only pay together. */
    private static RegimeProblem compilerWithGoodLevel(String name) {
        List<String> levels = List.of("O1", "O2", "O3", "Os", "Ofast");
        List<String> layouts = List.of("rows", "columns", "tiles");
        return problem(
                name,
                List.of(
                        Parameter.categorical("level", levels),
                        Parameter.categorical("layout", layouts),
                        Parameter.real("x1", 0, 1),
                        Parameter.integer("width", 1, 64).log(),
                        Parameter.real("x2", 0, 1)),
                0,
                random -> {
                    Landscape all = Landscape.drawn(random, 2);
                    int level = random.nextInt(5);
                    int layout = random.nextInt(3);
                    Box part = Box.drawn(random, 2, 0.6);
                    return new Instance(
                            Point.of(
                                    "level",
                                    levels.get(level),
                                    "layout",
                                    layouts.get(layout),
                                    "x1",
                                    part.center()[0],
                                    "x2",
                                    part.center()[1],
                                    "width",
                                    8),
                            p -> {
                                double[] x = {p.number("x1"), p.number("x2")};
                                boolean a = p.get("level").equals(levels.get(level));
                                boolean b = p.get("layout").equals(layouts.get(layout));
                                double wide = Math.pow(Math.log(p.number("width") / 8), 2) / 4.3;
                                double r = part.radius(x);
                                return a && b && r < 1
                                        ? 1 + RISE * (r * r + wide) / 2
                                        : all.value(x) + (a ? 0.8 : 0) + (b ? 0.8 : 0) + wide / 4;
                            });
                });
    }

    /** Algorithms with parameters of their own; a slow one is the best in an eighth of its own. */
    private static RegimeProblem algorithms(String name) {
        return regimes(
                name,
                "algorithm",
                List.of("direct", "blocked", "recursive"),
                List.of(
                        Parameter.real("block", 0, 1).activeIf("algorithm == 'blocked'"),
                        Parameter.real("unroll", 0, 1).activeIf("algorithm == 'blocked'"),
                        Parameter.real("leaf", 0, 1).activeIf("algorithm == 'recursive'"),
                        Parameter.real("depth", 0, 1).activeIf("algorithm == 'recursive'"),
                        Parameter.real("share", 0, 1).activeIf("algorithm == 'direct'"),
                        Parameter.real("panel", 0, 1).activeIf("algorithm == 'direct'")),
                0.12);
    }

    /** Preconditioners with parameters of their own. */
    private static RegimeProblem preconditioners(String name) {
        return regimes(
                name,
                "kind",
                List.of("jacobi", "ilu", "amg", "schwarz"),
                List.of(
                        Parameter.real("omega", 0, 1).activeIf("kind == 'jacobi'"),
                        Parameter.real("fill", 0, 1).activeIf("kind == 'ilu'"),
                        Parameter.real("drop", 0, 1).activeIf("kind == 'ilu'"),
                        Parameter.real("strong", 0, 1).activeIf("kind == 'amg'"),
                        Parameter.real("sweeps", 0, 1).activeIf("kind == 'amg'"),
                        Parameter.real("overlap", 0, 1).activeIf("kind == 'schwarz'"),
                        Parameter.real("rank", 0, 1).activeIf("kind == 'schwarz'")),
                0.15);
    }

    private static RegimeProblem regimes(
            String name, String choice, List<String> kinds, List<Parameter> own, double share) {
        var parameters = new ArrayList<Parameter>();
        parameters.add(Parameter.categorical(choice, kinds));
        parameters.add(Parameter.real("common", 0, 1));
        parameters.addAll(own);
        var space = Space.of(parameters);
        return problem(
                name,
                parameters,
                0,
                random -> {
                    int good = random.nextInt(kinds.size());
                    int odd = (good + 1 + random.nextInt(kinds.size() - 1)) % kinds.size();
                    Landscape[] of = new Landscape[kinds.size()];
                    int[] axes = new int[kinds.size()];
                    for (int k = 0; k < of.length; k++) {
                        axes[k] = active(space, choice, kinds.get(k)).length;
                        of[k] = Landscape.drawn(random, axes[k]);
                    }
                    Box part = Box.drawn(random, axes[odd], share);
                    String[] names = active(space, choice, kinds.get(odd));
                    var best = new TreeMap<String, Object>(Map.of(choice, kinds.get(odd)));
                    for (int i = 0; i < names.length; i++) {
                        best.put(names[i], part.center()[i]);
                    }
                    return new Instance(
                            Point.of(best),
                            p -> {
                                int kind = kinds.indexOf(p.get(choice));
                                double[] x =
                                        Arrays.stream(active(space, choice, kinds.get(kind)))
                                                .mapToDouble(p::number)
                                                .toArray();
                                double r = kind == odd ? part.radius(x) : 1;
                                return r < 1
                                        ? 1 + RISE * r * r
                                        : of[kind].value(x)
                                                + (kind == odd ? 1.2 : kind == good ? 0 : 0.6);
                            });
                });
    }

    /** Returns the other parameters that count for one choice. */
    private static String[] active(Space space, String choice, Object kind) {
        return space.parameters().stream()
                .filter(p -> !p.name().equals(choice))
                .filter(p -> space.canonical(withAll(space, choice, kind)).has(p.name()))
                .map(Parameter::name)
                .toArray(String[]::new);
    }

    private static Point withAll(Space space, String choice, Object kind) {
        var values = new TreeMap<String, Object>();
        space.parameters().forEach(p -> values.put(p.name(), 0.5));
        values.put(choice, kind);
        return Point.of(values);
    }

    /** Ten switches and a level, 4096 settings: three switches each cost, together they pay. */
    private static RegimeProblem flags(String name) {
        var parameters = new ArrayList<Parameter>();
        for (int i = 1; i <= 10; i++) {
            parameters.add(Parameter.categorical("f" + i, List.of("off", "on")));
        }
        parameters.add(Parameter.ordinal("level", List.of(0, 1, 2, 3)));
        return problem(
                name,
                parameters,
                0,
                random -> {
                    int[] order = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
                    random.shuffle(order);
                    int level = random.nextInt(4);
                    boolean[] wanted = new boolean[11];
                    double[] effect = new double[11];
                    var best = new TreeMap<String, Object>(Map.of("level", level));
                    for (int i = 0; i < 10; i++) {
                        wanted[order[i]] = i < 3 || random.nextInt(2) == 0;
                        effect[order[i]] = 0.1 + 0.3 * random.nextDouble();
                        best.put("f" + order[i], wanted[order[i]] ? "on" : "off");
                    }
                    return new Instance(
                            Point.of(best),
                            p -> {
                                int together = 0;
                                double others = 0;
                                for (int i = 0; i < 10; i++) {
                                    int flag = order[i];
                                    boolean on = p.get("f" + flag).equals("on");
                                    together += i < 3 && on ? 1 : 0;
                                    others += i >= 3 && on != wanted[flag] ? effect[flag] : 0;
                                }
                                double away = Math.abs(p.number("level") - level) / 3;
                                return together == 3 && away == 0
                                        ? 1 + RISE * others / 2.8
                                        : Landscape.LEAST + others + 0.4 * together + 0.3 * away;
                            });
                });
    }

    /** A grid of settings, measured in full: effects of each axis, and a better corner anywhere. */
    private static RegimeProblem table(String name, int... sizes) {
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < sizes.length; i++) {
            parameters.add(Parameter.integer("x" + (i + 1), 1, sizes[i]));
        }
        double all = Arrays.stream(sizes).asDoubleStream().reduce(1, (a, b) -> a * b);
        double side = Math.pow(Math.max(0.03, 3 / all), 1.0 / sizes.length);
        return problem(
                name,
                parameters,
                0,
                random -> {
                    int[] from = new int[sizes.length];
                    int[] to = new int[sizes.length];
                    var best = new TreeMap<String, Object>();
                    double[] at = new double[sizes.length];
                    for (int i = 0; i < sizes.length; i++) {
                        int wide = (int) Math.max(Math.round(side * sizes[i]), 1);
                        from[i] = 1 + random.nextInt(sizes[i] - wide + 1);
                        to[i] = from[i] + wide - 1;
                        at[i] = from[i] + random.nextInt(wide);
                        best.put("x" + (i + 1), (int) at[i]);
                    }
                    Landscape bowl = Landscape.drawn(random, sizes.length);
                    return new Instance(
                            Point.of(best),
                            p -> {
                                boolean inside = true;
                                double away = 0;
                                double[] x = new double[sizes.length];
                                for (int i = 0; i < sizes.length; i++) {
                                    double v = p.number("x" + (i + 1));
                                    inside &= v >= from[i] && v <= to[i];
                                    away += Math.abs(v - at[i]) / sizes[i];
                                    x[i] = (v - 0.5) / sizes[i];
                                }
                                return inside ? 1 + RISE * Math.min(away, 1) : bowl.value(x);
                            });
                });
    }

    /** A box of a given share of the unit cube. */
    private record Box(double[] center, double[] half) {
        static Box drawn(Generator random, int dimension, double share) {
            double[] log = Landscape.between(random, dimension, -0.2, 0.2);
            double mean = Arrays.stream(log).average().orElseThrow();
            double[] half = new double[dimension];
            double[] center = new double[dimension];
            for (int i = 0; i < dimension; i++) {
                double side = Math.pow(share, 1.0 / dimension) * Math.exp(log[i] - mean);
                half[i] = Math.min(side, 1) / 2;
                center[i] = half[i] + (1 - 2 * half[i]) * random.nextDouble();
            }
            return new Box(center, half);
        }

        /** Returns 0 in the middle and 1 on the faces. */
        double radius(double[] x) {
            double largest = 0;
            for (int i = 0; i < x.length; i++) {
                largest = Math.max(largest, Math.abs(x[i] - center[i]) / half[i]);
            }
            return largest;
        }
    }
}
