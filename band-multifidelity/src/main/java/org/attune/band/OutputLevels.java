package org.attune.band;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.OwnSurrogates;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What is known of one output: which levels are worth being learned from, and the surrogate of each
 * task's full runs, from all levels that are or from its full runs alone, whichever predicts them
 * better.
 *
 * <p>Not thread-safe; what it keeps between calls saves time only.
 */
final class OutputLevels {
    private final TuningProblem problem;
    private final Objective output;
    private final List<Point> tasks;
    private final Ladder ladder;
    private final Axes axes;
    private final EngineSettings settings;
    private final Seed seed;
    private final Function<Point, OwnSurrogates> own;
    private final Map<List<Integer>, LevelModels> models = new HashMap<>();

    /**
     * The surrogate of a task's full runs.
     *
     * @param surrogate of the full level
     * @param levels of the joint model that it is a part of; empty where it is of full runs alone
     * @param joint that model, pending cheap trials being believed
     */
    record Chosen(
            Surrogate surrogate,
            Optional<LevelModels> levels,
            Optional<CoregionalizedModel> joint) {}

    /**
     * Prepares.
     *
     * @param seed of the models' randomness
     * @param own surrogates of a task alone
     */
    OutputLevels(
            TuningProblem problem,
            Objective output,
            List<Point> tasks,
            Ladder ladder,
            Axes axes,
            EngineSettings settings,
            Seed seed,
            Function<Point, OwnSurrogates> own) {
        this.problem = problem;
        this.output = output;
        this.tasks = List.copyOf(tasks);
        this.ladder = ladder;
        this.axes = axes;
        this.settings = settings;
        this.seed = seed;
        this.own = own;
    }

    private LevelModels of(List<Integer> rungs) {
        return models.computeIfAbsent(
                rungs,
                r ->
                        new LevelModels(
                                problem,
                                output,
                                tasks,
                                ladder,
                                r,
                                axes,
                                settings,
                                seed.child("levels " + r, 0)));
    }

    /**
     * Returns what each cheap level is worth, the cheapest first.
     *
     * @param judged the trials up to the last full run that has ended, at all levels
     * @param full their full runs
     */
    List<LevelWorth> worth(StudyTrials judged, StudyTrials full) {
        int fullRuns =
                tasks.stream().mapToInt(t -> full.of(t).measured(output).size()).sum();
        Optional<Double> alone =
                fullRuns < LevelWorth.FEWEST || ladder.size() < 2
                        ? Optional.empty()
                        : Optional.of(densityAlone(full));
        var worth = new ArrayList<LevelWorth>();
        for (int rung = 0; rung < ladder.top(); rung++) {
            var pairs = SharedPairs.of(output, tasks, ladder, rung, judged);
            double gain = Double.NaN;
            if (alone.isPresent() && pairs.runs() > 0) {
                gain = densityWith(of(List.of(rung, ladder.top())), judged) - alone.get();
            }
            worth.add(
                    new LevelWorth(
                            rung,
                            ladder.cost(rung),
                            pairs.runs(),
                            pairs.size(),
                            pairs.correlation(),
                            fullRuns,
                            gain));
        }
        return List.copyOf(worth);
    }

    private double densityAlone(StudyTrials full) {
        double sum = 0;
        for (Point task : tasks) {
            sum +=
                    own.apply(task)
                            .fit(output, full.of(task).measured(output))
                            .map(LeaveOneOut::logDensity)
                            .orElse(0.0);
        }
        return sum;
    }

    private double densityWith(LevelModels levels, StudyTrials trials) {
        return levels.fit(trials)
                .map(model ->
                        tasks.stream()
                                .map(t -> model.of(levels.index(t, ladder.top())))
                                .filter(view -> view.data().size() > 0)
                                .mapToDouble(LeaveOneOut::logDensity)
                                .sum())
                .filter(Double::isFinite)
                .orElse(Double.NEGATIVE_INFINITY);
    }

    /**
     * Returns the surrogate of a task; empty where nothing is known of it.
     *
     * @param worth of the levels
     * @param all trials at all levels
     * @param full full runs
     */
    Optional<Chosen> chosen(
            Point task, List<LevelWorth> worth, StudyTrials all, StudyTrials full) {
        List<Integer> rungs =
                IntStream.range(0, ladder.size())
                        .filter(r -> r == ladder.top() || worth.get(r).isKept())
                        .boxed()
                        .toList();
        Optional<Surrogate> alone = own.apply(task).fit(output, full.of(task).measured(output));
        if (rungs.size() == 1 && tasks.size() == 1) {
            return alone.map(OutputLevels::alone);
        }
        LevelModels levels = of(rungs);
        Optional<CoregionalizedModel> model = levels.fit(all);
        if (model.isEmpty()) {
            return alone.map(OutputLevels::alone);
        }
        int index = levels.index(task, ladder.top());
        Surrogate view = model.get().of(index);
        boolean judged = full.of(task).measured(output).size() >= LevelWorth.FEWEST;
        if (judged
                && alone.isPresent()
                && LeaveOneOut.logDensity(alone.get())
                        > LeaveOneOut.logDensity(view) + LevelWorth.PREFERENCE) {
            return alone.map(OutputLevels::alone);
        }
        CoregionalizedModel believing = levels.believing(model.get(), task, all.of(task));
        return Optional.of(
                new Chosen(believing.of(index), Optional.of(levels), Optional.of(believing)));
    }

    private static Chosen alone(Surrogate surrogate) {
        return new Chosen(surrogate, Optional.empty(), Optional.empty());
    }
}
