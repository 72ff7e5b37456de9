package org.attune.band;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.OwnSurrogates;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.joint.TaskFeatures;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.Untried;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * Proposes configurations of an arm, a task at a starting fidelity: by the engine, with a joint
 * model of all pairs of task and fidelity in place of the surrogate of the task alone. The first
 * one of each arm is the default, where there is one.
 */
final class ArmSampler implements Sampler {
    private final TuningRequest request;
    private final Ladder ladder;
    private final EngineSettings settings;
    private final Axes axes;
    private final SequencedMap<Objective, LevelModels> models = new LinkedHashMap<>();
    private final Map<Point, TaskEngine> engines = new HashMap<>();

    /**
     * Prepares.
     *
     * @param published whether arms covary freely
     * @param initial trials of an arm before the model proposes, 0 to choose
     */
    ArmSampler(TuningRequest request, Ladder ladder, boolean published, int initial) {
        this.request = request;
        this.ladder = ladder;
        int arms = request.tasks().size() * ladder.size();
        EngineSettings given = EngineOptions.read(request);
        EngineSettings among =
                given.amongTasks(arms, request.problem().parameterSpace().parameters().size());
        this.settings = initial > 0 ? among.withInitial(initial) : among;
        this.axes = TaskEngine.axes(request.problem(), settings);
        List<Integer> rungs = IntStream.range(0, ladder.size()).boxed().toList();
        Seed seed = settings.seed(SeedUse.MODEL, Point.EMPTY, request.seed());
        for (Objective output : OwnSurrogates.outputs(request.problem(), settings)) {
            models.put(
                    output,
                    new LevelModels(
                            request.problem(),
                            output,
                            request.tasks(),
                            ladder,
                            rungs,
                            axes,
                            settings,
                            LevelScale.plain(settings.surrogate().shapes().getFirst()),
                            published,
                            TaskFeatures.of(
                                    request.problem().taskSpace(),
                                    request.tasks(),
                                    request.features()),
                            OwnSurrogates.ofOutput(request.problem(), output, seed)
                                    .child("arms", 0)));
        }
    }

    @Override
    public Optional<Choice> next(Untried untried, Records records, int rung) {
        Point task = untried.task();
        Records here = SomeRuns.where(records, t -> ladder.measured(t) == rung);
        Optional<Choice> usual =
                here.trials(task).isEmpty()
                        ? request.problem()
                                .parameterSpace()
                                .defaultPoint()
                                .filter(p -> request.problem().admits(task, p))
                                .map(p -> new Choice(p, Origin.of("default")))
                        : Optional.empty();
        return usual.or(() -> modelled(task, records, here, rung));
    }

    private Optional<Choice> modelled(Point task, Records records, Records here, int rung) {
        StudyTrials all = trials(records);
        TaskEngine engine = engine(task, rung);
        ProposerParts parts =
                engine.parts()
                        .withSurrogates((output, t, ofArm) -> {
                            LevelModels levels = models.get(output);
                            return levels.fit(all)
                                    .map(m -> levels.believingElsewhere(m, t, rung, all.of(t)))
                                    .map(m -> m.of(levels.index(t, rung)));
                        });
        return engine.proposer(parts)
                .propose(trials(here))
                .map(p ->
                        new Choice(
                                p.suggestion().candidate().configuration(),
                                p.suggestion().origin(),
                                p.suggestion().logExpectedGain(),
                                p.effort().model()));
    }

    private StudyTrials trials(Records records) {
        return new StudyTrials(
                request.problem(),
                settings,
                records,
                task -> engine(task, ladder.top()).region(),
                task -> records.trials(task).size());
    }

    /** Returns the engine of an arm: arms have designs of their own. */
    private TaskEngine engine(Point task, int rung) {
        return engines.computeIfAbsent(
                Point.of("task", task.toString(), "rung", rung),
                t ->
                        new TaskEngine(
                                request.problem(),
                                task,
                                axes,
                                settings,
                                request.seed().child("arm " + rung + " " + task, 0)));
    }
}
