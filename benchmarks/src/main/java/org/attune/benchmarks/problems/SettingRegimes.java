package org.attune.benchmarks.problems;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.benchmarks.problems.RegimeProblem.Instance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Problems of finitely many settings, a few of which are better together. */
final class SettingRegimes {
    private SettingRegimes() {}

    /** Ten switches and a level, 4096 settings: three switches each cost, together they pay. */
    static RegimeProblem flags(String name) {
        var parameters = new ArrayList<Parameter>();
        for (int i = 1; i <= 10; i++) {
            parameters.add(Parameter.categorical("f" + i, List.of("off", "on")));
        }
        parameters.add(Parameter.ordinal("level", List.of(0, 1, 2, 3)));
        return new RegimeProblem(
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
                                        ? 1 + RegimeProblem.RISE * others / 2.8
                                        : Landscape.LEAST + others + 0.4 * together + 0.3 * away;
                            });
                });
    }

    /** A grid of settings, measured in full: effects of each axis, and a better corner anywhere. */
    static RegimeProblem table(String name, int... sizes) {
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < sizes.length; i++) {
            parameters.add(Parameter.integer("x" + (i + 1), 1, sizes[i]));
        }
        double all = Arrays.stream(sizes).asDoubleStream().reduce(1, (a, b) -> a * b);
        double side = Math.pow(Math.max(0.03, 3 / all), 1.0 / sizes.length);
        return new RegimeProblem(
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
                                return inside
                                        ? 1 + RegimeProblem.RISE * Math.min(away, 1)
                                        : bowl.value(x);
                            });
                });
    }
}
