package org.attune.band;

import org.attune.api.Fidelity;
import org.attune.api.FidelityScale;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fidelities at which a tuner runs, as rungs: rung 0 is the cheapest, the last one the full
 * run. A problem without fidelities has the full one alone.
 *
 * @param rungs ascending, the last one full, at least one
 */
public record Ladder(List<Fidelity> rungs) {
    /** Of a fidelity that may be any share, the cheapest that is run unless the user says less. */
    static final double LEAST_SHARE = 1.0 / 27;

    /** How far a rung may be from what was asked for before it counts as another one. */
    private static final double SAME = 1e-6;

    /**
     * Copies the rungs.
     *
     * @throws IllegalArgumentException if they do not ascend to the full one
     */
    public Ladder {
        rungs = List.copyOf(rungs);
        for (int i = 1; i < rungs.size(); i++) {
            if (rungs.get(i).value() <= rungs.get(i - 1).value()) {
                throw new IllegalArgumentException("Rungs must ascend, not be " + rungs + ".");
            }
        }
        if (rungs.isEmpty() || !rungs.getLast().isFull()) {
            throw new IllegalArgumentException(
                    "The last rung must be the full run, not " + rungs + ".");
        }
    }

    /**
     * Returns the listed levels of the problem, at most {@code most} of them; of a range, shares 1,
     * 1/η, 1/η², … of the full cost down to its cheapest run.
     *
     * @param least share of the full cost below which nothing is run; 0 leaves it to the problem
     */
    public static Ladder of(TuningProblem problem, int eta, double least, int most) {
        if (problem.fidelity().isEmpty()) {
            return new Ladder(List.of(Fidelity.FULL));
        }
        FidelityScale scale = problem.fidelity().get();
        if (!scale.levels().isEmpty()) {
            List<Fidelity> dear =
                    scale.levels().stream()
                            .filter(f -> f.value() >= least - Fidelity.TOLERANCE)
                            .toList();
            return new Ladder(thinned(dear.isEmpty() ? List.of(Fidelity.FULL) : dear, most));
        }
        double cheapest = Math.max(least, scale.leastCost());
        if (cheapest <= 0) {
            cheapest = LEAST_SHARE;
        }
        double below = cheapest * (1 - SAME); // 1/243 of a double is more than that, by rounding
        int s = Math.min(Brackets.largest(Math.min(below, 1), 1, eta), most - 1);
        var shares = new ArrayList<Double>();
        for (int i = s; i >= 0; i--) {
            shares.add(Brackets.budget(1, eta, i));
        }
        return at(scale, shares);
    }

    /**
     * Returns the rungs nearest to these shares of the full cost, each once, and the full one.
     *
     * @param scale of the problem
     * @param shares in (0, 1]
     */
    static Ladder at(FidelityScale scale, List<Double> shares) {
        Set<Fidelity> rungs = new LinkedHashSet<>();
        shares.stream().sorted().forEach(share -> add(rungs, nearest(scale, share)));
        add(rungs, Fidelity.FULL);
        return new Ladder(List.copyOf(rungs));
    }

    private static void add(Set<Fidelity> rungs, Fidelity next) {
        double last = rungs.stream().mapToDouble(Fidelity::value).max().orElse(0);
        if (next.value() > last * (1 + SAME)) {
            rungs.add(next);
        }
    }

    /** Returns the fidelity at which a run costs nearest to this share. */
    static Fidelity nearest(FidelityScale scale, double share) {
        double within = Math.min(Math.max(share, scale.leastCost()), 1);
        return within >= 1
                ? Fidelity.FULL
                : scale.of(((Number) scale.quantity(new Fidelity(within))).doubleValue());
    }

    /** Returns at most so many of them, the ends among them, equally far apart in their order. */
    private static List<Fidelity> thinned(List<Fidelity> all, int most) {
        if (all.size() <= most) {
            return all;
        }
        var some = new ArrayList<Fidelity>();
        for (int i = 0; i < most; i++) {
            some.add(all.get(most == 1 ? all.size() - 1 : i * (all.size() - 1) / (most - 1)));
        }
        return some;
    }

    /** Returns the number of rungs. */
    public int size() {
        return rungs.size();
    }

    /** Returns the number of the full rung. */
    public int top() {
        return rungs.size() - 1;
    }

    /** Returns what a run on a rung costs, in full runs. */
    public double cost(int rung) {
        return rungs.get(rung).value();
    }

    /** Returns the rung nearest to a fidelity, by the logarithm of its cost; the full one of it. */
    public int rung(Fidelity fidelity) {
        if (fidelity.isFull()) {
            return top();
        }
        int nearest = 0;
        for (int i = 1; i < Math.max(top(), 1); i++) {
            if (distance(i, fidelity) < distance(nearest, fidelity)) {
                nearest = i;
            }
        }
        return nearest;
    }

    /**
     * Returns the rung of which a trial gives a value: of one that was ended early the dearest that
     * it has reached, which is not the full one; -1 where it has not reached any.
     */
    int measured(Trial trial) {
        Fidelity fidelity = trial.candidate().fidelity();
        if (!trial.isEndedEarly()) {
            return rung(fidelity);
        }
        int reached = -1;
        while (reached + 1 < top() && cost(reached + 1) <= fidelity.value() * (1 + SAME)) {
            reached++;
        }
        return reached;
    }

    /** Returns the trials that were asked for on a rung. */
    List<Trial> on(List<Trial> trials, int rung) {
        return trials.stream().filter(t -> rung(t.asked().fidelity()) == rung).toList();
    }

    /** Returns whether one of these trials has run a configuration on a rung. */
    boolean hasRun(List<Trial> trials, Point configuration, int rung) {
        return on(trials, rung).stream().anyMatch(t -> t.configuration().equals(configuration));
    }

    /**
     * Returns whether after a run enough is left for a full one.
     *
     * @param left of the budget, in full runs
     * @param cost of the run, in full runs
     */
    static boolean affords(double left, double cost) {
        return left - cost >= 1 - Fidelity.TOLERANCE;
    }

    private double distance(int rung, Fidelity fidelity) {
        return Math.abs(Math.log(cost(rung) / fidelity.value()));
    }

    /**
     * Returns the ratio of the costs of neighbouring rungs, their geometric mean, as a whole number
     * of 2 or more.
     */
    int ratio() {
        return size() < 2
                ? 2
                : (int) Math.max(2, Math.rint(Math.pow(1 / cost(0), 1.0 / (size() - 1))));
    }
}
