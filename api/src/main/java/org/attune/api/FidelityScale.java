package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * The fidelities of a problem: what a run at some value of the quantity costs, as a share of the
 * full run, and back.
 *
 * <pre>
 *   share(q) = cost(q) / cost(full)
 * </pre>
 */
public final class FidelityScale {
    /** So many values of a range are looked at to see whether the cost is positive and monotone. */
    private static final int CHECKED = 65;

    private static final MathContext DIGITS = new MathContext(12); // 18, not 17.999999999999996

    private final FidelityParameter parameter;
    private final DoubleUnaryOperator cost; // of the quantity, in its own unit
    private final double full;
    private final double least; // the quantity at the cheap end
    private final double fullCost;
    private final List<Fidelity> levels;

    FidelityScale(FidelityParameter parameter, Map<String, Object> constants, Machine machine) {
        this.parameter = parameter;
        if (isShare()) {
            cost = q -> q;
            least = 0;
            full = 1;
            fullCost = 1;
            levels = List.of();
            return;
        }
        cost = cost(constants, machine);
        double[] grid = grid();
        boolean rising = rising(grid);
        full = grid[rising ? grid.length - 1 : 0];
        least = grid[rising ? 0 : grid.length - 1];
        fullCost = cost.applyAsDouble(full);
        levels =
                parameter.levels().stream()
                        .map(this::of)
                        .sorted(Comparator.comparingDouble(Fidelity::value))
                        .toList();
        List<Double> bounds = parameter.bounds();
        if (!bounds.isEmpty() && full != bounds.get(rising ? 1 : 0)) {
            throw wrong(
                    "the full run at %s is not among the levels %s. Maybe add it."
                            .formatted(Format.exact(bounds.get(rising ? 1 : 0)), shownLevels()));
        }
    }

    private boolean isShare() {
        return parameter.bounds().isEmpty() && parameter.levels().isEmpty();
    }

    private DoubleUnaryOperator cost(Map<String, Object> constants, Machine machine) {
        if (parameter.cost().isEmpty()) {
            return q -> q;
        }
        Expression expression = parameter.cost().get();
        var values = new LinkedHashMap<String, Object>();
        values.put("nodes", (long) machine.nodes());
        values.put("cores", (long) machine.cores());
        values.putAll(constants);
        values.remove(parameter.name());
        var names = new ArrayList<>(values.keySet());
        names.add(parameter.name());
        Expression.Bound bound;
        try {
            bound = expression.bind(names);
        } catch (ExpressionException e) {
            throw wrong("cost: " + e.getMessage());
        }
        Object[] fixed = values.values().toArray();
        return q -> {
            Object[] slots = java.util.Arrays.copyOf(fixed, fixed.length + 1);
            slots[fixed.length] = parameter.value(q);
            try {
                return bound.number(slots);
            } catch (EvaluationException e) {
                throw wrong("cost at %s: %s".formatted(Format.exact(q), e.getMessage()));
            }
        };
    }

    /**
     * Refuses a cost that reads a count of the machine whose name is another thing's elsewhere.
     *
     * @param constants names
     * @param counts names by which the problem's expressions read the machine
     */
    void requireUnhidden(Set<String> constants, Set<String> counts) {
        Stream<String> read = parameter.cost().stream().flatMap(e -> e.names().stream());
        read.filter(n -> !n.equals(name()) && !constants.contains(n) && !counts.contains(n))
                .findFirst()
                .ifPresent(n -> {
                    throw wrong(
                            "its cost reads '%s', which is no count of the machine in this problem, and a cost is one for all configurations. Maybe give it another name there, or leave it out here."
                                    .formatted(n));
                });
    }

    /** Returns the levels, or values spread over the range, ascending. */
    private double[] grid() {
        if (!parameter.levels().isEmpty()) {
            return parameter.levels().stream().mapToDouble(v -> v).toArray();
        }
        double lower = parameter.bounds().get(0);
        double upper = parameter.bounds().get(1);
        int size = parameter.isInteger() ? (int) Math.min(upper - lower + 1, CHECKED) : CHECKED;
        double[] grid = new double[size];
        for (int i = 0; i < size; i++) {
            double v = lower + (upper - lower) * i / (size - 1);
            grid[i] = parameter.isInteger() ? Math.rint(v) : v;
        }
        grid[size - 1] = upper;
        return grid;
    }

    /** Returns whether the cost rises with the quantity, or falls. */
    private boolean rising(double[] grid) {
        double[] costs = new double[grid.length];
        for (int i = 0; i < grid.length; i++) {
            costs[i] = cost.applyAsDouble(grid[i]);
            if (!(costs[i] > 0 && Double.isFinite(costs[i]))) {
                throw wrong(
                        "its cost at %s is %s, but must be positive."
                                .formatted(Format.exact(grid[i]), Format.exact(costs[i])));
            }
        }
        boolean rising = costs[costs.length - 1] > costs[0];
        for (int i = 1; i < costs.length; i++) {
            if (rising ? costs[i] <= costs[i - 1] : costs[i] >= costs[i - 1]) {
                throw wrong(
                        "its cost is %s at %s and %s at %s, and neither rises nor falls all the way."
                                .formatted(
                                        Format.exact(costs[i - 1]),
                                        Format.exact(grid[i - 1]),
                                        Format.exact(costs[i]),
                                        Format.exact(grid[i])));
            }
        }
        return rising;
    }

    /** Returns what it is made of. */
    public FidelityParameter parameter() {
        return parameter;
    }

    /** Returns the name of the quantity. */
    public String name() {
        return parameter.name();
    }

    /** Returns the levels, the cheapest first and the full one last; empty where all are run. */
    public List<Fidelity> levels() {
        return levels;
    }

    /** Returns the share of the cheapest run; 0 where there is none that is cheapest. */
    public double leastCost() {
        return isShare() ? 0 : of(least).value();
    }

    /**
     * Returns what a run at this value of the quantity costs.
     *
     * @throws IllegalArgumentException if no run is at this value
     */
    public Fidelity of(double quantity) {
        boolean known =
                parameter.levels().isEmpty()
                        ? Math.min(least, full) <= quantity && quantity <= Math.max(least, full)
                        : parameter.levels().contains(quantity);
        boolean free = isShare() && quantity == 0;
        if (!known || free || parameter.isInteger() && quantity != Math.rint(quantity)) {
            throw wrong("%s is not run. %s".formatted(Format.exact(quantity), known()));
        }
        return quantity == full
                ? Fidelity.FULL
                : new Fidelity(Math.min(1, cost.applyAsDouble(quantity) / fullCost));
    }

    /**
     * Returns what a run at this value of the quantity costs.
     *
     * @param quantity as a user writes it
     * @throws IllegalArgumentException if it is no number, or no run is at this value; the message
     *     has the values that there are
     */
    public Fidelity of(String quantity) {
        double number;
        try {
            number = Double.parseDouble(quantity.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "fidelity %s: '%s' is no number. %s".formatted(name(), quantity, known()), e);
        }
        return of(number);
    }

    /**
     * Returns the share of the full cost at any value of the quantity, as on the way of a run: 0
     * where there is none, 1 at the full run and beyond.
     */
    public double share(double quantity) {
        if (!Double.isFinite(quantity)) {
            return 0;
        }
        boolean beyond = least < full ? quantity >= full : quantity <= full;
        double share = beyond ? 1 : ofCost(quantity) / fullCost;
        return Double.isNaN(share) ? 0 : Math.clamp(share, 0, 1);
    }

    private double ofCost(double quantity) {
        try {
            return cost.applyAsDouble(quantity);
        } catch (IllegalArgumentException undefined) {
            return Double.NaN; // such as log(0)
        }
    }

    /**
     * Returns the quantity at which a run costs this share, nearest where no run costs just that: a
     * Long or a Double.
     */
    public Object quantity(Fidelity fidelity) {
        if (fidelity.isFull()) {
            return parameter.value(full);
        }
        if (isShare()) {
            return fidelity.value();
        }
        double share = fidelity.value();
        if (!parameter.levels().isEmpty()) {
            return parameter.value(
                    parameter.levels().stream()
                            .min(Comparator.comparingDouble(q -> Math.abs(of(q).value() - share)))
                            .orElseThrow());
        }
        return parameter.value(parameter.isInteger() ? nearestInteger(share) : rounded(share));
    }

    /**
     * Returns this fidelity as it is recorded: with levels, the one that it is but for rounding.
     *
     * @throws IllegalArgumentException if no run costs this share
     */
    public Fidelity canonical(Fidelity fidelity) {
        if (isShare() || fidelity.isFull()) {
            return fidelity;
        }
        double share = fidelity.value();
        boolean stepped = parameter.isInteger() || !parameter.levels().isEmpty();
        Fidelity nearest =
                stepped
                        ? of(((Number) quantity(fidelity)).doubleValue())
                        : new Fidelity(Math.max(share, leastCost()));
        if (Math.abs(nearest.value() - share) > Fidelity.TOLERANCE * share) {
            throw wrong(
                    "no run costs the share %s of a full one. %s"
                            .formatted(Format.exact(share), known()));
        }
        return nearest;
    }

    private String known() {
        return levels.isEmpty()
                ? "It is %sbetween %s and %s."
                        .formatted(
                                parameter.isInteger() ? "an integer " : "",
                                Format.exact(Math.min(least, full)),
                                Format.exact(Math.max(least, full)))
                : "Its levels are %s.".formatted(shownLevels());
    }

    private String shownLevels() {
        return String.join(", ", parameter.levels().stream().map(Format::exact).toList());
    }

    private double nearestInteger(double share) {
        double cheap = least;
        double dear = full;
        while (Math.abs(dear - cheap) > 1) {
            double middle = Math.rint(cheap + (dear - cheap) / 2);
            if (cost.applyAsDouble(middle) / fullCost <= share) {
                cheap = middle;
            } else {
                dear = middle;
            }
        }
        return Math.abs(cost.applyAsDouble(cheap) / fullCost - share)
                        <= Math.abs(cost.applyAsDouble(dear) / fullCost - share)
                ? cheap
                : dear;
    }

    /** Bisects, and takes away the digits that come from the bisection. */
    private double rounded(double share) {
        double cheap = least;
        double dear = full;
        for (double middle = cheap + (dear - cheap) / 2;
                middle != cheap && middle != dear;
                middle = cheap + (dear - cheap) / 2) {
            if (cost.applyAsDouble(middle) / fullCost <= share) {
                cheap = middle;
            } else {
                dear = middle;
            }
        }
        double rounded = new BigDecimal(cheap).round(DIGITS).doubleValue();
        return Math.clamp(rounded, Math.min(least, full), Math.max(least, full));
    }

    private IllegalArgumentException wrong(String message) {
        return new IllegalArgumentException("fidelity %s: %s".formatted(name(), message));
    }

    @Override
    public String toString() {
        return "Scale of fidelity '%s', full at %s".formatted(parameter.name(), full);
    }
}
