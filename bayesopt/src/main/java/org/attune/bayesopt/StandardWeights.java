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
import org.attune.bayesopt.surrogate.FailureFitter;
import org.attune.bayesopt.surrogate.FailureModel;
import org.attune.bayesopt.surrogate.FailureProbability;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The user's beliefs, which fade; the probability of not failing, once runs have failed, with what
 * is drawn of pending ones (see {@link PendingFailures}); and one over the seconds that a run is
 * expected to take, where that is asked for.
 */
public final class StandardWeights implements Weights {
    /** Labels by which a search judges places. */
    public static final int MOST = 150;

    private static final double LIKELY = 0.25; // to run, that counts as much as certain there

    private final Optional<Beliefs> beliefs;
    private final boolean perSecond;
    private final FailureFitter failures;
    private final SurrogateFitter seconds;
    private final Seed pending;
    private final Optional<FailureProbability> judged; // in place of what the trials alone say
    private Optional<Known> last = Optional.empty(); // saves time only

    /** What trials say. */
    private record Known(
            TaskTrials of,
            List<AcquisitionFunction> others,
            Optional<FailureProbability> failures,
            List<double[]> running) {}

    /**
     * Makes the weights of one task.
     *
     * @param perSecond whether gains are divided by seconds
     * @param aligned whether failures may be known by how often two divides whole numbers
     * @param models seed of the models of this task
     */
    public StandardWeights(
            TuningProblem problem, Axes axes, boolean perSecond, boolean aligned, Seed models) {
        this.beliefs = Beliefs.of(problem.parameterSpace(), problem.beliefs());
        this.perSecond = perSecond;
        this.failures = new FailureFitter(axes, aligned, models.child("feasibility", 0));
        this.seconds =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        SurrogateSettings.labels(),
                        Priors.informative(axes, true),
                        models.child("seconds", 0));
        this.pending = models;
        this.judged = Optional.empty();
    }

    private StandardWeights(StandardWeights like, FailureProbability judged) {
        this.beliefs = like.beliefs;
        this.perSecond = like.perSecond;
        this.failures = like.failures;
        this.seconds = like.seconds;
        this.pending = like.pending;
        this.judged = Optional.of(judged);
    }

    /** Returns weights that go by this probability of failing. */
    public StandardWeights judgedBy(FailureProbability probability) {
        return new StandardWeights(this, probability);
    }

    @Override
    public List<AcquisitionFunction> of(TaskTrials trials) {
        return weights(trials, Feasibility::careful);
    }

    @Override
    public List<AcquisitionFunction> ofGain(TaskTrials trials) {
        return weights(trials, Feasibility::plain);
    }

    private List<AcquisitionFunction> weights(
            TaskTrials trials, Function<FailureProbability, AcquisitionFunction> feasibility) {
        Known now = known(trials);
        return Stream.concat(now.others().stream(), now.failures().map(feasibility).stream())
                .toList();
    }

    /** The search's weight would write off a category in which all runs have failed: not here. */
    @Override
    public List<ToDoubleFunction<double[]>> elsewhere(TaskTrials trials) {
        var weights = new ArrayList<ToDoubleFunction<double[]>>();
        known(trials).others().forEach(w -> weights.add(w::value));
        known(trials)
                .failures()
                .map(m -> new Feasibility(m, LIKELY, 1))
                .ifPresent(w -> weights.add(w::value));
        return weights;
    }

    @Override
    public List<double[]> running(TaskTrials trials) {
        return known(trials).running();
    }

    private Known known(TaskTrials trials) {
        if (last.isEmpty() || last.get().of() != trials) {
            Optional<PendingFailures> assumed =
                    judged.isPresent() ? Optional.empty() : assumed(trials);
            last =
                    Optional.of(
                            new Known(
                                    trials,
                                    besideFailures(trials),
                                    judged.or(() -> assumed.map(PendingFailures::failures)),
                                    assumed.map(PendingFailures::running)
                                            .orElseGet(trials::pending)));
        }
        return last.get();
    }

    private Optional<PendingFailures> assumed(TaskTrials trials) {
        Dataset all = trials.failuresToAvoid();
        return failures.fit(all, MOST)
                .map(m ->
                        PendingFailures.drawn(
                                m,
                                all.select(LearningSchedule.spread(all.size(), MOST)),
                                trials.pending(),
                                pending.generator("pending", trials.count())));
    }

    private List<AcquisitionFunction> besideFailures(TaskTrials trials) {
        var weights = new ArrayList<AcquisitionFunction>();
        beliefs.map(b -> b.after(trials.finished().size())).ifPresent(weights::add);
        if (perSecond) {
            seconds.fit(trials.logSeconds())
                    .ifPresent(m ->
                            weights.add(
                                    new CheapRuns(m, m.warp().inverse(1) - m.warp().inverse(0))));
        }
        return weights;
    }

    /** Returns how probable failures are, as users are told; empty until a run has failed. */
    public Optional<FailureModel> failures(TaskTrials trials) {
        return failures.fit(trials.failures(), Integer.MAX_VALUE);
    }
}
