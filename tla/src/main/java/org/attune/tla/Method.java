package org.attune.tla;

import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
    /** {@link ExtensionRule}. */
    EXTENDED;

    /** Returns the name in options and origins. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the method with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Method of(String word) {
        return Arrays.stream(values())
                .filter(m -> m.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no method '%s' of transfer. Known are: %s."
                                        .formatted(word, String.join(", ", words()))));
    }

    /** Returns all names. */
    static List<String> words() {
        return Arrays.stream(values()).map(Method::word).toList();
    }

    /**
     * Returns the rule.
     *
     * @param published whether as published, where it has been
     * @param extension how a task is added to others
     */
    Combination rule(boolean published, Extension extension, Axes axes, EngineSettings settings) {
        Priors priors = settings.priorsTogether(axes);
        return switch (this) {
            case BESIDE ->
                    new BesideSources(
                            ProcessPrior.compared(axes, settings.surrogate().kernel(), priors, 0),
                            settings.surrogate());
            case LCM -> new JointRule(published, false, axes, settings);
            case LCM_BF -> new JointRule(published, true, axes, settings);
            case SUM -> new SumRule(published);
            case REGRESSION -> new RegressionRule(published);
            case STACKING -> new StackingRule(published, axes, settings.surrogate(), priors);
            case EXTENDED -> new ExtensionRule(published, extension.relearn(), axes, settings);
        };
    }
}
