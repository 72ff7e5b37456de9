package org.attune.benchmarks;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Prints how many admissible configurations of strongly constrained spaces are constructed per CPU
 * second.
 */
public final class SamplerSpeed {
    private static final int ROUNDS = 5;
    private static final int ROUND_SIZE = 1000;

    private SamplerSpeed() {}

    /** Prints every round. */
    public static void main(String[] args) {
        for (TuningProblem problem : List.of(gemm(), gemmOfIntegers(), grid())) {
            var sampler = new AdmissibleSampler(problem, Point.EMPTY);
            Generator random = new Seed(0).generator("speed", 0);
            Set<Point> distinct = new HashSet<>();
            for (int round = 1; round <= ROUNDS; round++) {
                var threads = ManagementFactory.getThreadMXBean();
                long before = threads.getCurrentThreadCpuTime();
                int found = 0;
                for (int i = 0; i < ROUND_SIZE; i++) {
                    var point = sampler.draw(random).configuration();
                    found += point.isPresent() ? 1 : 0;
                    point.ifPresent(distinct::add);
                }
                double seconds = (threads.getCurrentThreadCpuTime() - before) * 1e-9;
                System.out.printf(
                        Locale.ROOT,
                        "%s, round %d: %.0f per CPU second, %d of %d found, %d distinct so far%n",
                        problem.name(),
                        round,
                        ROUND_SIZE / seconds,
                        found,
                        ROUND_SIZE,
                        distinct.size());
            }
        }
    }

    /** The parameters of a matrix product on a GPU, as powers of two: 0.6 % are admissible. */
    public static TuningProblem gemm() {
        var powers = List.of(1, 2, 4, 8, 16, 32, 64, 128, 256);
        var builder = TuningProblem.named("gemm");
        for (String name : List.of("mwg", "nwg", "kwg", "mdimc", "ndimc", "mdima", "ndimb")) {
            builder.parameter(Parameter.ordinal(name, powers));
        }
        for (String name : List.of("kwi", "vwm", "vwn")) {
            builder.parameter(Parameter.ordinal(name, List.of(1, 2, 4, 8, 16)));
        }
        return constrained(builder);
    }

    /** The same with integers up to 16: 110 208 of 2.2e12 are admissible, a share of 5e-8. */
    public static TuningProblem gemmOfIntegers() {
        var builder = TuningProblem.named("gemm-of-integers");
        for (String name : List.of("mwg", "nwg", "kwg", "mdimc", "ndimc", "mdima", "ndimb")) {
            builder.parameter(Parameter.integer(name, 1, 16));
        }
        for (String name : List.of("kwi", "vwm", "vwn")) {
            builder.parameter(Parameter.integer(name, 1, 8));
        }
        return constrained(builder);
    }

    private static TuningProblem constrained(TuningProblem.Builder builder) {
        for (String name : List.of("strm", "strn", "sa", "sb")) {
            builder.parameter(Parameter.integer(name, 0, 1));
        }
        List<String> constraints =
                List.of(
                        "kwg % kwi == 0",
                        "mwg % (mdimc*vwm) == 0",
                        "nwg % (ndimc*vwn) == 0",
                        "mwg % (mdima*vwm) == 0",
                        "nwg % (ndimb*vwn) == 0",
                        "kwg % ((mdimc*ndimc)/mdima) == 0",
                        "kwg % ((mdimc*ndimc)/ndimb) == 0",
                        "4*kwg*(sa*mwg + sb*nwg) <= 49152",
                        "32 <= mdimc*ndimc <= 1024");
        for (String constraint : constraints) {
            String name = "c" + constraints.indexOf(constraint);
            builder.constraint(Constraint.of(name, constraint));
        }
        return builder.objective(Objective.minimize("seconds")).build();
    }

    /** Processes and threads of 64 cores: 28 of 262 144 are admissible. */
    public static TuningProblem grid() {
        return TuningProblem.named("grid")
                .parameter(Parameter.integer("p", 1, 64))
                .parameter(Parameter.integer("q", 1, 64))
                .parameter(Parameter.integer("threads", 1, 64))
                .constraint(Constraint.of("cores", "p*q*threads == 64"))
                .objective(Objective.minimize("seconds"))
                .build();
    }
}
