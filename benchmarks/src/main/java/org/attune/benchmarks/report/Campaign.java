package org.attune.benchmarks.report;

import org.attune.benchmarks.ProblemDefinitions;
import org.attune.benchmarks.ReferencePoints;
import org.attune.benchmarks.ResultFile;
import org.attune.benchmarks.RunResult;
import org.attune.benchmarks.RunSources;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All runs of the result files.
 *
 * <p>A tuner of the same name in several files is one tuner, unless the files give different
 * results for the same problem and seed: then each file's is a tuner of its own, with the file in
 * its name. A tuner that ran on a problem with and without sources, or with others, is several. Of
 * several runs of a tuner on a problem with a seed, the longest counts, the last one of these.
 */
final class Campaign {
    private record Line(String file, RunResult result, String tuner) {
        Line named(Set<String> mixed) {
            return new Line(file, result, RunSources.peer(result.key(), mixed));
        }
    }

    private record Key(String tuner, String problem, long seed) {}

    private final Map<String, Map<String, List<Run>>> runs; // by problem, tuner; by seed
    private final List<String> tuners;
    private final Set<String> maximized;
    private final Map<String, List<Double>> references;
    private final List<String> notes;
    private final List<String> files;

    private Campaign(
            Collection<Run> all,
            Set<String> maximized,
            Map<String, List<Double>> references,
            List<String> notes,
            List<String> files) {
        this.runs = new TreeMap<>();
        this.maximized = maximized;
        this.references = references;
        this.notes = List.copyOf(notes);
        this.files = List.copyOf(files);
        var names = new TreeSet<String>();
        for (Run run : all) {
            names.add(run.tuner());
            runs.computeIfAbsent(run.problem(), p -> new TreeMap<>())
                    .computeIfAbsent(run.tuner(), t -> new ArrayList<>())
                    .add(run);
        }
        runs.values()
                .forEach(p -> p.values().forEach(r -> r.sort(Comparator.comparing(Run::seed))));
        this.tuners = List.copyOf(names);
    }

    /**
     * Reads result files.
     *
     * @throws IllegalArgumentException if one does not exist or holds something else, with the
     *     line; or if there is no result at all; or hypervolumes are taken up to different points,
     *     or a problem file has changed
     */
    static Campaign read(Collection<Path> paths) {
        var lines = new ArrayList<Line>();
        var notes = new ArrayList<String>();
        Set<Path> distinct = new LinkedHashSet<>();
        for (Path path : paths) {
            if (!distinct.add(path.toAbsolutePath().normalize())) {
                notes.add("%s was named twice and counts once.".formatted(path));
                continue;
            }
            List<RunResult> results = ResultFile.read(path, notes::add);
            if (results.isEmpty()) {
                notes.add("%s is empty.".formatted(path));
            }
            results.forEach(r -> lines.add(new Line(label(path, paths), r, r.key().peer())));
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(
                    "There is no result in %s. Maybe 'attune bench run' has not finished a run yet."
                            .formatted(
                                    String.join(
                                            ", ", paths.stream().map(Path::toString).toList())));
        }
        if (lines.stream().anyMatch(l -> !l.result().cost().isEmpty())) {
            notes.add(
                    "Some evaluations cost less than a full run: numbers of evaluations are full"
                            + " runs.");
        }
        Set<String> mixed = RunSources.mixed(lines.stream().map(Line::result).toList());
        lines.replaceAll(line -> line.named(mixed));
        Set<String> maximized = maximized(lines);
        Collection<Run> runs = distinct(lines, clashing(lines), maximized, notes);
        List<String> files = paths.stream().map(p -> label(p, paths)).distinct().toList();
        List<RunResult> results = lines.stream().map(Line::result).toList();
        Map<String, List<Double>> references = ReferencePoints.of(results);
        ProblemDefinitions.of(results);
        return new Campaign(runs, maximized, references, notes, files);
    }

    /** Returns the name of a file, with its folders where another file has the same name. */
    private static String label(Path path, Collection<Path> all) {
        String name = path.getFileName().toString();
        return all.stream().filter(p -> p.getFileName().toString().equals(name)).distinct().count()
                        > 1
                ? path.toString()
                : name;
    }

    /**
     * Returns the problems whose lines say so or, where none says anything, whose curves never fall
     * and rise somewhere.
     */
    private static Set<String> maximized(List<Line> lines) {
        var goals = new TreeMap<String, Set<String>>();
        var rises = new TreeSet<String>();
        var falls = new TreeSet<String>();
        for (Line line : lines) {
            String problem = line.result().key().problem();
            line.result()
                    .goal()
                    .ifPresent(g -> goals.computeIfAbsent(problem, p -> new TreeSet<>()).add(g));
            List<Double> best = line.result().best();
            for (int i = 1; i < best.size(); i++) {
                if (best.get(i) > best.get(i - 1)) {
                    rises.add(problem);
                } else if (best.get(i) < best.get(i - 1)) {
                    falls.add(problem);
                }
            }
        }
        goals.forEach((problem, said) -> {
            if (said.size() > 1) {
                throw new IllegalArgumentException(
                        "Some results of '%s' are minimised and some maximised. Maybe two problems share a name."
                                .formatted(problem));
            }
        });
        var maximized = new TreeSet<>(rises);
        maximized.removeAll(falls);
        goals.forEach((problem, said) -> {
            if (said.contains("maximize")) {
                maximized.add(problem);
            } else {
                maximized.remove(problem);
            }
        });
        return maximized;
    }

    /** Returns the tuners that different files give different results of. */
    private static Set<String> clashing(List<Line> lines) {
        var first = new LinkedHashMap<Key, Line>();
        var clashing = new TreeSet<String>();
        for (Line line : lines) {
            RunResult.Key k = line.result().key();
            Line other = first.putIfAbsent(new Key(line.tuner(), k.problem(), k.seed()), line);
            if (other != null
                    && !other.file().equals(line.file())
                    && !(other.result().best().equals(line.result().best())
                            && other.result().cost().equals(line.result().cost()))) {
                clashing.add(line.tuner());
            }
        }
        return clashing;
    }

    private static Collection<Run> distinct(
            List<Line> lines, Set<String> clashing, Set<String> maximized, List<String> notes) {
        var kept = new LinkedHashMap<Key, Run>();
        var repeated = new TreeMap<String, Integer>();
        var reasons = new LinkedHashMap<Key, String>(); // of failures
        for (Line line : lines) {
            Run run = run(line, clashing, maximized);
            var key = new Key(run.tuner(), run.problem(), run.seed());
            line.result().failed().ifPresent(why -> reasons.put(key, why));
            Run other = kept.get(key);
            if (other == null || other.best().length <= run.best().length) {
                kept.put(key, run);
            }
            if (other != null) {
                repeated.merge(run.tuner(), 1, Integer::sum);
            }
        }
        repeated.forEach((tuner, count) ->
                notes.add(
                        "%s: %d repeated %s of the same problem and seed %s left out; the longest counts, the last one of these."
                                .formatted(
                                        tuner,
                                        count,
                                        count == 1 ? "run" : "runs",
                                        count == 1 ? "was" : "were")));
        clashing.forEach(tuner ->
                notes.add(
                        "%s has different results for the same problem and seed in several files: each file's is shown as a tuner of its own."
                                .formatted(tuner)));
        List<Key> empty =
                kept.entrySet().stream()
                        .filter(e -> e.getValue().best().length == 0)
                        .map(Map.Entry::getKey)
                        .toList();
        var refused = new LinkedHashSet<String>();
        empty.forEach(key -> {
            Run run = kept.remove(key);
            if (run.failed()) {
                refused.add(
                        "%s refuses %s and is left out of its ranks: %s"
                                .formatted(key.tuner(), key.problem(), reasons.get(key)));
            } else {
                notes.add(
                        "%s on %s with seed %d has no evaluation and is left out."
                                .formatted(key.tuner(), key.problem(), key.seed()));
            }
        });
        notes.addAll(refused);
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("No run in the files has an evaluation.");
        }
        return kept.values();
    }

    private static Run run(Line line, Set<String> clashing, Set<String> maximized) {
        RunResult r = line.result();
        String name = line.tuner();
        double sign = maximized.contains(r.key().problem()) ? -1 : 1;
        return new Run(
                clashing.contains(name) ? "%s (%s)".formatted(name, line.file()) : name,
                r.key().problem(),
                r.key().seed(),
                r.byFullRuns().stream().mapToDouble(v -> value(sign, v)).toArray(),
                steps(r, sign),
                r.overhead(),
                r.failed().isPresent(),
                r.account(),
                r.environment());
    }

    private static double value(double sign, double best) {
        return Double.isNaN(best) ? Double.POSITIVE_INFINITY : sign * best;
    }

    private static NavigableMap<Double, Double> steps(RunResult result, double sign) {
        var steps = new TreeMap<Double, Double>();
        double spent = 0;
        for (int i = 0; i < result.cost().size(); i++) {
            spent += result.cost().get(i);
            steps.put(spent, value(sign, result.best().get(i)));
        }
        return steps;
    }

    /** Returns the tuners in the order of their names. */
    List<String> tuners() {
        return tuners;
    }

    /** Returns the problems in the order of their names. */
    List<String> problems() {
        return List.copyOf(runs.keySet());
    }

    /** Returns the files' names. */
    List<String> files() {
        return files;
    }

    /** Returns what was left out or renamed. */
    List<String> notes() {
        return notes;
    }

    /** Returns whether larger values are better, so that runs hold negated ones. */
    boolean isMaximized(String problem) {
        return maximized.contains(problem);
    }

    /**
     * Returns the point up to which a problem's values are hypervolumes; empty where results do not
     * say that they are.
     */
    Optional<List<Double>> reference(String problem) {
        return Optional.ofNullable(references.get(problem));
    }

    /** Returns a value as the files have it. */
    double shown(String problem, double value) {
        return isMaximized(problem) ? -value : value;
    }

    /** Returns a tuner's runs on a problem with at least so many evaluations, by seed. */
    List<Run> runs(String problem, String tuner, int budget) {
        return runs.getOrDefault(problem, Map.of()).getOrDefault(tuner, List.of()).stream()
                .filter(r -> r.best().length >= budget)
                .toList();
    }

    /** Returns whether there is such a run. */
    boolean has(String problem, String tuner, int budget) {
        return !runs(problem, tuner, budget).isEmpty();
    }

    /** Returns all runs, by problem, tuner and seed. */
    List<Run> all() {
        return runs.values().stream()
                .flatMap(p -> p.values().stream())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns all runs of a tuner. */
    List<Run> of(String tuner) {
        return all().stream().filter(r -> r.tuner().equals(tuner)).toList();
    }

    /** Returns the largest number of evaluations that some run has. */
    int longest() {
        return all().stream().mapToInt(r -> r.best().length).max().orElseThrow();
    }

    /**
     * Returns the numbers of evaluations to compare at: 20, 40 and 80 where runs have them, the
     * longest, and the largest that every tuner reaches.
     */
    List<Integer> budgets() {
        var budgets = new TreeSet<>(List.of(20, 40, 80));
        budgets.removeIf(b -> b > longest());
        budgets.add(longest());
        budgets.add(
                tuners.stream()
                        .mapToInt(t ->
                                of(t).stream().mapToInt(r -> r.best().length).max().orElseThrow())
                        .min()
                        .orElseThrow());
        return List.copyOf(budgets);
    }
}
