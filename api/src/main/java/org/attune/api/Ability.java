package org.attune.api;

import org.attune.api.TunerAbilities.Kind;

import java.util.EnumSet;
import java.util.Locale;

/**
 * A column of the table of tuners: something that a tuner may be able to do. The contract suite has
 * a test of each, for tuners that declare it and for those that do not; the last four every tuner
 * can, since the contract asks them of all.
 */
public enum Ability {
    /** Studies of several tasks. */
    TASKS(Lack.REFUSED, "several tasks in one study"),
    /** What was measured of one task has a part in what is proposed for another. */
    SHARING(Lack.UNUSED, "tasks learn from each other"),
    /** Several objectives. */
    OBJECTIVES(Lack.REFUSED, "several objectives, whose Pareto front is sought"),
    /** Runs at less than the full cost. */
    FIDELITY(Lack.UNUSED, "runs at less than the full cost, chosen and learned from"),
    /** Sources: what is known of other tasks. */
    TRANSFER(Lack.UNUSED, "learns from sources: what is known of other tasks"),
    /** Reals, integers and ordinals. */
    NUMBERS(Lack.REFUSED, "reals, integers, ordinals"),
    /** Listed values without an order. */
    CATEGORIES(Lack.REFUSED, "values without an order"),
    /** Orders of items. */
    ORDERS(Lack.REFUSED, "orders of items as one parameter"),
    /** Parameters that only matter under a condition. */
    CONDITIONS(Lack.REFUSED, "parameters that matter under a condition"),
    /** Constraints, which hold of all that is proposed. */
    CONSTRAINTS(Lack.NEVER, "whatever is proposed keeps the constraints"),
    /** Runs that fail, even all of them. */
    FAILURES(Lack.NEVER, "goes on when runs fail"),
    /** Several trials at once. */
    PARALLEL(Lack.NEVER, "several trials at once, told in any order"),
    /** Going on from the journal alone. */
    RESTART(Lack.NEVER, "goes on from the journal as if it had never ended");

    /** What becomes of a study that calls for something that a tuner lacks. */
    private enum Lack {
        REFUSED,
        UNUSED,
        NEVER
    }

    private final Lack lack;
    private final String meaning;

    Ability(Lack lack, String meaning) {
        this.lack = lack;
        this.meaning = meaning;
    }

    /** Returns the column's head. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what it is, a phrase. */
    public String meaning() {
        return meaning;
    }

    /** Returns whether a tuner that lacks it refuses problems that call for it. */
    public boolean isRefusedWhereLacking() {
        return lack == Lack.REFUSED;
    }

    /** Returns whether a tuner of these declarations can do it. */
    public boolean isAmong(TunerAbilities declared) {
        return switch (this) {
            case TASKS -> declared.severalTasks();
            case SHARING -> declared.sharedTasks();
            case OBJECTIVES -> declared.severalObjectives();
            case FIDELITY -> declared.fidelities();
            case TRANSFER -> declared.sources();
            case NUMBERS ->
                    declared.kinds().containsAll(EnumSet.of(Kind.REAL, Kind.INTEGER, Kind.ORDINAL));
            case CATEGORIES -> declared.kinds().contains(Kind.CATEGORICAL);
            case ORDERS -> declared.kinds().contains(Kind.PERMUTATION);
            case CONDITIONS -> declared.kinds().contains(Kind.CONDITIONAL);
            case CONSTRAINTS, FAILURES, PARALLEL, RESTART -> true;
        };
    }
}
