package org.attune.benchmarks.jmh;

import org.attune.api.expression.Expression;
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

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Evaluation of an expression as constraints, derived outputs and performance models have them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class ExpressionBenchmark {
    private static final List<String> NAMES = List.of("mb", "bunit", "p", "m", "n", "seconds");

    @Param({
        "mb*bunit*p <= m",
        "mb*bunit*p <= m and n % (mb*bunit) == 0 or p == 1",
        "2*n**2*(m - n/3)/seconds/1e9"
    })
    String expression;

    private Expression.Bound bound;
    private final Object[] slots = {1L, 8L, 16L, 1000L, 2000L, 0.25};
    private long count;

    /** Binds the names. */
    @Setup
    public void prepare() {
        bound = Expression.parse(expression).bind(NAMES);
    }

    /** One evaluation, with another value of mb than the last one. */
    @Benchmark
    public Object value() {
        slots[0] = 1 + (count++ & 15); // small longs are cached: boxing is not what is measured
        return bound.value(slots);
    }
}
