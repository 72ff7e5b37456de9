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
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Comparator;
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
    /** A correlation of cheap and full runs below which cheap ones are not gone by. */
    static final double DOUBTFUL = 0.5;

    private static final double PREFERENCE = 2; // for what tasks share, as gp-lcm has it
    private static final int FEWEST = 3; // full runs of a task, before that is told from chance

    private final TuningProblem problem;
    private final Objective output;
    private final List<Point> tasks;
    private final Ladder ladder;
    private final Axes axes;
    private final EngineSettings settings;
    private final Optional<double[][]> features;
    private final Seed seed;
    private final Function<Point, OwnSurrogates> own;
    private final Map<Kind, List<LevelModels>> models = new HashMap<>();

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
            Optional<CoregionalizedModel> joint) {
        /**
         * Returns the largest correlation of a cheap level with the full one, at one configuration,
         * as the model has learned it; 1 without such levels.
         */
        double correlation(Point task) {
            if (joint.isEmpty() || levels.orElseThrow().rungs().size() < 2) {
                return 1;
            }
            List<Integer> rungs = levels.get().rungs();
            double[] row = joint.get().correlation()[levels.get().index(task, rungs.getLast())];
            return rungs.subList(0, rungs.size() - 1).stream()
                    .mapToDouble(r -> row[levels.get().index(task, r)])
                    .max()
                    .orElseThrow();
        }
    }

    /**
     * Prepares.
     *
     * @param features of the tasks, if they have any
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
            Optional<double[][]> features,
            Seed seed,
            Function<Point, OwnSurrogates> own) {
        this.problem = problem;
        this.output = output;
        this.tasks = List.copyOf(tasks);
        this.ladder = ladder;
        this.axes = axes;
        this.settings = settings;
        this.features = features;
        this.seed = seed;
        this.own = own;
    }

    /** Of which rungs models are, and whether the output was seen to grow with the cost. */
    private record Kind(List<Integer> rungs, boolean growing) {}

    private List<LevelModels> of(Kind kind) {
        return models.computeIfAbsent(
                kind,
                k ->
                        LevelScale.choices(settings.surrogate().shapes().getFirst(), k.growing())
                                .stream()
                                .map(scale ->
                                        new LevelModels(
                                                problem,
                                                output,
                                                tasks,
                                                ladder,
                                                k.rungs(),
                                                axes,
                                                settings,
                                                scale,
                                                false,
                                                features,
                                                seed.child("levels " + k.rungs(), 0)))
                                .toList());
    }

    /** A model and the fitter that made it. */
    private record Fitted(LevelModels levels, CoregionalizedModel model, double density) {}

    /**
     * Returns the model of some rungs by whose scale the full runs, while they are few the runs at
     * all levels, are predicted best; empty where nothing was measured.
     */
    private Optional<Fitted> fitted(List<Integer> rungs, StudyTrials trials) {
        var fitted = new ArrayList<Fitted>();
        boolean growing = CostGrowth.isSeen(output, tasks, ladder, rungs, trials);
        for (LevelModels levels : of(new Kind(rungs, growing))) {
            Optional<CoregionalizedModel> model = levels.fit(trials);
            model.ifPresent(m -> fitted.add(new Fitted(levels, m, density(levels, m))));
        }
        return fitted.stream().max(Comparator.comparingDouble(Fitted::density));
    }

    /** Returns the log density of held-out runs, of the full ones where there are enough. */
    private double density(LevelModels levels, CoregionalizedModel model) {
        List<Integer> rungs = levels.rungs();
        int fullRuns =
                tasks.stream()
                        .mapToInt(t -> model.of(levels.index(t, ladder.top())).data().size())
                        .sum();
        double sum = 0;
        for (Point task : tasks) {
            for (int rung :
                    fullRuns < LevelWorth.FEWEST
                            ? rungs
                            : rungs.subList(rungs.size() - 1, rungs.size())) {
                WarpedProcess view = model.of(levels.index(task, rung));
                int size = view.data().size();
                sum +=
                        size == 0
                                ? 0
                                : LeaveOneOut.logDensity(view)
                                        - size * Math.log(levels.divisor(rung));
            }
        }
        return Double.isNaN(sum) ? Double.NEGATIVE_INFINITY : sum;
    }

    /**
     * Returns what each cheap level is worth, the cheapest first.
     *
     * @param judged the trials up to the last full run that has ended, at all levels
     * @param full their full runs
     * @param all trials, by which a level is dropped where all runs give the same
     */
    List<LevelWorth> worth(StudyTrials judged, StudyTrials full, StudyTrials all) {
        int fullRuns = tasks.stream().mapToInt(t -> full.of(t).measured(output).size()).sum();
        Optional<Double> alone =
                fullRuns < LevelWorth.fewest(tasks.size()) || ladder.size() < 2
                        ? Optional.empty()
                        : densityAlone(judged, full);
        var worth = new ArrayList<LevelWorth>();
        for (int rung = 0; rung < ladder.top(); rung++) {
            var pairs = SharedPairs.of(output, tasks, ladder, rung, judged);
            double gain = Double.NaN;
            if (alone.isPresent() && pairs.runs() > 0) {
                gain =
                        fitted(List.of(rung, ladder.top()), judged)
                                        .map(Fitted::density)
                                        .orElse(Double.NEGATIVE_INFINITY)
                                - alone.get();
            }
            worth.add(
                    new LevelWorth(
                            rung,
                            ladder.cost(rung),
                            pairs.runs(),
                            pairs.size(),
                            pairs.correlation(),
                            fullRuns,
                            isFlat(rung, all),
                            gain));
        }
        return List.copyOf(worth);
    }

    /** Returns the output. */
    Objective output() {
        return output;
    }

    /** Returns whether runs on a rung have told nothing but one value, or have all failed. */
    boolean isFlat(int rung, StudyTrials all) {
        return SharedPairs.of(output, tasks, ladder, rung, all).isFlat();
    }

    /** Returns whether what {@link #isFlat} says of a rung may be chance. */
    boolean mayBeFlatByChance(int rung, StudyTrials all) {
        return SharedPairs.of(output, tasks, ladder, rung, all).mayBeFlatByChance();
    }

    /**
     * Returns the log density of held-out full runs by those alone: of several tasks by the model
     * that they share, since that is what is left without cheap levels.
     */
    private Optional<Double> densityAlone(StudyTrials judged, StudyTrials full) {
        if (tasks.size() > 1) {
            return fitted(List.of(ladder.top()), judged).map(Fitted::density);
        }
        Point task = tasks.getFirst();
        return Optional.of(
                own.apply(task)
                        .fit(output, full.of(task).measured(output))
                        .map(LeaveOneOut::logDensity)
                        .orElse(0.0));
    }

    /**
     * Returns the surrogate of a task by all levels that count; empty where nothing was measured.
     *
     * @param worth of the levels
     * @param all trials at all levels
     */
    Optional<Chosen> joint(Point task, List<LevelWorth> worth, StudyTrials all) {
        List<Integer> rungs =
                IntStream.range(0, ladder.size())
                        .filter(r -> r == ladder.top() || worth.get(r).isKept())
                        .boxed()
                        .toList();
        if (rungs.size() == 1 && tasks.size() == 1) {
            return Optional.empty();
        }
        return fitted(rungs, all)
                .map(f -> {
                    int index = f.levels().index(task, ladder.top());
                    CoregionalizedModel believing =
                            f.levels()
                                    .believingElsewhere(
                                            f.model(), task, ladder.top(), all.of(task));
                    return new Chosen(
                            believing.of(index), Optional.of(f.levels()), Optional.of(believing));
                });
    }

    /**
     * Returns the largest correlation of a cheap level that counts with the full one; 1 without.
     */
    double correlation(Point task, List<LevelWorth> worth, StudyTrials all) {
        return joint(task, worth, all).map(c -> c.correlation(task)).orElse(1.0);
    }

    /**
     * Returns the surrogate of a task, by the levels that count or by its full runs alone; empty
     * where nothing is known of it.
     *
     * @param worth of the levels
     * @param all trials at all levels
     * @param full full runs
     */
    Optional<Chosen> chosen(Point task, List<LevelWorth> worth, StudyTrials all, StudyTrials full) {
        Optional<Surrogate> alone = alone(task, all, full);
        Optional<Chosen> joint = joint(task, worth, all);
        if (alone.isEmpty() || joint.isEmpty()) {
            return joint.or(() -> alone.map(OutputLevels::alone));
        }
        int runs = alone.get().data().size();
        boolean misled = runs >= FEWEST && joint.get().correlation(task) < DOUBTFUL;
        boolean better =
                runs >= LevelWorth.FEWEST
                        && LeaveOneOut.logDensity(alone.get())
                                > LeaveOneOut.logDensity(joint.get().surrogate());
        return misled || better ? alone.map(OutputLevels::alone) : joint;
    }

    /**
     * Returns the surrogate of a task by full runs alone: of several tasks the one that they share,
     * unless its own makes its runs more likely by a factor of e².
     */
    private Optional<Surrogate> alone(Point task, StudyTrials all, StudyTrials full) {
        Optional<Surrogate> single = own.apply(task).fit(output, full.of(task).measured(output));
        if (tasks.size() == 1) {
            return single;
        }
        Optional<Surrogate> shared =
                fitted(List.of(ladder.top()), all)
                        .map(f -> f.model().of(f.levels().index(task, ladder.top())));
        boolean apart =
                single.isPresent()
                        && shared.isPresent()
                        && LeaveOneOut.logDensity(single.get())
                                > LeaveOneOut.logDensity(shared.get()) + PREFERENCE;
        return single.isEmpty() || !apart ? shared.or(() -> single) : single;
    }

    private static Chosen alone(Surrogate surrogate) {
        return new Chosen(surrogate, Optional.empty(), Optional.empty());
    }
}
