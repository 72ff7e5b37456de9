package org.attune.tla;

import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.ProcessPrior;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The ways to make one surrogate of a target and its sources. */
enum Method {
    /** {@link BesideSources}. */
    BESIDE,
    /** {@link JointRule}. */
    LCM,
    /** {@link JointRule} of black-box functions. */
    LCM_BF,
    /** {@link SumRule}. */
    SUM,
    /** {@link RegressionRule}. */
    REGRESSION,
    /** {@link StackingRule}. */
    STACKING,
    /** {@link ExtensionRule}; not for ensembles, since it begins in a way of its own. */
    EXTENDED;

    /** Returns the name in options and origins. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the method of an ensemble with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Method of(String word) {
        return ofEnsembles()
                .filter(m -> m.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no method '%s' of transfer. Known are: %s."
                                        .formatted(word, String.join(", ", words()))));
    }

    /** Returns the names of those that ensembles are made of. */
    static List<String> words() {
        return ofEnsembles().map(Method::word).toList();
    }

    private static Stream<Method> ofEnsembles() {
        return Arrays.stream(values()).filter(m -> m != EXTENDED);
    }

    /**
     * Returns the rule.
     *
     * @param published whether as published, where it has been
     * @param extension how a task is added to others
     */
    Combination rule(boolean published, Extension extension, Axes axes, EngineSettings settings) {
        return switch (this) {
            case BESIDE ->
                    new BesideSources(
                            ProcessPrior.of(
                                    axes, settings.surrogate().kernel(), settings.priors(axes), 0),
                            settings.surrogate());
            case LCM -> new JointRule(published, false, axes, settings);
            case LCM_BF -> new JointRule(published, true, axes, settings);
            case SUM -> new SumRule(published);
            case REGRESSION -> new RegressionRule(published);
            case STACKING ->
                    new StackingRule(published, axes, settings.surrogate(), settings.priors(axes));
            case EXTENDED -> new ExtensionRule(published, extension.relearn(), axes, settings);
        };
    }
}
