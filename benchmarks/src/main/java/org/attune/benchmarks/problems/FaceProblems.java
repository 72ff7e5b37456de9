package org.attune.benchmarks.problems;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Problems whose least values are at bounds or constraints, as of many programs: all memory, the
 * largest block, no checks. They are on one face, in a corner or on an oblique wall, values rise
 * from there ever faster or ever less, and of half of the problems a box of 2.5 % of the space is
 * better. In two halves, one to decide by and one that reports. Each seed has an instance of its
 * own.
 */
public final class FaceProblems {
    private static final double SHARE = 0.025;

    private FaceProblems() {}

    /** Returns the half by which decisions are made: two and four parameters. */
    public static List<RegimeProblem> decide() {
        return of(2, 4);
    }

    /** Returns the half that decides nothing: three and five parameters. */
    public static List<RegimeProblem> report() {
        return of(3, 5);
    }

    private static List<RegimeProblem> of(int... dimensions) {
        Map<String, DoubleUnaryOperator> rises = new LinkedHashMap<>();
        rises.put("steep", v -> (v * v + 0.6 * v) / 1.6);
        rises.put("concave", v -> -0.5 * Math.expm1(-4 * v));
        rises.put("log", v -> 0.5 * Math.log1p(5 * v));
        var problems = new ArrayList<RegimeProblem>();
        for (int n : dimensions) {
            problems.add(RealRegimes.wall("wall" + n, n, 0));
            problems.add(RealRegimes.wall("wall" + n + "-pocket", n, SHARE));
            rises.forEach((name, rise) -> {
                for (double share : new double[] {0, SHARE}) {
                    String end = n + (share > 0 ? "-pocket" : "");
                    problems.add(RealRegimes.faces(name + "-face" + end, n, 1, rise, share));
                    problems.add(RealRegimes.faces(name + "-corner" + end, n, n, rise, share));
                }
            });
        }
        return List.copyOf(problems);
    }
}
