package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.TestFunctions.log2;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;

/** Problems of ten and twelve parameters whose optimum is not near the middle. */
final class ManyParameterProblems {
    private ManyParameterProblems() {}

    /**
     * Milliseconds per request of a server: sizes that act by their ratios, with a best value of
     * each that depends on another one, a heap that must not be too small, and three choices.
     */
    static BenchmarkProblem server12() {
        var builder =
                TuningProblem.named("server12")
                        .parameter(Parameter.integer("threads", 1, 128).log())
                        .parameter(Parameter.integer("queue", 16, 8192).log())
                        .parameter(Parameter.integer("batch", 1, 512).log())
                        .parameter(Parameter.integer("cache", 8, 4096).log())
                        .parameter(Parameter.integer("heap", 256, 16384).log())
                        .parameter(Parameter.integer("buffer", 4, 1024).log())
                        .parameter(Parameter.integer("level", 0, 9))
                        .parameter(Parameter.real("ratio", 0.05, 0.95))
                        .parameter(Parameter.integer("backlog", 1, 64))
                        .parameter(
                                Parameter.categorical(
                                        "collector", List.of("serial", "parallel", "region")))
                        .parameter(Parameter.categorical("affinity", List.of("off", "on")))
                        .parameter(Parameter.categorical("nagle", List.of("off", "on")));
        return PublicProblems.single("server12", builder, c -> milliseconds(c.configuration()));
    }

    private static double milliseconds(Point p) {
        double threads = log2(p.number("threads"));
        double heap = log2(p.number("heap") / 256);
        double cache = log2(p.number("cache") / 8);
        double batch = log2(p.number("batch"));
        boolean pinned = p.get("affinity").equals("on");
        double collect =
                switch ((String) p.get("collector")) {
                    case "serial" -> 3.0 + 0.9 * Math.max(threads - 2, 0);
                    case "parallel" -> 2.2 + 0.25 * Math.abs(threads - 5);
                    default -> 1.2 + Math.max(4 - heap, 0);
                };
        double full = Math.max(cache + 3 - heap - 4, 0); // the cache fills the heap
        double misses = 6 * Math.exp(-cache / 3);
        double packed = 0.2 * Math.pow(p.number("level") - (pinned ? 5 : 2), 2) / 5;
        double waiting = p.get("nagle").equals("on") ? 0.8 + 0.3 * Math.max(3 - batch, 0) : 0.4;
        return 4
                + 0.5 * Math.pow(threads - (pinned ? 5.2 : 4.1), 2)
                + collect
                + misses
                + 2 * full * full
                + 0.15 * Math.pow(batch - 6.5 + 0.4 * waiting, 2)
                + packed
                + waiting
                + 0.1 * Math.pow(log2(p.number("queue")) - 6 - 0.5 * batch, 2)
                + 0.08 * Math.pow(log2(p.number("buffer")) - 8.3, 2)
                + 3 * Math.pow(p.number("ratio") - 0.8, 2)
                + 0.01 * Math.abs(p.number("backlog") - 48);
    }

    /** Steep towards a place near the corner of twelve axes that matter unequally. */
    static BenchmarkProblem corner12() {
        Generator random = AblationProblems.SEED.generator("corner12", 0);
        double[] place = new double[12];
        for (int i = 0; i < 12; i++) {
            double off = 0.03 + 0.12 * random.nextDouble();
            place[i] = random.nextDouble() < 0.5 ? off : 1 - off;
        }
        return AblationProblems.unit(
                "corner12",
                12,
                x -> {
                    double sum = 0;
                    for (int i = 0; i < 12; i++) {
                        sum += Math.pow(10, -i / 8.0) * Math.sqrt(Math.abs(x[i] - place[i]));
                    }
                    return sum;
                });
    }

    /** Rosenbrock's valley in ten dimensions, shifted. */
    static BenchmarkProblem rosenbrock10() {
        double[] shift = Transform.shift("rosenbrock10", 10, 0.5);
        return PublicProblems.reals(
                "rosenbrock10",
                PublicProblems.axes(10, -2, 2),
                x -> {
                    double sum = 0;
                    for (int i = 0; i + 1 < 10; i++) {
                        double a = x[i] - shift[i];
                        double b = x[i + 1] - shift[i + 1];
                        sum += 100 * Math.pow(b - a * a, 2) + Math.pow(1 - a, 2);
                    }
                    return sum;
                });
    }

    /** Eight hollows of unlike depth and width in ten dimensions. */
    static BenchmarkProblem hollows10() {
        Generator random = AblationProblems.SEED.generator("hollows10", 0);
        double[][] middle = new double[8][10];
        for (double[] m : middle) {
            for (int i = 0; i < 10; i++) {
                m[i] = random.nextDouble();
            }
        }
        return AblationProblems.unit(
                "hollows10",
                10,
                x -> {
                    double least = 0;
                    for (int k = 0; k < 8; k++) {
                        double r2 = 0;
                        for (int i = 0; i < 10; i++) {
                            r2 += Math.pow(x[i] - middle[k][i], 2);
                        }
                        double width = 0.6 + 0.1 * k;
                        least =
                                Math.min(
                                        least,
                                        -(1 + 0.9 * (7 - k) / 7) * Math.exp(-r2 / (width * width)));
                    }
                    return least;
                });
    }
}
