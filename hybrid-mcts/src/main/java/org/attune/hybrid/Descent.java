package org.attune.hybrid;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.hybrid.Node.Statistic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The way from the root to a leaf, or to the prefix below which the rest is left to the search of
 * the acquisition function.
 *
 * @param policy by which a branch of a node is chosen that trials have visited
 * @param rollOut how it goes on below
 * @param exploration probability of a uniform branch in place of the policy's or the heuristic one
 * @param weight of what policies add to the mean of a branch because little is known of it
 * @param best whether the largest reward of a branch counts and not the mean
 * @param depth levels that are decided at most
 */
record Descent(
        Policy policy,
        RollOut rollOut,
        double exploration,
        double weight,
        boolean best,
        int depth) {
    /** How values are chosen below the nodes that trials have visited. */
    enum RollOut {
        /** Left open: the acquisition function decides about the other levels. */
        SEARCH,
        /** The value whose trials, whatever their other values, have the best mean reward. */
        HEURISTIC,
        /** Any value. */
        RANDOM,
        /** The value of the task's best trial, any other one where that is closed. */
        INCUMBENT
    }

    /**
     * Descends.
     *
     * @param branches of the task, which constraints have pruned
     * @param known configurations that have been proposed
     * @return the values of the levels from the root on; empty at a dead end
     */
    Optional<Point> from(
            CategoryTree tree, Point task, Branches branches, Set<Point> known, Generator random) {
        var prefix = new HashMap<Level, Integer>();
        var values = new LinkedHashMap<String, Object>();
        Optional<Node> node = Optional.of(tree.root());
        int visits = (int) Math.ceil(tree.root().statistic(task).visits());
        for (int depth = 0; depth < Math.min(this.depth, tree.levels().size()); depth++) {
            boolean below = node.isEmpty() || node.get().entries().isEmpty();
            if (below && rollOut == RollOut.SEARCH && depth > 0) {
                break;
            }
            Level level = tree.levels().get(depth);
            List<Integer> open = branches.of(prefix, level, known, random);
            if (open.isEmpty()) {
                return Optional.empty();
            }
            int branch = chosen(tree, depth, node, below, open, task, visits, random);
            prefix.put(level, branch);
            if (branch != Level.INACTIVE) {
                values.put(level.name(), level.values().get(branch));
            }
            node = node.flatMap(n -> n.child(branch));
        }
        return Optional.of(Point.of(Map.copyOf(values)));
    }

    private int chosen(
            CategoryTree tree,
            int depth,
            Optional<Node> node,
            boolean below,
            List<Integer> open,
            Point task,
            int visits,
            Generator random) {
        if (open.size() == 1) {
            return open.getFirst();
        }
        if (below && rollOut == RollOut.INCUMBENT) {
            int branch = tree.incumbent(task).map(tree.levels().get(depth)::branch).orElse(-9);
            return open.contains(branch) ? branch : open.get(random.nextInt(open.size()));
        }
        if (random.nextDouble() < exploration || below && rollOut != RollOut.HEURISTIC) {
            return open.get(random.nextInt(open.size()));
        }
        return below
                ? heuristic(tree, depth, open, task, random)
                : policy.choose(
                        new Policy.Choice(node.orElseThrow(), open, task, visits, weight, best),
                        random);
    }

    /** Returns the best mean of each value's rewards and one of 1/2; ties by chance. */
    private static int heuristic(
            CategoryTree tree, int depth, List<Integer> open, Point task, Generator random) {
        var best = new ArrayList<Integer>();
        double largest = Double.NEGATIVE_INFINITY;
        for (int branch : open) {
            Statistic s = tree.marginal(depth, branch, task);
            double mean = (s.visits() * s.mean() + 0.5) / (s.visits() + 1);
            if (mean > largest) {
                best.clear();
                largest = mean;
            }
            if (mean == largest) {
                best.add(branch);
            }
        }
        return best.get(random.nextInt(best.size()));
    }
}
