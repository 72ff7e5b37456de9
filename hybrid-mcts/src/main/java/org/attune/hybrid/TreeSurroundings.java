package org.attune.hybrid;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.bayesopt.Surroundings;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Confines the search to a leaf of the tree, where it is the tree's turn; else as without a tree.
 *
 * @param tree of the records
 * @param descent that chooses the leaf
 * @param branches of the task
 * @param turns when it is the tree's turn
 * @param samples of a leaf, one after the other
 * @param seed of the descents of this task
 * @param otherwise what else confines the search
 */
record TreeSurroundings(
        CategoryTree tree,
        Descent descent,
        Branches branches,
        Turns turns,
        int samples,
        Seed seed,
        Surroundings otherwise)
        implements Surroundings {
    @Override
    public Optional<Region> near(
            int turn, TaskTrials trials, SequencedMap<Objective, Surrogate> models, Region whole) {
        if (!turns.isTrees(turn)) {
            return otherwise.near(turn, trials, models, whole);
        }
        return leaf(trials, whole.task()).filter(p -> !p.equals(Point.EMPTY)).map(whole::holding);
    }

    private Optional<Point> leaf(TaskTrials trials, Point task) {
        List<Trial> ofTree = trials.trials().stream().filter(Turns::isOfTree).toList();
        if (ofTree.size() % samples != 0) {
            return Optional.of(leaf(ofTree.getLast()));
        }
        Generator random = seed.generator("descent", trials.count());
        return descent.from(tree, task, branches, trials.known(), random);
    }

    /** Returns the values of the levels that a trial has. */
    private Point leaf(Trial trial) {
        var values = new LinkedHashMap<String, Object>();
        for (Level level : tree.levels()) {
            if (trial.configuration().has(level.name())) {
                values.put(level.name(), trial.configuration().get(level.name()));
            }
        }
        return Point.of(values);
    }
}
