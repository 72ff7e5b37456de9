package org.attune.band;

import org.attune.api.FidelityScale;
import org.attune.api.Option;
import org.attune.api.Settings;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.List;

/** The options by which users of the bandits say which fidelities are run. */
final class LadderOptions {
    private static final String BUDGETS = "a budget-min above 0";

    static final Option<Integer> ETA =
            Option.integer(
                    "eta",
                    0,
                    0,
                    100,
                    "of how many configurations on a rung one goes on, from 2; 0: the ratio of the"
                            + " costs of the problem's levels, 3 where it lists none");
    static final Option<Double> LEAST =
            Option.real(
                    "budget-min",
                    0,
                    0,
                    1e12,
                    "least budget, in the unit of budget-max; 0: that of the problem's cheapest"
                            + " run");
    static final Option<Double> FULL =
            Option.real("budget-max", 1, 1e-12, 1e12, "budget of a full run")
                    .when(BUDGETS, s -> s.get(LEAST) > 0);
    static final Option<String> MAP =
            Option.choice(
                            "fidelity-map",
                            List.of("share", "ends"),
                            "what a budget b means: the share b / budget-max of the full cost, or a"
                                    + " cost that is linear in b between the problem's cheapest run"
                                    + " at budget-min and the full one at budget-max")
                    .when(BUDGETS, s -> s.get(LEAST) > 0);

    private static final int USUAL = 3;
    private static final int MOST = 10; // rungs

    private LadderOptions() {}

    static List<Option<?>> all() {
        return List.of(ETA, LEAST, FULL, MAP);
    }

    /**
     * Returns η.
     *
     * @throws IllegalArgumentException if it is 1
     */
    static int eta(Settings given, TuningProblem problem) {
        int eta = given.get(ETA);
        if (eta == 1) {
            throw new IllegalArgumentException(
                    "Option 'eta' is 1, with which every configuration goes on; needed is 2 or"
                            + " more, or 0 to choose.");
        }
        return eta > 1
                ? eta
                : problem.fidelity().filter(f -> !f.levels().isEmpty()).isPresent()
                        ? Ladder.of(problem, USUAL, 0, MOST).ratio()
                        : USUAL;
    }

    /**
     * Returns the rungs: without a least budget the problem's own levels, else those nearest to
     * B(s) for s = s_max, …, 0.
     */
    static Ladder ladder(Settings given, TuningProblem problem) {
        int eta = eta(given, problem);
        double least = given.get(LEAST);
        double full = given.get(FULL);
        if (problem.fidelity().isEmpty() || least == 0) {
            return Ladder.of(problem, eta, 0, MOST);
        }
        FidelityScale scale = problem.fidelity().get();
        int s = Brackets.largest(least, full, eta);
        boolean ends = given.get(MAP).equals("ends");
        var shares = new ArrayList<Double>();
        for (int i = 0; i <= s; i++) {
            double b = Brackets.budget(full, eta, i);
            shares.add(
                    ends
                            ? FidelityMap.ends(b, least, full, scale.leastCost())
                            : FidelityMap.share(b, full));
        }
        return Ladder.at(scale, shares);
    }
}
