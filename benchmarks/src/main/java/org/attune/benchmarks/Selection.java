package org.attune.benchmarks;

import org.attune.benchmarks.problems.Benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A problem and the tasks of one study on it: {@code pdgeqrf:2}, {@code branin} (which is {@code
 * branin:0}), or {@code pdgeqrf:*}, all tasks together.
 *
 * @param problem name without a task
 * @param tasks indices, one or all
 */
record Selection(String problem, List<Integer> tasks) {
    private static final long MOST_SEEDS = 100_000;

    /**
     * Reads a list with commas between its entries.
     *
     * @throws IllegalArgumentException if the source has no such problem or task, or two entries
     *     share a task: their lines could not be told apart
     */
    static List<Selection> list(String list, ProblemSource source) {
        var selections = new ArrayList<Selection>();
        for (String entry : list.split(",", -1)) {
            selections.add(of(entry.strip(), source));
        }
        requireDistinct(selections);
        return selections;
    }

    /** Returns all problems of the source, each task on its own. */
    static List<Selection> all(ProblemSource source) {
        var selections = new ArrayList<Selection>();
        for (String name : source.names()) {
            IntStream.range(0, source.problem(name).tasks().size())
                    .forEach(task -> selections.add(new Selection(name, List.of(task))));
        }
        return selections;
    }

    /**
     * Returns the first tasks of at most so many problems, spread evenly over the source's list.
     */
    static List<Selection> few(ProblemSource source, int most) {
        List<String> names = source.names();
        int count = Math.min(most, names.size());
        return IntStream.range(0, count)
                .mapToObj(i -> new Selection(names.get(i * names.size() / count), List.of(0)))
                .toList();
    }

    private static Selection of(String text, ProblemSource source) {
        int colon = text.lastIndexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String task = colon < 0 ? "0" : text.substring(colon + 1);
        Benchmark problem = source.problem(name);
        int count = problem.tasks().size();
        if (task.equals("*")) {
            return new Selection(name, IntStream.range(0, count).boxed().toList());
        }
        if (!task.matches("\\d{1,6}") || Integer.parseInt(task) >= count) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no task '%s'. Maybe 0%s, or * for all together."
                            .formatted(name, task, count > 1 ? " to " + (count - 1) : ""));
        }
        return new Selection(name, List.of(Integer.parseInt(task)));
    }

    private static void requireDistinct(List<Selection> selections) {
        List<String> names = selections.stream().flatMap(s -> s.taskNames().stream()).toList();
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new IllegalArgumentException(
                        "Task '%s' is listed twice. Maybe use another result file for the second run."
                                .formatted(name));
            }
        }
    }

    /** Returns the names of the tasks in result files. */
    List<String> taskNames() {
        return tasks.stream().map(t -> problem + ":" + t).toList();
    }

    /** Returns {@code pdgeqrf:2} or {@code pdgeqrf:*}. */
    @Override
    public String toString() {
        return tasks.size() == 1 ? taskNames().getFirst() : problem + ":*";
    }

    /**
     * Reads seeds: {@code 0-4}, {@code 0,3,7} or both mixed.
     *
     * @throws IllegalArgumentException if an entry is neither a number nor an ascending range
     */
    static List<Long> seeds(String text) {
        return Arrays.stream(text.split(",", -1))
                .flatMapToLong(Selection::range)
                .distinct()
                .boxed()
                .toList();
    }

    private static LongStream range(String entry) {
        String[] ends = entry.strip().split("-", -1);
        boolean digits = Arrays.stream(ends).allMatch(e -> e.matches("\\d{1,9}"));
        if (!digits || ends.length > 2) {
            throw noSeeds(entry);
        }
        long first = Long.parseLong(ends[0]);
        long last = Long.parseLong(ends[ends.length - 1]);
        if (last < first) {
            throw noSeeds(entry);
        }
        if (last - first >= MOST_SEEDS) {
            throw new IllegalArgumentException(
                    "'%s' are more than %d seeds. Maybe 0-4 or 0,3,7."
                            .formatted(entry, MOST_SEEDS));
        }
        return LongStream.rangeClosed(first, last);
    }

    private static IllegalArgumentException noSeeds(String entry) {
        return new IllegalArgumentException(
                "'%s' are no seeds. Maybe 0-4 or 0,3,7.".formatted(entry));
    }
}
