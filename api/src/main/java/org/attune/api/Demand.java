package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many configurations are wanted, for which tasks, and how many are left after that. */
public final class Demand {
    private final List<Point> tasksInTurn;
    private final Map<Point, Double> left = new LinkedHashMap<>();

    /**
     * Makes a demand.
     *
     * @param tasksInTurn a task for each wanted configuration, the neediest first
     * @param left what each task still has, in full runs, those now wanted included
     */
    public Demand(List<Point> tasksInTurn, Map<Point, ? extends Number> left) {
        this.tasksInTurn = List.copyOf(tasksInTurn);
        left.forEach((task, runs) -> this.left.put(task, runs.doubleValue()));
    }

    /**
     * Returns the next {@code count} tasks to serve, each time the one with the most trials left;
     * among equals the first of the list. Fewer are returned when the budget of all tasks is used
     * up.
     *
     * @param tasks in order
     * @param used what each task has had in full runs, pending ones included
     * @param budget full runs for each task
     * @param cost of each trial, in full runs
     */
    static List<Point> inTurn(
            List<Point> tasks,
            Map<Point, ? extends Number> used,
            int budget,
            int count,
            double cost) {
        var counts = new LinkedHashMap<Point, Double>();
        tasks.forEach(t -> counts.put(t, used.containsKey(t) ? used.get(t).doubleValue() : 0));
        var turn = new ArrayList<Point>();
        while (turn.size() < count && !tasks.isEmpty()) {
            Point neediest = tasks.getFirst();
            for (Point t : tasks) {
                if (counts.get(t) < counts.get(neediest) - Fidelity.TOLERANCE) {
                    neediest = t;
                }
            }
            if (counts.merge(neediest, cost, Double::sum) > budget + Fidelity.TOLERANCE) {
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
     * Returns how many full runs this task still has, those now wanted included; 0 for a task of
     * another study.
     */
    public int left(Point task) {
        return whole(fullRunsLeft(task));
    }

    /**
     * Returns what this task still has, in full runs, those now wanted included: a run at fidelity
     * 0.1 costs a tenth of one. A suggestion that costs more, by {@link Fidelity#TOLERANCE}, is an
     * error. 0 for a task of another study.
     */
    public double fullRunsLeft(Point task) {
        return left.getOrDefault(task, 0.0);
    }

    /** Returns how many full runs can be made of this. */
    static int whole(double fullRuns) {
        return (int) Math.floor(fullRuns + Fidelity.TOLERANCE);
    }

    @Override
    public String toString() {
        return "Demand for %s, left %s".formatted(tasksInTurn, left);
    }
}
