package org.attune.hybrid;

import org.attune.api.Point;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A prefix of the tree that trials have visited. Only such nodes exist. */
final class Node {
    private static final double OTHERS = 2; // visits that those of all other tasks count as

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Integer, Node> children = new HashMap<>();

    /**
     * A visit.
     *
     * @param branch that it took from here; {@link #END} at a leaf
     * @param task of the trial
     * @param reward NaN while it is pending
     */
    record Entry(int branch, Point task, double reward) {}

    /** The branch of visits that end here. */
    static final int END = -2;

    /**
     * What visits say of a node.
     *
     * @param visits weighted number; pending ones count
     * @param mean of the rewards; 0.5 without any
     * @param variance of the rewards
     * @param best largest reward; 0.5 without any
     */
    record Statistic(double visits, double mean, double variance, double best) {
        static final Statistic NONE = new Statistic(0, 0.5, 0, 0.5);
    }

    /** Adds a visit and returns the node that it goes on to. */
    Node visited(int branch, Point task, double reward) {
        entries.add(new Entry(branch, task, reward));
        return branch == END ? this : children.computeIfAbsent(branch, b -> new Node());
    }

    /** Returns the node of a branch, where it has been visited. */
    Optional<Node> child(int branch) {
        return Optional.ofNullable(children.get(branch));
    }

    /** Returns the visits in their order. */
    List<Entry> entries() {
        return entries;
    }

    /**
     * Returns what is known of this node for a task: its own visits count one each, those of all
     * other tasks together at most as {@value #OTHERS}.
     */
    Statistic statistic(Point task) {
        double own = 0;
        double others = 0;
        for (Entry e : entries) {
            own += e.task().equals(task) ? 1 : 0;
            others += e.task().equals(task) ? 0 : 1;
        }
        double weight = others == 0 ? 0 : Math.min(1, OTHERS / others);
        double known = 0;
        double sum = 0;
        double squares = 0;
        double best = Double.NEGATIVE_INFINITY;
        for (Entry e : entries) {
            boolean mine = e.task().equals(task);
            if (!Double.isNaN(e.reward())) {
                double w = mine ? 1 : weight;
                known += w;
                sum += w * e.reward();
                squares += w * e.reward() * e.reward();
                best = mine || own == 0 ? Math.max(best, e.reward()) : best;
            }
        }
        double visits = own + weight * others;
        if (known == 0) {
            return new Statistic(visits, 0.5, 0, 0.5);
        }
        double mean = sum / known;
        return new Statistic(
                visits,
                mean,
                Math.max(squares / known - mean * mean, 0),
                Double.isFinite(best) ? best : mean);
    }

    @Override
    public String toString() {
        return "Node of %d visits".formatted(entries.size());
    }
}
