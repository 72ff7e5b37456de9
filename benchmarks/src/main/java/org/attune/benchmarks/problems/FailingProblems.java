package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;

/** Problems of which a part of the space crashes, for reasons that the tuner is not told. */
final class FailingProblems {
    private FailingProblems() {}

    /** A run that crashes in a part of the space next to the optimum. */
    static BenchmarkProblem crash3() {
        return AblationProblems.unit(
                "crash3",
                3,
                x -> {
                    if (x[0] + 0.8 * x[1] > 1.25 || (x[2] > 0.8 && x[0] < 0.3)) {
                        return Double.NaN;
                    }
                    double a = x[0] - 0.75;
                    double b = x[1] - 0.55;
                    double c = x[2] - 0.4;
                    return 1
                            + 4 * a * a
                            + 3 * b * b
                            + 2 * c * c
                            + 0.3 * Math.sin(9 * x[2] + 3 * x[0]);
                });
    }

    /** Larger buffers are faster until the memory is full. */
    static BenchmarkProblem memory4() {
        var builder =
                TuningProblem.named("memory4")
                        .parameter(Parameter.integer("batch", 1, 512).log())
                        .parameter(Parameter.integer("block", 8, 1024).log())
                        .parameter(Parameter.integer("streams", 1, 16))
                        .parameter(Parameter.categorical("precision", List.of("single", "double")));
        return PublicProblems.single(
                "memory4",
                builder,
                c -> {
                    Point p = c.configuration();
                    double batch = p.number("batch");
                    double block = p.number("block");
                    double streams = p.number("streams");
                    boolean single = p.get("precision").equals("single");
                    if (batch * block * streams * (single ? 4 : 8) > 600_000) {
                        return Double.NaN;
                    }
                    double passes = single ? 1.7 : 1; // more iterations in single precision
                    return passes
                            * (1 + 20 / batch + 60 / block + 1.5 / streams)
                            * (single ? 0.8 : 1.2);
                });
    }

    /** Balls of crashes at unknown places. */
    static BenchmarkProblem pockets5() {
        double[] shift = Transform.shift("pockets5", 5, 0.2);
        Generator random = AblationProblems.SEED.generator("pockets", 0);
        double[][] balls = new double[12][];
        for (int i = 0; i < balls.length; i++) {
            balls[i] = random.doubles(5).toArray();
        }
        return AblationProblems.unit(
                "pockets5",
                5,
                x -> {
                    for (double[] ball : balls) {
                        if (RealRegimes.squaredDistance(x, ball) < 0.16) {
                            return Double.NaN;
                        }
                    }
                    double sum = 1;
                    for (int i = 0; i < 5; i++) {
                        double v = x[i] - 0.5 - shift[i];
                        sum += (1 + i) * v * v + 0.05 * Math.sin(20 * v);
                    }
                    return sum;
                });
    }
}
