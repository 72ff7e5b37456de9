package org.attune.hybrid;

import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.TaskEngine;
import org.attune.gplcm.Adaptation;
import org.attune.hybrid.Rewards.Visit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is done in another way than by the default tuner: nothing without levels. */
final class TreeAdaptation implements Adaptation {
    private final TuningRequest request;
    private final HybridOptions options;
    private final List<Level> levels;
    private final Map<Point, Branches> branches = new HashMap<>();

    TreeAdaptation(TuningRequest request) {
        this.request = request;
        this.options = HybridOptions.read(request.settings());
        this.levels =
                Level.of(
                        request.problem().parameterSpace(), options.kinds(), options.widest());
    }

    /** Returns the parameters that the tree branches over. */
    List<Level> levels() {
        return levels;
    }

    /** Returns the tree of the records. */
    CategoryTree tree(Records records) {
        List<Visit> visits = new Rewards(request.problem(), options.rank()).of(records);
        return new CategoryTree(
                options.byImportance() ? LevelOrder.of(levels, visits) : levels, visits);
    }

    @Override
    public ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records) {
        if (levels.isEmpty() || options.turns().every() == 0) {
            return usual;
        }
        Point task = engine.region().task();
        return usual.withSurroundings(
                new TreeSurroundings(
                        tree(records),
                        options.descent(),
                        branches.computeIfAbsent(
                                task, t -> new Branches(request.problem(), t)),
                        options.turns(),
                        options.samples(),
                        request.seed().child("tree of task " + task, 0),
                        usual.surroundings()));
    }

    @Override
    public Suggestion signed(Suggestion suggestion, Records records) {
        return levels.isEmpty()
                ? suggestion
                : options.turns()
                        .signed(
                                suggestion,
                                records.trials(suggestion.candidate().task()).size());
    }
}
