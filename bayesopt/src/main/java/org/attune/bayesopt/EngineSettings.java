package org.attune.bayesopt;

import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.ParticleSwarm;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.List;
import java.util.Map;

/**
 * The choices of a Bayesian tuner.
 *
 * @param profile that gave the defaults; decides how many trials come before the model where {@code
 *     initial} is 0
 * @param initial trials of a task before the model proposes; 0 leaves it to the profile
 * @param design of those trials
 * @param centerFirst whether the first trial of a task is the middle of all ranges, a parameter's
 *     default being its middle
 * @param reach of the design where the default configuration has not failed, as the share of the
 *     way from it to a place anywhere
 * @param surrogate kernel, output warp and fit
 * @param inputWarp whether axes are warped
 * @param additive whether a share of the surrogate may be a sum over axes
 * @param trend whether the surrogate of a task with many axes may have a quadratic trend
 * @param ridges how many functions of a weighted sum of the parameters the surrogate of a task may
 *     have
 * @param alignment whether the surrogate of a task may know whole numbers by how often two divides
 *     them, for which some of those in the design are rounded
 * @param priors whether hyperparameters have informative priors
 * @param categoriesHaveOrder whether categories are places on a line
 * @param acquisition what is maximised
 * @param exploration κ of the confidence bound
 * @param boundEvery of so many proposals in a row one minimises the confidence bound whatever the
 *     acquisition function is, so that the search does not stay with small gains; 0 for none. Not
 *     in the first dozen trials, unless it is every one.
 * @param search how it is maximised
 * @param trustRegion whether every other proposal is sought near the best trial alone
 * @param fallback whether every other proposal comes from the design while the model, left to
 *     predict each trial from the others, is no better than their mean; and whether proposals go
 *     where a run may succeed while most of the design has failed and there is no model
 * @param interleave whether trials far from all others come in between where nothing is to be
 *     gained nearby
 * @param refine whether trials go to the minimum of a quadratic through the nearest ones where
 *     little is to be gained and outputs hardly vary by chance
 * @param pending what is assumed of evaluations that are pending
 * @param outOfRange what is made of trials with an output outside its range
 * @param censored whether a run that was ended for its time counts as worse than those that took
 *     less, not as failed, where slower runs are worse
 * @param perSecond whether what a configuration promises is divided by the time that its run is
 *     expected to take
 * @param seeds the user's own for some uses; others follow from the study's
 */
public record EngineSettings(
        Profile profile,
        int initial,
        Design design,
        boolean centerFirst,
        double reach,
        SurrogateSettings surrogate,
        boolean inputWarp,
        boolean additive,
        boolean trend,
        int ridges,
        boolean alignment,
        boolean priors,
        boolean categoriesHaveOrder,
        AcquisitionRule acquisition,
        double exploration,
        int boundEvery,
        Search search,
        boolean trustRegion,
        boolean fallback,
        boolean interleave,
        boolean refine,
        PendingRule pending,
        OutOfRange outOfRange,
        boolean censored,
        boolean perSecond,
        Map<SeedUse, Seed> seeds) {
    // trials before the model proposes, by the number of parameters: chosen by docs/ablation.md
    private static final int FEWEST = 3;
    private static final int MOST = 5;
    static final double REACH = 0.5;
    static final int RIDGES = 2;
    private static final int BOUND_FROM = 12; // trials; before, what is unknown is everywhere

    /** What randomness is used for. */
    public enum SeedUse {
        /** The initial design. */
        DESIGN,
        /** Starts of the search for hyperparameters. */
        MODEL,
        /** The search for the next configuration. */
        SEARCH
    }

    /** Copies the seeds. */
    public EngineSettings {
        seeds = Map.copyOf(seeds);
    }

    /** Returns what measurements chose. */
    public static EngineSettings standard() {
        return of(Profile.STANDARD);
    }

    /**
     * Returns the settings of a profile.
     *
     * <p>{@code GPTUNE} is the method as published: half of the trials from a Latin hypercube; a
     * Gaussian process with RBF kernel, zero mean and raw outputs (which are divided by their root
     * mean square, so that bounds of variances make sense), its hyperparameters of maximum
     * likelihood from one start, with hardly any noise; categories in their order; expected
     * improvement, maximised by a particle swarm.
     */
    public static EngineSettings of(Profile profile) {
        return switch (profile) {
            case STANDARD ->
                    new EngineSettings(
                            profile,
                            0,
                            Design.SOBOL,
                            true,
                            REACH,
                            SurrogateSettings.standard(),
                            true,
                            true,
                            true,
                            RIDGES,
                            true,
                            true,
                            false,
                            AcquisitionRule.LOG_EI,
                            2,
                            4,
                            new MixedSearch(),
                            true,
                            true,
                            true,
                            true,
                            PendingRule.BELIEVER,
                            OutOfRange.PROBABILITY,
                            true,
                            false,
                            Map.of());
            case GPTUNE ->
                    new EngineSettings(
                            profile,
                            0,
                            Design.LATIN_HYPERCUBE,
                            false,
                            1,
                            new SurrogateSettings(
                                    RadialKernel.RBF,
                                    List.of(OutputWarp.Shape.RAW),
                                    1,
                                    SurrogateSettings.standard().iterations(),
                                    false),
                            false,
                            false,
                            false,
                            0,
                            false,
                            false,
                            true,
                            AcquisitionRule.EI,
                            2,
                            0,
                            ParticleSwarm.standard(),
                            false,
                            false,
                            false,
                            false,
                            PendingRule.BELIEVER,
                            OutOfRange.LARGE_NUMBER,
                            false,
                            false,
                            Map.of());
        };
    }

    /**
     * Returns the number of trials before the model proposes.
     *
     * @param dimension number of parameters
     * @param budget number of trials that the task will have in all, pending and finished ones
     *     included
     */
    public int initial(int dimension, int budget) {
        if (initial > 0) {
            return initial;
        }
        return switch (profile) {
            case STANDARD -> Math.clamp(dimension, FEWEST, MOST);
            case GPTUNE -> budget / 2;
        };
    }

    /**
     * Returns the settings for one of several tasks that learn from each other. Where the size of
     * the initial design was left open, all tasks together have two designs of a single task, and
     * each has two trials or more.
     *
     * @param dimension number of parameters
     */
    public EngineSettings amongTasks(int tasks, int dimension) {
        if (initial > 0 || profile != Profile.STANDARD || tasks < 2) {
            return this;
        }
        int alone = initial(dimension, 0);
        return withInitial(Math.clamp((2 * alone + tasks - 1) / tasks, 2, alone));
    }

    /** Returns the settings with so many trials of a task before the model proposes. */
    public EngineSettings withInitial(int trials) {
        return with(trials, centerFirst, interleave);
    }

    /** Returns the settings with a design that does not begin in the middle. */
    EngineSettings withoutCenterFirst() {
        return with(initial, false, interleave);
    }

    /** Returns the settings with no trials in between that are far from all others. */
    public EngineSettings withoutInterleave() {
        return with(initial, centerFirst, false);
    }

    private EngineSettings with(int trials, boolean center, boolean between) {
        return new EngineSettings(
                profile,
                trials,
                design,
                center,
                reach,
                surrogate,
                inputWarp,
                additive,
                trend,
                ridges,
                alignment,
                priors,
                categoriesHaveOrder,
                acquisition,
                exploration,
                boundEvery,
                search,
                trustRegion,
                fallback,
                between,
                refine,
                pending,
                outOfRange,
                censored,
                perSecond,
                seeds);
    }

    /** Returns the acquisition function for the proposal that follows {@code count} trials. */
    AcquisitionRule acquisition(int count) {
        boolean isBound =
                boundEvery == 1 || boundEvery > 1 && count >= BOUND_FROM && count % boundEvery == 1;
        return isBound ? AcquisitionRule.LCB : acquisition;
    }

    /** Returns the seed for a use in one task: the user's own, else the task's. */
    public Seed seed(SeedUse use, Point task, Seed ofTask) {
        Seed own = seeds.get(use);
        return own == null ? ofTask : own.child("task " + task, 0);
    }

    /** Returns the priors of a model of one task. */
    public Priors priorsAlone(Axes axes) {
        Priors shared = priors(axes);
        if (!priors) {
            return shared;
        }
        return (trend ? shared.withTrend() : shared).withRidges(ridges).withAlignment(alignment);
    }

    /** Returns the priors of models of several tasks or levels of fidelity. */
    public Priors priorsTogether(Axes axes) {
        return priors(axes).withAlignment(priors && alignment);
    }

    /** Returns the priors of what models of one and of several tasks have. */
    public Priors priors(Axes axes) {
        return priors ? Priors.informative(axes, additive) : Priors.wide(axes, additive);
    }
}
