package org.attune.band;

import org.attune.api.Option;
import org.attune.api.Settings;
import org.attune.api.TuningProblem;

import java.util.List;

/**
 * What a user may choose of {@link FidelityTuner}, beside the engine's options.
 *
 * @param eta ratio of the costs of neighbouring rungs where the problem lists no levels
 * @param least share of the full cost below which nothing is run, 0 for the problem's cheapest
 * @param most levels
 * @param design runs at the cheapest level before the model proposes, 0 to choose
 * @param cheapSpend full runs that cheap ones may cost between two full ones
 * @param costPower what the cost is raised to that information is divided by
 */
record FidelityOptions(
        int eta, double least, int most, int design, double cheapSpend, double costPower) {
    private static final Option<Integer> ETA =
            Option.integer(
                    "eta",
                    3,
                    2,
                    100,
                    "ratio of the costs of neighbouring levels, where the problem lists none");
    private static final Option<Double> LEAST =
            Option.real(
                    "least-cost",
                    0,
                    0,
                    1,
                    "share of the full cost below which nothing is run; 0: what the problem"
                            + " allows");
    private static final Option<Integer> MOST =
            Option.integer("levels", 4, 1, 10, "at most, the full one included");
    private static final Option<Integer> DESIGN =
            Option.integer(
                    "cheap-design",
                    0,
                    0,
                    10_000,
                    "runs of a task before the model proposes, at the cheapest level; 0 chooses by"
                            + " dimension and cost");
    private static final Option<Double> CHEAP_SPEND =
            Option.real(
                    "cheap-spend",
                    1,
                    0,
                    1000,
                    "full runs that cheap ones may cost between two full ones of a task");
    private static final Option<Double> COST_POWER =
            Option.real(
                    "cost-power",
                    1,
                    0,
                    10,
                    "what a run tells of the full one is divided by its cost to the power of"
                            + " this");

    static List<Option<?>> all() {
        return List.of(ETA, LEAST, MOST, DESIGN, CHEAP_SPEND, COST_POWER);
    }

    static FidelityOptions read(Settings given) {
        return new FidelityOptions(
                given.get(ETA),
                given.get(LEAST),
                given.get(MOST),
                given.get(DESIGN),
                given.get(CHEAP_SPEND),
                given.get(COST_POWER));
    }

    /** Returns the rungs of a problem. */
    Ladder ladder(TuningProblem problem) {
        return Ladder.of(problem, eta, least, most);
    }

    /**
     * Returns how many runs of a task come before the model: three for each axis and at least
     * eight, as far as they cost no more than a full run and a half, but not fewer than a tuner of
     * full runs begins with. Several tasks, which learn from each other, have twice as many in all,
     * and each has two or more.
     */
    int initial(int dimension, Ladder ladder, int tasks) {
        if (design > 0) {
            return design;
        }
        int fewest = Math.clamp(dimension, 3, 5);
        int affordable = (int) Math.floor(1.5 / ladder.cost(0));
        int wanted = Math.max(3 * dimension, 8);
        if (tasks == 1) {
            return Math.clamp(Math.min(wanted, affordable), fewest, 30);
        }
        int alone = Math.clamp(wanted, fewest, 30);
        return Math.clamp(Math.min((2 * alone + tasks - 1) / tasks, affordable), 2, alone);
    }
}
