package org.attune.bayesopt;

import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.Beliefs;
import org.attune.bayesopt.acquisition.CheapRuns;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureModel;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The user's beliefs, which fade; the probability of not failing, once runs have failed; and one
 * over the seconds that a run is expected to take, where that is asked for.
 */
public final class StandardWeights implements Weights {
    private static final int MOST = 150; // labels by which places far from all others are judged
    private static final double LIKELY = 0.25; // to run, that counts as much as certain there

    private final Optional<Beliefs> beliefs;
    private final boolean perSecond;
    private final SurrogateFitter failures;
    private final Axes axes;
    private final SurrogateFitter seconds;

    /**
     * Makes the weights of one task.
     *
     * @param perSecond whether gains are divided by seconds
     * @param models seed of the models of this task
     */
    public StandardWeights(TuningProblem problem, Axes axes, boolean perSecond, Seed models) {
        this.beliefs = Beliefs.of(problem.parameterSpace(), problem.beliefs());
        this.perSecond = perSecond;
        this.axes = axes;
        this.failures = plain(axes, models.child("feasibility", 0));
        this.seconds = plain(axes, models.child("seconds", 0));
    }

    private static SurrogateFitter plain(Axes axes, Seed seed) {
        return new SurrogateFitter(
                LinearAlgebra.best(), axes, SurrogateSettings.labels(), priors(axes), seed);
    }

    private static Priors priors(Axes axes) {
        return Priors.informative(axes, true);
    }

    @Override
    public List<AcquisitionFunction> of(TaskTrials trials) {
        var weights = new ArrayList<AcquisitionFunction>();
        beliefs.map(b -> b.after(trials.finished().size())).ifPresent(weights::add);
        feasibility(trials).ifPresent(weights::add);
        if (perSecond) {
            seconds.fit(trials.logSeconds())
                    .ifPresent(m ->
                            weights.add(
                                    new CheapRuns(m, m.warp().inverse(1) - m.warp().inverse(0))));
        }
        return weights;
    }

    /**
     * In place of the probability of not failing by least squares, which writes a category off once
     * it has failed, the probability that users are told: as long as it is a quarter, a failure
     * there is worth the risk.
     */
    @Override
    public List<ToDoubleFunction<double[]>> elsewhere(TaskTrials trials) {
        var weights = new ArrayList<ToDoubleFunction<double[]>>();
        for (AcquisitionFunction weight : of(trials)) {
            if (!(weight instanceof Feasibility)) {
                weights.add(weight::value);
            }
        }
        notFailingElsewhere(trials).ifPresent(weights::add);
        return weights;
    }

    /** Returns what failures count in {@link #elsewhere}, empty until a run has failed. */
    public Optional<ToDoubleFunction<double[]>> notFailingElsewhere(TaskTrials trials) {
        return failures(trials, MOST)
                .map(m -> x -> Math.log(Math.min((1 - m.probability(x)) / LIKELY, 1)));
    }

    /** Returns the probability of not failing, empty until a run has failed. */
    private Optional<Feasibility> feasibility(TaskTrials trials) {
        return failures.fit(trials.failures())
                .map(f -> new Feasibility(f, f.warp().forward(0.5), f.noiseVariance()));
    }

    /** Returns how probable failures are, as users are told; empty until a run has failed. */
    public Optional<FailureModel> failures(TaskTrials trials) {
        return failures(trials, Integer.MAX_VALUE);
    }

    private Optional<FailureModel> failures(TaskTrials trials, int most) {
        Dataset labels = trials.failures();
        return failures.fit(labels)
                .flatMap(fitted ->
                        FailureModel.fit(
                                LinearAlgebra.best(),
                                axes,
                                priors(axes),
                                labels.select(LearningSchedule.spread(labels.size(), most)),
                                failures.learned().orElseThrow()));
    }
}
