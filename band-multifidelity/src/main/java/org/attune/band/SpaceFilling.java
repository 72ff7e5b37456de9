package org.attune.band;

import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.design.SobolSequence;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.PointSequence;
import org.attune.bayesopt.tuner.Untried;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The points of a scrambled Sobol sequence of each task; uniform draws where that was asked for, or
 * the space has more dimensions than the sequence.
 */
final class SpaceFilling implements Sampler {
    private final TuningRequest request;
    private final Axes axes;
    private final boolean sobol;
    private final Map<Point, PointSequence> sequences = new HashMap<>(); // saves time only

    SpaceFilling(TuningRequest request, Axes axes, boolean uniform) {
        this.request = request;
        this.axes = axes;
        this.sobol = !uniform && axes.dimension() <= SobolSequence.MAX_DIMENSION;
    }

    @Override
    public Optional<Choice> next(Untried untried, Records records, int rung) {
        Point task = untried.task();
        if (!sobol) {
            return untried.any(generator("uniform", task, records.trials(task).size()))
                    .map(p -> new Choice(p, new Origin(Origin.Phase.SEARCH, "random")));
        }
        return sequences
                .computeIfAbsent(
                        task,
                        t ->
                                new PointSequence(
                                        request.problem(),
                                        new SobolSequence(
                                                        axes.dimension(), generator("sobol", t, 0))
                                                ::point,
                                        n -> generator("constructed", t, n)))
                .first(untried)
                .map(p -> new Choice(p, new Origin(Origin.Phase.SEARCH, "sobol")));
    }

    private Generator generator(String label, Point task, int number) {
        return request.seed().generator(label + " " + task, number);
    }
}
