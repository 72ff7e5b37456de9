package org.attune.bayesopt.regimes;

import java.util.Optional;

/**
 * What a tuner makes of regimes.
 *
 * @param found how they are found; empty where there is to be one
 * @param sampling of hyperparameters; empty where the most probable ones are taken
 * @param searchedFrom observations for each axis, in the regime of the best one, from which on
 *     regimes have a part in proposals
 * @param doubt whether the search reckons with regimes where nothing speaks for them
 * @param most observations; with more of them there is one regime
 */
public record RegimeUse(
        Optional<RegimeSettings> found,
        Optional<HyperparameterSampling> sampling,
        int searchedFrom,
        boolean doubt,
        int most) {
    /** Observations for each axis from which on regimes are searched, unless they are given. */
    public static final int SEARCHED_FROM = 2; // chosen by cgp/README.md

    /** Returns what measurements chose. */
    public static RegimeUse standard() {
        return new RegimeUse(
                Optional.of(RegimeSettings.standard()),
                Optional.empty(),
                SEARCHED_FROM,
                false,
                RegimeFinder.MOST);
    }

    /** Returns the same with one regime where there are more observations. */
    public RegimeUse upTo(int observations) {
        return new RegimeUse(found, sampling, searchedFrom, doubt, observations);
    }
}
