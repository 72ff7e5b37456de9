package org.attune.benchmarks;

import org.attune.benchmarks.problems.AblationProblems;
import org.attune.benchmarks.problems.BbobProblems;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.FrontProblems;
import org.attune.benchmarks.problems.PublicProblems;
import org.attune.benchmarks.problems.TaskFamilies;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The suites that come with Attune, by name. */
final class Suites {
    private static final Map<String, Supplier<List<? extends Benchmark>>> ALL =
            new LinkedHashMap<>();

    static {
        ALL.put("public", Suites::known);
        ALL.put("ablation", AblationProblems::all);
        ALL.put("families", TaskFamilies::all);
        ALL.put("synthetic", Suites::synthetic);
    }

    /** Returns the problems on which other tuners' results are known. */
    private static List<Benchmark> known() {
        return Stream.concat(PublicProblems.all().stream(), FrontProblems.all().stream()).toList();
    }

    /** Returns the problems of all other suites and the BBOB-style ones, in their order. */
    private static List<Benchmark> synthetic() {
        return Stream.<List<? extends Benchmark>>of(
                        known(), AblationProblems.all(), TaskFamilies.all(), BbobProblems.all())
                .<Benchmark>flatMap(List::stream)
                .toList();
    }

    private Suites() {}

    /**
     * Returns the problems of a suite.
     *
     * @throws IllegalArgumentException if there is no such suite
     */
    static ProblemSource named(String suite) {
        Supplier<List<? extends Benchmark>> problems = ALL.get(suite);
        if (problems == null) {
            throw new IllegalArgumentException(
                    "There is no suite '%s'. Known are: %s."
                            .formatted(suite, String.join(", ", ALL.keySet())));
        }
        return new Suite(suite, problems.get());
    }

    private record Suite(String suite, List<? extends Benchmark> problems)
            implements ProblemSource {
        @Override
        public List<String> names() {
            return problems.stream().map(Benchmark::name).toList();
        }

        @Override
        public Benchmark problem(String name) {
            return problems.stream()
                    .filter(p -> p.name().equals(name))
                    .<Benchmark>map(p -> p)
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException(
                                    "Suite '%s' has no problem '%s'. Known are: %s."
                                            .formatted(suite, name, String.join(", ", names()))));
        }

        @Override
        public void close() {
            // formulas hold nothing open
        }
    }
}
