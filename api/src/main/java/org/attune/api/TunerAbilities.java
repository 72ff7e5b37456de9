package org.attune.api;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a tuner can work on, as it declares; also what a study calls for, see {@link #calledFor}.
 *
 * <p>A tuner that cannot use fidelities or sources may still be taken where there are some: it sees
 * full runs of the study's own tasks only. Where one of the other three is missing, the tuner
 * cannot tune the problem at all.
 *
 * @param fidelities whether it chooses the fidelity at which a candidate is run, and learns from
 *     runs that cost less than a full one; every other tuner sees {@link FullRuns} alone
 * @param sources whether it learns from {@link Records#sources}; the proposals of a tuner that does
 *     not are the same with and without them
 * @param kinds of parameters that it can tune
 * @param severalTasks whether a study may have more than one task
 * @param severalObjectives whether a problem may have more than one optimised objective
 * @param sharedTasks whether what was measured of one task has a part in what is proposed for
 *     another; a tuner that does not declare it treats each task as if it were alone
 */
public record TunerAbilities(
        boolean fidelities,
        boolean sources,
        Set<Kind> kinds,
        boolean severalTasks,
        boolean severalObjectives,
        boolean sharedTasks) {
    /** What a parameter is to a tuner. */
    public enum Kind {
        /** Real numbers. */
        REAL,
        /** Integers. */
        INTEGER,
        /** Listed values that have an order. */
        ORDINAL,
        /** Listed values without an order. */
        CATEGORICAL,
        /** Orders of items, each of which is an axis of the space. */
        PERMUTATION,
        /** Any of the others, where it only matters under a condition. */
        CONDITIONAL
    }

    /**
     * Full runs of the study's own tasks; any parameters but permutations, tasks and objectives.
     */
    public static final TunerAbilities USUAL =
            new TunerAbilities(
                    false,
                    false,
                    EnumSet.complementOf(EnumSet.of(Kind.PERMUTATION)),
                    true,
                    true,
                    false);

    /**
     * Copies the kinds.
     *
     * @throws IllegalArgumentException if tasks are shared of which there is one
     */
    public TunerAbilities {
        kinds = Set.copyOf(kinds);
        if (sharedTasks && !severalTasks) {
            throw new IllegalArgumentException(
                    "A tuner of one task declares that it shares between tasks.");
        }
    }

    /** Returns the same with fidelities. */
    public TunerAbilities withFidelities() {
        return new TunerAbilities(
                true, sources, kinds, severalTasks, severalObjectives, sharedTasks);
    }

    /** Returns the same with sources. */
    public TunerAbilities withSources() {
        return new TunerAbilities(
                fidelities, true, kinds, severalTasks, severalObjectives, sharedTasks);
    }

    /**
     * Returns the same with permutations. A tuner that has them reads {@link Space#axes} where it
     * needs to know what a coordinate is.
     */
    public TunerAbilities withPermutations() {
        var more = EnumSet.copyOf(kinds);
        more.add(Kind.PERMUTATION);
        return new TunerAbilities(
                fidelities, sources, more, severalTasks, severalObjectives, sharedTasks);
    }

    /** Returns the same for these kinds of parameters alone. */
    public TunerAbilities withKinds(Kind... only) {
        return new TunerAbilities(
                fidelities, sources, Set.of(only), severalTasks, severalObjectives, sharedTasks);
    }

    /** Returns the same for one task. */
    public TunerAbilities withOneTask() {
        return new TunerAbilities(fidelities, sources, kinds, false, severalObjectives, false);
    }

    /** Returns the same for one objective. */
    public TunerAbilities withOneObjective() {
        return new TunerAbilities(fidelities, sources, kinds, severalTasks, false, sharedTasks);
    }

    /** Returns the same with tasks that learn from each other. */
    public TunerAbilities withSharedTasks() {
        return new TunerAbilities(fidelities, sources, kinds, true, severalObjectives, true);
    }

    /** Returns what a study of these tasks calls for, so that all of it can be used. */
    static TunerAbilities calledFor(TuningProblem problem, List<Point> tasks) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (Parameter parameter : problem.parameterSpace().parameters()) {
            kinds.add(
                    switch (parameter) {
                        case Parameter.Real r -> Kind.REAL;
                        case Parameter.Int i -> Kind.INTEGER;
                        case Parameter.Ordinal o -> Kind.ORDINAL;
                        case Parameter.Categorical c -> Kind.CATEGORICAL;
                        case Permutation p -> Kind.PERMUTATION;
                    });
            parameter.activeIf().ifPresent(condition -> kinds.add(Kind.CONDITIONAL));
        }
        return new TunerAbilities(
                problem.fidelity().isPresent(),
                false,
                kinds,
                tasks.size() > 1,
                problem.optimized().size() > 1,
                false);
    }

    /** Returns what is called for and cannot be tuned, for a sentence. */
    List<String> missing(TunerAbilities calledFor) {
        var missing = new ArrayList<String>();
        for (Kind kind : Kind.values()) {
            if (calledFor.kinds.contains(kind) && !kinds.contains(kind)) {
                missing.add("%s parameters".formatted(kind.name().toLowerCase(Locale.ROOT)));
            }
        }
        if (calledFor.severalTasks && !severalTasks) {
            missing.add("more than one task");
        }
        if (calledFor.severalObjectives && !severalObjectives) {
            missing.add("more than one objective");
        }
        return missing;
    }
}
