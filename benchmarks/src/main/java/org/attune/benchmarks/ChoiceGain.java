package org.attune.benchmarks;

import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prints, for each class of studies, what the tuner that {@code auto} takes there wins against the
 * best other single one: {@code ChoiceGain FILE...}, result files of {@code bench run} on suites
 * that come with Attune.
 *
 * <p>A class holds the studies that look alike before the first trial, and get the same tuner for
 * as many trials. In it a tuner's share of the pairs of runs is averaged over problems, with ties
 * by half and {@code *} for all tasks of a problem together; the best other tuner is the one
 * against which that share is least. A tuner counts where it has run every problem of the class.
 */
public final class ChoiceGain {
    private static final List<Integer> BUDGETS = List.of(10, 20, 40, 80);

    private ChoiceGain() {}

    private record StudyClass(String kind, String taken, int trials) {}

    /** The runs of a class, by problem and tuner. */
    private static final class Runs {
        final Map<String, Map<String, List<RunResult>>> byProblem = new TreeMap<>();
        final TreeSet<Long> seeds = new TreeSet<>();

        void add(String problem, RunResult run) {
            byProblem
                    .computeIfAbsent(problem, p -> new TreeMap<>())
                    .computeIfAbsent(run.key().peer(), t -> new ArrayList<>())
                    .add(run);
            seeds.add(run.key().seed());
        }

        /** Leaves out problems that this tuner has not run, and says which. */
        void require(String taken) {
            byProblem
                    .entrySet()
                    .removeIf(e -> {
                        boolean lacks = !e.getValue().containsKey(taken);
                        if (lacks) {
                            System.err.printf(
                                    "%s: left out, since there is no run of %s.%n",
                                    e.getKey(), taken);
                        }
                        return lacks;
                    });
        }

        List<String> others(String taken) {
            return byProblem.values().stream()
                    .flatMap(m -> m.keySet().stream())
                    .distinct()
                    .filter(t -> !t.equals(taken))
                    .filter(t -> byProblem.values().stream().allMatch(m -> m.containsKey(t)))
                    .sorted()
                    .toList();
        }

        /** Returns the mean share of pairs that the first tuner wins. */
        double share(String taken, String other, int budget) {
            return byProblem.values().stream()
                    .mapToDouble(m ->
                            Comparison.wins(
                                    Comparison.values(m.get(taken), budget),
                                    Comparison.values(m.get(other), budget)))
                    .average()
                    .orElse(Double.NaN);
        }
    }

    private record Against(String tuner, double share) {}

    /**
     * Prints a row of a table in Markdown for each class and number of trials.
     *
     * @throws IllegalArgumentException without files, or for a problem that no suite has
     */
    public static void main(String[] args) {
        if (args.length == 0) {
            throw new IllegalArgumentException("usage: ChoiceGain FILE...");
        }
        print(Tuners.available(), List.of(args), System.out);
    }

    static void print(Tuners tuners, List<String> files, PrintStream out) {
        var classes = new LinkedHashMap<StudyClass, Runs>();
        Map<String, Benchmark> problems = Suites.byName();
        var kinds = new LinkedHashMap<String, StudyClass>();
        for (String file : files) {
            var latest = new LinkedHashMap<RunResult.Key, RunResult>();
            ResultFile.read(Path.of(file)).forEach(r -> latest.put(r.key(), r));
            for (RunResult run : latest.values()) {
                if (!run.isRefused()) {
                    boolean together = run.account().filter(Account::together).isPresent();
                    String name = run.key().problem();
                    String problem = name.substring(0, name.lastIndexOf(':'));
                    Benchmark benchmark = problem(problems, problem);
                    String study =
                            "%s %s %d %s"
                                    .formatted(name, together, run.key().budget(), sources(run));
                    StudyClass its =
                            kinds.computeIfAbsent(study, s -> of(tuners, benchmark, run, together));
                    classes.computeIfAbsent(its, c -> new Runs())
                            .add(together ? problem + ":*" : name, run);
                }
            }
        }
        out.println(
                "| class | trials | of | problems | seeds | `auto` | best other | pairs won against"
                        + " it |");
        out.println("|---|---|---|---|---|---|---|---|");
        classes.entrySet().stream()
                .sorted(
                        Comparator.comparing((Map.Entry<StudyClass, Runs> e) -> e.getKey().kind())
                                .thenComparing(e -> e.getKey().trials()))
                .forEach(e -> print(e.getKey(), e.getValue(), out));
    }

    private static Benchmark problem(Map<String, Benchmark> problems, String name) {
        return Optional.ofNullable(problems.get(name))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no problem '%s' in any suite.".formatted(name)));
    }

    private static int sources(RunResult run) {
        return run.key().sources().map(s -> s.tasks().size()).orElse(0);
    }

    private static StudyClass of(
            Tuners tuners, Benchmark benchmark, RunResult run, boolean together) {
        List<Point> tasks = together ? benchmark.tasks() : benchmark.tasks().subList(0, 1);
        int trials = run.key().budget();
        return new StudyClass(
                kind(benchmark.problem(), tasks.size(), sources(run)),
                tuners.chosenFor(benchmark.problem(), tasks, trials, sources(run), Map.of())
                        .provider()
                        .name(),
                trials);
    }

    private static String kind(TuningProblem problem, int tasks, int sources) {
        if (sources > 0) {
            return "sources";
        }
        if (problem.fidelity().isPresent()) {
            return "fidelity";
        }
        if (problem.optimized().size() > 1) {
            return "several objectives";
        }
        if (tasks > 1) {
            return "several tasks";
        }
        List<Parameter> parameters = problem.parameterSpace().parameters();
        if (parameters.stream().anyMatch(Permutation.class::isInstance)) {
            return "orders";
        }
        long categories =
                parameters.stream().filter(Parameter.Categorical.class::isInstance).count();
        return categories == 0
                ? "numbers"
                : categories == parameters.size() ? "categories" : "categories beside numbers";
    }

    private static void print(StudyClass its, Runs runs, PrintStream out) {
        runs.require(its.taken());
        boolean cheap = its.kind().equals("sources") || its.kind().equals("fidelity");
        Stream.concat(cheap ? Stream.of(5) : Stream.empty(), BUDGETS.stream())
                .filter(b -> b <= its.trials())
                .forEach(budget ->
                        runs.others(its.taken()).stream()
                                .map(t -> new Against(t, runs.share(its.taken(), t, budget)))
                                .min(Comparator.comparingDouble(Against::share))
                                .ifPresent(best ->
                                        out.printf(
                                                "| %s | %d | %d | %d | %d | `%s` | `%s` | %.3f |%n",
                                                its.kind(),
                                                budget,
                                                its.trials(),
                                                runs.byProblem.size(),
                                                runs.seeds.size(),
                                                its.taken(),
                                                best.tuner(),
                                                best.share())));
    }
}
