package org.attune.benchmarks;

import org.attune.api.expression.NearestName;
import org.attune.benchmarks.problems.AblationProblems;
import org.attune.benchmarks.problems.AlignedLevels;
import org.attune.benchmarks.problems.AlignmentFamilies;
import org.attune.benchmarks.problems.AlignmentProblems;
import org.attune.benchmarks.problems.BbobProblems;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.BorderProblems;
import org.attune.benchmarks.problems.CategoryProblems;
import org.attune.benchmarks.problems.ChoiceProblems;
import org.attune.benchmarks.problems.CliffProblems;
import org.attune.benchmarks.problems.CrashPatterns;
import org.attune.benchmarks.problems.DemoProblems;
import org.attune.benchmarks.problems.DeviceFamilies;
import org.attune.benchmarks.problems.DrawnFidelities;
import org.attune.benchmarks.problems.EmulatedPrograms;
import org.attune.benchmarks.problems.FaceProblems;
import org.attune.benchmarks.problems.FidelityProblems;
import org.attune.benchmarks.problems.FrontProblems;
import org.attune.benchmarks.problems.JumpProblems;
import org.attune.benchmarks.problems.LimitProblems;
import org.attune.benchmarks.problems.LimitedLevels;
import org.attune.benchmarks.problems.MisleadingSources;
import org.attune.benchmarks.problems.MixedTierProblems;
import org.attune.benchmarks.problems.OrderProblems;
import org.attune.benchmarks.problems.PenaltyProblems;
import org.attune.benchmarks.problems.PublicProblems;
import org.attune.benchmarks.problems.QrProblems;
import org.attune.benchmarks.problems.RegimeFamilies;
import org.attune.benchmarks.problems.RegimeProblems;
import org.attune.benchmarks.problems.ReportedFidelityProblems;
import org.attune.benchmarks.problems.TailProblems;
import org.attune.benchmarks.problems.TaskFamilies;
import org.attune.benchmarks.problems.TierProblems;
import org.attune.benchmarks.problems.TimeLimitProblems;
import org.attune.benchmarks.problems.TimedLevels;
import org.attune.benchmarks.problems.ValleyProblems;
import org.attune.benchmarks.problems.WallProblems;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The suites that come with Attune, by name. */
public final class Suites {
    private static final String APPLICATIONS = "applications";
    private static final Map<String, Supplier<List<? extends Benchmark>>> ALL =
            new LinkedHashMap<>();

    static {
        ALL.put("public", Suites::known);
        ALL.put("ablation", AblationProblems::all);
        ALL.put("families", TaskFamilies::all);
        ALL.put("devices", DeviceFamilies::all);
        ALL.put("devices-report", DeviceFamilies::report);
        ALL.put("crashes", CrashPatterns::all);
        ALL.put("fronts", Suites::fronts);
        ALL.put("fidelities", FidelityProblems::all);
        ALL.put("fidelities-report", ReportedFidelityProblems::all);
        ALL.put("levels", DrawnFidelities::decide);
        ALL.put("demo", DemoProblems::all);
        ALL.put("regimes", RegimeProblems::decide);
        ALL.put("regimes-report", RegimeProblems::report);
        ALL.put("jumps", JumpProblems::all);
        ALL.put("tiers", TierProblems::decide);
        ALL.put("tiers-report", TierProblems::report);
        ALL.put("mixed-tiers", MixedTierProblems::all);
        ALL.put("borders", BorderProblems::all);
        ALL.put("regime-tasks", RegimeFamilies::all);
        ALL.put("emulators", EmulatedPrograms::all);
        ALL.put("categories", CategoryProblems::decide);
        ALL.put("categories-report", CategoryProblems::report);
        ALL.put("choices", ChoiceProblems::decide);
        ALL.put("choices-report", ChoiceProblems::report);
        ALL.put("misleading", MisleadingSources::decide);
        ALL.put("misleading-report", MisleadingSources::report);
        ALL.put("orders", OrderProblems::decide);
        ALL.put("orders-keys", OrderProblems::decideByKeys);
        ALL.put("orders-report", OrderProblems::report);
        ALL.put("orders-report-keys", OrderProblems::reportByKeys);
        ALL.put("tails", TailProblems::decide);
        ALL.put("tails-report", TailProblems::report);
        ALL.put("time-limits", TimeLimitProblems::all);
        ALL.put("faces", FaceProblems::decide);
        ALL.put("faces-report", FaceProblems::report);
        ALL.put("alignments", AlignmentProblems::decide);
        ALL.put("alignments-report", AlignmentProblems::report);
        ALL.put("alignment-tasks", AlignmentFamilies::all);
        ALL.put("aligned-levels", AlignedLevels::all);
        ALL.put("cliffs", CliffProblems::decide);
        ALL.put("cliffs-report", CliffProblems::report);
        ALL.put("limits", LimitProblems::decide);
        ALL.put("limits-report", LimitProblems::report);
        ALL.put("walls", WallProblems::decide);
        ALL.put("walls-report", WallProblems::report);
        ALL.put("valleys", ValleyProblems::decide);
        ALL.put("valleys-report", ValleyProblems::report);
        ALL.put("timed-levels", TimedLevels::all);
        ALL.put("limited-levels", LimitedLevels::decide);
        ALL.put("limited-levels-report", LimitedLevels::report);
        ALL.put("penalties", PenaltyProblems::decide);
        ALL.put("penalties-values", PenaltyProblems::decideAsValues);
        ALL.put("penalties-report", PenaltyProblems::report);
        ALL.put("penalties-report-values", PenaltyProblems::reportAsValues);
        ALL.put("nodes", QrProblems::nodes);
        ALL.put("synthetic", Suites::synthetic);
    }

    /** Returns the problems on which other tuners' results are known. */
    private static List<Benchmark> known() {
        return Stream.concat(PublicProblems.all().stream(), FrontProblems.known().stream())
                .toList();
    }

    /** Returns the problems with several objectives. */
    private static List<Benchmark> fronts() {
        return Stream.of(FrontProblems.known(), FrontProblems.others(), FrontProblems.ofTasks())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the fixed list for comparisons, in its order. */
    private static List<Benchmark> synthetic() {
        return Stream.<List<? extends Benchmark>>of(
                        known(),
                        AblationProblems.all(),
                        TaskFamilies.all(),
                        BbobProblems.all(),
                        FrontProblems.others())
                .<Benchmark>flatMap(List::stream)
                .toList();
    }

    private Suites() {}

    /** Returns the names of all suites. */
    static List<String> names() {
        return Stream.concat(ALL.keySet().stream(), Stream.of(APPLICATIONS)).toList();
    }

    /** Returns the problems of the suites that come with Attune, by name of the suite. */
    public static SequencedMap<String, List<Benchmark>> all() {
        var all = new LinkedHashMap<String, List<Benchmark>>();
        ALL.forEach((name, suite) -> all.put(name, List.copyOf(suite.get())));
        return all;
    }

    /**
     * Returns the problems of a suite, or of a problem file or a folder of such.
     *
     * @param notes hears which problems are left out, and why
     * @throws IllegalArgumentException if there is neither
     */
    public static List<Benchmark> problems(String suite, Consumer<String> notes) {
        try (ProblemSource source = named(suite)) {
            List<Benchmark> problems = source.names().stream().map(source::problem).toList();
            source.notes().forEach(notes);
            return problems;
        }
    }

    /**
     * Refuses what {@link #named} does not know.
     *
     * @throws IllegalArgumentException with the names that are nearest
     */
    static void requireKnown(String suite) {
        if (!names().contains(suite) && !Files.exists(Path.of(suite))) {
            throw new IllegalArgumentException(
                    "There is no suite '%s', nor a problem file or folder of that name.%s Known are: %s. Maybe see: attune bench list"
                            .formatted(
                                    suite,
                                    NearestName.hint(suite, names()),
                                    String.join(", ", names())));
        }
    }

    /**
     * Returns the problems of a suite, or of a problem file or a folder of such.
     *
     * @param suite name, or a path
     * @throws IllegalArgumentException if there is neither
     */
    static ProblemSource named(String suite) {
        return named(suite, new ReferencePoints());
    }

    /**
     * Does so with points up to which the hypervolumes of programs are taken.
     *
     * @throws IllegalArgumentException if there is neither
     */
    static ProblemSource named(String suite, ReferencePoints points) {
        Supplier<List<? extends Benchmark>> problems = ALL.get(suite);
        if (problems != null) {
            return new Suite(suite, problems.get());
        }
        if (suite.equals(APPLICATIONS)) {
            return new ProblemFolder(applications(), points);
        }
        requireKnown(suite);
        return new ProblemFolder(Path.of(suite), points);
    }

    /** Returns the folder of the suite of applications, whose sources are not in any jar. */
    private static Path applications() {
        Path folder =
                Path.of(
                        Objects.requireNonNullElse(
                                System.getenv("ATTUNE_APPLICATIONS"), "benchmarks/applications"));
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "There is no folder '%s' with the applications. Maybe run this in Attune's repository, or set ATTUNE_APPLICATIONS."
                            .formatted(folder));
        }
        return folder;
    }

    /** Returns the problems of all suites that come with Attune, by name. */
    static Map<String, Benchmark> byName() {
        var byName = new LinkedHashMap<String, Benchmark>();
        all().values().forEach(suite -> suite.forEach(b -> byName.putIfAbsent(b.name(), b)));
        return byName;
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
