package org.attune.hybrid;

import org.attune.api.Point;
import org.attune.hybrid.Node.Statistic;
import org.attune.hybrid.Rewards.Visit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tree of the levels: a node is a prefix of values, a leaf a combination of them all. It is
 * made of the records alone, and only nodes that trials have visited exist, so that it is never
 * larger than trials times levels, however many leaves there are. All tasks share it; what a task
 * sees of a node is its own statistic.
 */
final class CategoryTree {
    private final List<Level> levels;
    private final Node root = new Node();
    private final List<Map<Integer, Node>> marginals = new ArrayList<>();
    private final Map<Point, Visit> best = new HashMap<>();

    /**
     * Makes the tree.
     *
     * @param levels in their order, see {@link LevelOrder}
     * @param visits in the order in which they count
     */
    CategoryTree(List<Level> levels, List<Visit> visits) {
        this.levels = List.copyOf(levels);
        levels.forEach(l -> marginals.add(new HashMap<>()));
        for (Visit visit : visits) {
            Point configuration = visit.trial().configuration();
            Node node = root;
            for (int depth = 0; depth < levels.size(); depth++) {
                int branch = levels.get(depth).branch(configuration);
                node = node.visited(branch, visit.trial().task(), visit.reward());
                marginals
                        .get(depth)
                        .computeIfAbsent(branch, b -> new Node())
                        .visited(Node.END, visit.trial().task(), visit.reward());
            }
            node.visited(Node.END, visit.trial().task(), visit.reward());
            if (visit.reward() > 0) {
                best.merge(visit.trial().task(), visit, (a, b) -> b.reward() > a.reward() ? b : a);
            }
        }
    }

    /** Returns the levels in the order of the tree. */
    List<Level> levels() {
        return levels;
    }

    /** Returns the node of no values. */
    Node root() {
        return root;
    }

    /** Returns the best configuration of a task; empty while none has been measured in range. */
    Optional<Point> incumbent(Point task) {
        return Optional.ofNullable(best.get(task)).map(v -> v.trial().configuration());
    }

    /** Returns what is known of a branch of a level, whatever the other values are. */
    Statistic marginal(int depth, int branch, Point task) {
        Node node = marginals.get(depth).get(branch);
        return node == null ? Statistic.NONE : node.statistic(task);
    }

    @Override
    public String toString() {
        return "Tree over " + levels.stream().map(Level::name).toList();
    }
}
