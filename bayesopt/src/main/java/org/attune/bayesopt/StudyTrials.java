package org.attune.bayesopt;

import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The trials of all tasks of a study at one moment, each encoded once, when somebody asks for its
 * task. Not thread-safe.
 */
public final class StudyTrials {
    private final TuningProblem problem;
    private final EngineSettings settings;
    private final Records records;
    private final Function<Point, Region> regions;
    private final ToIntFunction<Point> budgets;
    private final Map<Point, TaskTrials> byTask = new HashMap<>();

    /** What is done with a finished trial. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Takes a trial.
         *
         * @param trials of its task
         * @param row of the trial among them
         */
        void read(Point task, TaskTrials trials, int row);
    }

    /**
     * Looks at the records.
     *
     * @param settings what is made of trials with an output outside its range, and of those that
     *     were ended for their time
     * @param regions of the tasks
     * @param budgets number of trials that each task will have in all
     */
    public StudyTrials(
            TuningProblem problem,
            EngineSettings settings,
            Records records,
            Function<Point, Region> regions,
            ToIntFunction<Point> budgets) {
        this.problem = problem;
        this.settings = settings;
        this.records = records;
        this.regions = regions;
        this.budgets = budgets;
    }

    /** Returns the trials of one task. */
    public TaskTrials of(Point task) {
        return byTask.computeIfAbsent(
                task,
                t ->
                        new TaskTrials(
                                problem,
                                settings,
                                regions.apply(t),
                                records.trials(t),
                                records.finished().stream()
                                        .filter(trial -> trial.task().equals(t))
                                        .toList(),
                                budgets.applyAsInt(t)));
    }

    /** Reads the finished trials of these tasks, in the order of their outcomes. */
    public void inOrder(List<Point> tasks, Reader reader) {
        var next = new HashMap<Point, Integer>();
        for (Trial trial : records.finished()) {
            if (tasks.contains(trial.task())) {
                int row = next.merge(trial.task(), 1, Integer::sum) - 1;
                reader.read(trial.task(), of(trial.task()), row);
            }
        }
    }
}
