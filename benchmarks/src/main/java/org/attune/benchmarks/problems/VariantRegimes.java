package org.attune.benchmarks.problems;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.benchmarks.problems.RegimeProblem.Instance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Problems whose better part belongs to one variant of a program, which is slow elsewhere. */
final class VariantRegimes {
    private VariantRegimes() {}

    /** A kernel in four variants; one that is slow is the best with the right tiles. */
    static RegimeProblem kernelWithGoodBlock(String name) {
        List<String> variants = List.of("plain", "packed", "fused", "streamed");
        return new RegimeProblem(
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
                                    return 1 + RegimeProblem.RISE * (r * r + tail) / 2;
                                }
                                double slow = variant == odd ? 1.5 : variant == good ? 0 : 0.7;
                                return all.value(x) + slow + 0.3 * tail;
                            });
                });
    }

    /** Compiler levels, and switches that only pay together. */
    static RegimeProblem compilerWithGoodLevel(String name) {
        List<String> levels = List.of("O1", "O2", "O3", "Os", "Ofast");
        List<String> layouts = List.of("rows", "columns", "tiles");
        return new RegimeProblem(
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
                                        ? 1 + RegimeProblem.RISE * (r * r + wide) / 2
                                        : all.value(x) + (a ? 0.8 : 0) + (b ? 0.8 : 0) + wide / 4;
                            });
                });
    }

    /** Algorithms with parameters of their own; a slow one is the best in an eighth of its own. */
    static RegimeProblem algorithms(String name) {
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
    static RegimeProblem preconditioners(String name) {
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
        return new RegimeProblem(
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
                                        ? 1 + RegimeProblem.RISE * r * r
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
}
