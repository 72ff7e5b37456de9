package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many configurations are wanted, for which tasks, and how many are left after that. */
public final class Demand {
    private final List<Point> tasksInTurn;
    private final Map<Point, Integer> left;

    /**
     * Makes a demand.
     *
     * @param tasksInTurn a task for each wanted configuration, the neediest first
     * @param left number of trials that each task still has, those now wanted included
     */
    public Demand(List<Point> tasksInTurn, Map<Point, Integer> left) {
        this.tasksInTurn = List.copyOf(tasksInTurn);
        this.left = new LinkedHashMap<>(left);
    }

    /**
     * Returns the next {@code count} tasks to serve, each time the one with the most trials left;
     * among equals the first of the list. Fewer are returned when the budget of all tasks is used
     * up.
     *
     * @param tasks in order
     * @param used number of trials that each task has had, pending ones included
     * @param budget number of trials for each task
     */
    static List<Point> inTurn(List<Point> tasks, Map<Point, Integer> used, int budget, int count) {
        var counts = new LinkedHashMap<Point, Integer>();
        tasks.forEach(t -> counts.put(t, used.getOrDefault(t, 0)));
        var turn = new ArrayList<Point>();
        while (turn.size() < count && !tasks.isEmpty()) {
            Point neediest = tasks.getFirst();
            for (Point t : tasks) {
                if (counts.get(t) < counts.get(neediest)) {
                    neediest = t;
                }
            }
            if (counts.merge(neediest, 1, Integer::sum) > budget) {
                break;
            }
            turn.add(neediest);
        }
        return turn;
    }

    /** Returns how many configurations are wanted. */
    public int count() {
        return tasksInTurn.size();
    }

    /** Returns a task for each wanted configuration, the neediest first. */
    public List<Point> tasksInTurn() {
        return tasksInTurn;
    }

    /**
     * Returns how many trials this task still has, those now wanted included; 0 for a task of
     * another study.
     */
    public int left(Point task) {
        return left.getOrDefault(task, 0);
    }

    @Override
    public String toString() {
        return "Demand for %s, left %s".formatted(tasksInTurn, left);
    }
}
