package org.attune.benchmarks;

import org.attune.benchmarks.problems.ReferencePoint;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Up to where the hypervolumes of programs are taken, task by task. One point for all tuners, seeds
 * and workers: the one that the result file has, else one that is measured when it is first needed.
 */
public final class ReferencePoints {
    private final Map<String, ReferencePoint> points = new HashMap<>();

    ReferencePoints() {}

    /**
     * Takes over the points of earlier results.
     *
     * @throws IllegalArgumentException if two of a task differ
     */
    synchronized void know(Collection<RunResult> results) {
        of(results)
                .forEach((task, values) ->
                        points.put(
                                task,
                                new ReferencePoint(
                                        values.stream().mapToDouble(v -> v).toArray(), false)));
    }

    /** Returns the point of a task; others wait while it is measured. */
    synchronized ReferencePoint of(String task, Supplier<ReferencePoint> measured) {
        ReferencePoint known = points.get(task);
        if (known == null) {
            known = measured.get();
            points.put(task, known);
        }
        return known;
    }

    /**
     * Returns the points that results state, by problem.
     *
     * @throws IllegalArgumentException if two of a problem differ, for then its hypervolumes cannot
     *     be compared
     */
    public static Map<String, List<Double>> of(Collection<RunResult> results) {
        var stated = new TreeMap<String, List<Double>>();
        for (RunResult result : results) {
            String problem = result.key().problem();
            result.reference()
                    .ifPresent(point -> {
                        List<Double> other = stated.putIfAbsent(problem, point);
                        if (other != null && !other.equals(point)) {
                            throw new IllegalArgumentException(
                                    "Some hypervolumes of '%s' are taken up to %s and some up to %s, and cannot be compared. Maybe let all runs write to one file, which keeps the point."
                                            .formatted(problem, other, point));
                        }
                    });
        }
        return stated;
    }
}
