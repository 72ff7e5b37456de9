package org.attune.benchmarks.jmh;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.TaskEngine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * One proposal of a proposer that has seen nothing yet, from n random trials of an ellipsoid in six
 * axes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"})
public class ProposalBenchmark {
    private static final int AXES = 6;

    @Param({"20", "80", "200", "800"})
    int n;

    private TuningProblem problem;
    private Records records;

    /** Measures random configurations. */
    @Setup
    public void prepare() {
        var builder = TuningProblem.named("ellipsoid");
        for (int i = 0; i < AXES; i++) {
            builder.parameter(Parameter.real("x" + i, 0, 1));
        }
        problem = builder.objective(Objective.minimize("y")).build();
        Generator random = new Seed(0).generator("trials", n);
        var log = new RecordLog();
        for (int number = 1; number <= n; number++) {
            Point configuration = problem.parameterSpace().sample(random);
            double y = 1;
            for (int i = 0; i < AXES; i++) {
                y += (i + 1) * Math.pow(configuration.number("x" + i) - 0.3, 2);
            }
            log.add(
                    new Trial(
                            number,
                            Candidate.of(Point.EMPTY, configuration),
                            Origin.of("random"),
                            Outcome.measured("y", y),
                            Provenance.here(Effort.NONE)));
        }
        records = log.snapshot();
    }

    /** Model and search. */
    @Benchmark
    public Object proposal() {
        EngineSettings settings = EngineSettings.standard();
        var engine =
                new TaskEngine(
                        problem,
                        Point.EMPTY,
                        TaskEngine.axes(problem, settings),
                        settings,
                        new Seed(1));
        return engine.proposer(engine.parts()).propose(engine.trials(records, n + 1));
    }
}
