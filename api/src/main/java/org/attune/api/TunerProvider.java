package org.attune.api;

import java.util.List;
import java.util.Optional;

/**
 * Makes tuners of one kind. Found by {@link java.util.ServiceLoader}: name the class in {@code
 * META-INF/services/org.attune.api.TunerProvider}, give it a public constructor without arguments,
 * and it can be selected everywhere.
 */
public interface TunerProvider {
    /** Returns the name by which users select it: lower case, words joined by hyphens. */
    String name();

    /** Returns one line for lists of tuners. */
    String summary();

    /** Returns the options, in the order in which they are listed; none unless it says some. */
    default List<Option<?>> options() {
        return List.of();
    }

    /** Returns what the tuner can work on. */
    default TunerAbilities abilities() {
        return TunerAbilities.USUAL;
    }

    /**
     * Returns for which studies this tuner should be taken where none is named; for none unless it
     * says some. A tuner of a third party joins the choice by what it declares here.
     */
    default List<Recommendation> recommendations() {
        return List.of();
    }

    /**
     * Returns a tuner for this request.
     *
     * @throws IllegalArgumentException if the tuner cannot handle such a problem; the message says
     *     why
     */
    Tuner create(TuningRequest request);

    /**
     * Returns what a user should know before such a study begins, such as that an option which was
     * given has no effect on this problem.
     */
    default List<String> remarks(TuningRequest request) {
        return List.of();
    }

    /** Returns access to the models behind the proposals, for tuners that have some. */
    default Optional<ModelProvider> models() {
        return Optional.empty();
    }
}
