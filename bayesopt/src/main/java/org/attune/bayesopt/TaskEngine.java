package org.attune.bayesopt;

import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.FailureModel;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The parts of the engine for one task, as settings ask for them: where a tuner starts that
 * replaces some of them.
 */
public final class TaskEngine {
    private final TuningProblem problem;
    private final EngineSettings settings;
    private final Seed seed;
    private final Region region;
    private final OwnSurrogates surrogates;
    private final StandardWeights weights;

    /**
     * Makes the parts.
     *
     * @param axes of the parameter space
     * @param seed of this task's randomness
     */
    public TaskEngine(
            TuningProblem problem, Point task, Axes axes, EngineSettings settings, Seed seed) {
        this.problem = problem;
        this.settings = settings;
        this.seed = seed;
        this.region = new Region(problem, task, axes);
        Seed models = settings.seed(SeedUse.MODEL, task, seed);
        this.surrogates = new OwnSurrogates(problem, task, axes, settings, models);
        this.weights =
                new StandardWeights(
                        problem, axes, settings.perSecond(), settings.alignment(), models);
    }

    /** Returns the axes that settings ask for. */
    public static Axes axes(TuningProblem problem, EngineSettings settings) {
        return new Axes(
                problem.parameterSpace(), settings.categoriesHaveOrder(), settings.inputWarp());
    }

    /** Returns the admissible configurations. */
    public Region region() {
        return region;
    }

    /** Returns the surrogates of this task alone. */
    public OwnSurrogates surrogates() {
        return surrogates;
    }

    /** Returns what gains of this task are multiplied with. */
    public StandardWeights weights() {
        return weights;
    }

    /** Returns how probable failures are, empty until a run has failed. */
    public Optional<FailureModel> failures(TaskTrials trials) {
        return weights.failures(trials);
    }

    /** Returns the trials of this task alone. */
    public StudyTrials trials(Records records, int budget) {
        return new StudyTrials(problem, settings, records, task -> region, task -> budget);
    }

    /** Returns the parts, with the surrogates of this task alone. */
    public ProposerParts parts() {
        return new ProposerParts(
                surrogates,
                weights,
                settings.trustRegion() ? new NearBest(problem, settings) : Surroundings.NONE,
                settings.search(),
                TaskTrials::count,
                Opening.DESIGN,
                UnaryOperator.identity());
    }

    /** Returns a proposer of these parts. */
    public SingleTaskProposer proposer(ProposerParts parts) {
        return proposer(parts, settings.seed(SeedUse.DESIGN, region.task(), seed));
    }

    /**
     * Returns a proposer of these parts.
     *
     * @param designs seed of the initial design
     */
    public SingleTaskProposer proposer(ProposerParts parts, Seed designs) {
        return new SingleTaskProposer(
                problem,
                region,
                settings,
                parts,
                designs,
                settings.seed(SeedUse.SEARCH, region.task(), seed));
    }
}
