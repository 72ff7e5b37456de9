package org.attune.baselines;

import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.OneByOne;
import org.attune.bayesopt.tuner.PointSequence;
import org.attune.bayesopt.tuner.Untried;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Proposes the points of a sequence in their order, one sequence for each task; those that are
 * inadmissible, or have been evaluated, are left out.
 */
abstract class SequenceTuner extends OneByOne {
    private final String name;
    private final Map<Point, PointSequence> sequences = new HashMap<>(); // saves time only

    SequenceTuner(String name, TuningRequest request) {
        super(request);
        this.name = name;
    }

    /** Returns a task's sequence of points of the unit cube. */
    abstract IntFunction<double[]> points(Point task);

    @Override
    protected final Optional<Choice> choose(Untried untried, List<Trial> trials) {
        return sequences
                .computeIfAbsent(
                        untried.task(),
                        task ->
                                new PointSequence(
                                        problem(),
                                        points(task),
                                        n -> generator("constructed", task, n)))
                .first(untried)
                .map(p -> new Choice(p, Origin.of(name)));
    }
}
