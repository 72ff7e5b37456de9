package org.attune.api;

import org.attune.api.expression.Domain;
import org.attune.api.expression.DomainPredicate;
import org.attune.api.expression.Prospect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A range of each parameter, and which rules are still open over it. Immutable after it was made.
 */
final class Box {
    /** Trying so many values takes less time than halving their range. */
    private static final double MOST_TRIMMED = 32;

    private final Rules rules;
    private final SplitAxis[] axes;
    private final double[] low;
    private final double[] high;
    private final BitSet inactive; // parameters that surely have no value, and so are not split
    private final Domain[] domains;
    private final BitSet open; // rules

    private Box(
            Rules rules,
            SplitAxis[] axes,
            double[] low,
            double[] high,
            BitSet inactive,
            Domain[] domains,
            BitSet open) {
        this.rules = rules;
        this.axes = axes;
        this.low = low;
        this.high = high;
        this.inactive = inactive;
        this.domains = domains;
        this.open = open;
    }

    /** The box with these ranges; empty where a rule is violated all over it. */
    static Optional<Box> of(Rules rules, SplitAxis[] axes, double[] low, double[] high) {
        var open = new BitSet();
        open.set(0, rules.rules().size());
        var box = new Box(rules, axes, low, high, new BitSet(), rules.fixed(), open);
        var all = new BitSet();
        all.set(0, axes.length);
        return box.decides(all) ? Optional.of(box) : Optional.empty();
    }

    /** The part of this box with that range of an axis; empty where a rule is violated. */
    Optional<Box> part(int axis, double from, double to) {
        double[] lower = low.clone();
        double[] upper = high.clone();
        lower[axis] = from;
        upper[axis] = to;
        var part =
                new Box(
                        rules,
                        axes,
                        lower,
                        upper,
                        (BitSet) inactive.clone(),
                        domains.clone(),
                        (BitSet) open.clone());
        var changed = new BitSet();
        changed.set(axis);
        return part.decides(changed) ? Optional.of(part) : Optional.empty();
    }

    /**
     * Brings domains and rules up to date with the changed axes; false where a rule is violated.
     */
    private boolean decides(BitSet changed) {
        for (int axis : rules.order()) {
            DomainPredicate condition = rules.condition(axis);
            if (changed.get(axis) || condition != null && !inactive.get(axis)) {
                domains[rules.slot(axis)] = domain(axis, condition);
            }
        }
        var trimmed = new BitSet();
        for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
            Rule rule = rules.rules().get(i);
            if (rule.axes().intersects(changed)) {
                switch (rule.of(domains)) {
                    case HOLDS -> open.clear(i);
                    case VIOLATED -> {
                        return false;
                    }
                    case OPEN -> trim(rule, trimmed);
                }
            }
        }
        for (int[] positions : rules.permutations()) {
            if (changes(positions, changed) && isActive(positions[0])) {
                var narrowed = new BitSet();
                if (!AllDifferent.narrow(positions, low, high, narrowed)) {
                    return false;
                }
                trimmed.or(narrowed);
            }
        }
        return trimmed.isEmpty() || decides(trimmed);
    }

    private static boolean changes(int[] positions, BitSet changed) {
        int first = changed.nextSetBit(positions[0]);
        return first >= 0 && first <= positions[positions.length - 1];
    }

    /** Whether it is sure that the parameter of an axis has a value. */
    private boolean isActive(int axis) {
        if (rules.condition(axis) == null) {
            return true;
        }
        Prospect active = rules.condition(axis).of(domains);
        return !(active.isFalse() || active.fails() || active.undefined());
    }

    /**
     * Cuts off the values at both ends that violate a rule which depends on one axis only, or on
     * positions of items only.
     */
    private void trim(Rule rule, BitSet trimmed) {
        int axis = -1;
        boolean several = false;
        boolean positions = true;
        for (int a = rule.axes().nextSetBit(0); a >= 0; a = rule.axes().nextSetBit(a + 1)) {
            if (isOpen(a)) {
                several |= axis >= 0;
                positions &= rules.isPosition(a);
                axis = a;
            }
        }
        if (!several && axis >= 0) {
            trim(rule, axis, trimmed);
        } else if (several && positions) {
            for (int a = rule.axes().nextSetBit(0); a >= 0; a = rule.axes().nextSetBit(a + 1)) {
                if (isOpen(a)) {
                    trim(rule, a, trimmed);
                }
            }
        }
    }

    private void trim(Rule rule, int axis, BitSet trimmed) {
        if (!axes[axis].discrete()
                || high[axis] - low[axis] > MOST_TRIMMED
                || rules.condition(axis) != null) {
            return;
        }
        double first = low[axis];
        double last = high[axis];
        while (low[axis] < last && violates(rule, axis, low[axis])) {
            low[axis]++;
        }
        while (low[axis] < high[axis] && violates(rule, axis, high[axis])) {
            high[axis]--;
        }
        domains[rules.slot(axis)] = axes[axis].domain(low[axis], high[axis]);
        if (low[axis] > first || high[axis] < last) {
            trimmed.set(axis);
        }
    }

    private boolean violates(Rule rule, int axis, double index) {
        domains[rules.slot(axis)] = axes[axis].domain(index, index);
        return rule.of(domains) == Rule.Verdict.VIOLATED;
    }

    private Domain domain(int axis, DomainPredicate condition) {
        Domain values = axes[axis].domain(low[axis], high[axis]);
        if (condition == null) {
            return values;
        }
        Prospect active = condition.of(domains);
        if (!active.holds()) {
            inactive.set(axis);
            return Domain.undefined();
        }
        boolean mayNot = active.isFalse() || active.fails() || active.undefined();
        return mayNot ? values.orUndefined() : values;
    }

    /** Whether all rules hold all over the box. */
    boolean isDecided() {
        return open.isEmpty();
    }

    boolean isOpen(int axis) {
        return !inactive.get(axis) && axes[axis].isOpen(low[axis], high[axis]);
    }

    /** Whether it is one configuration. */
    boolean isPoint() {
        for (int d = 0; d < axes.length; d++) {
            if (!inactive.get(d) && low[d] < high[d]) {
                return false;
            }
        }
        return true;
    }

    /** Unit coordinates of a point drawn uniformly. */
    double[] draw(Generator random) {
        double[] unit = new double[axes.length];
        for (int d = 0; d < unit.length; d++) {
            double share = low[d] < high[d] ? random.nextDouble() : 0;
            unit[d] =
                    low[d] < high[d] && rules.isPosition(d)
                            ? axes[d].key(low[d], high[d], share)
                            : axes[d].unit(low[d], high[d], share);
        }
        return unit;
    }

    /**
     * The axis to split: few values and many open rules that depend on it come first, so that a
     * mistake is noticed early; -1 where no open rule depends on an axis that can be split. Where
     * no rule is open, any axis with few values.
     */
    int axisToSplit(Generator random) {
        int[] degree = new int[axes.length];
        for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
            BitSet read = rules.rules().get(i).axes();
            for (int a = read.nextSetBit(0); a >= 0; a = read.nextSetBit(a + 1)) {
                degree[a]++;
            }
        }
        int chosen = -1;
        double least = Double.POSITIVE_INFINITY;
        int ties = 0;
        for (int axis = 0; axis < axes.length; axis++) {
            if (isOpen(axis) && (isDecided() || degree[axis] > 0)) {
                double worth = axes[axis].size(low[axis], high[axis]) / Math.max(degree[axis], 1);
                ties = worth < least ? 1 : worth == least ? ties + 1 : ties;
                if (worth < least || worth == least && random.nextInt(ties) == 0) {
                    chosen = axis;
                    least = worth;
                }
            }
        }
        return chosen;
    }

    /** The two halves of an axis, without those that violate a rule, the one to try first last. */
    List<Box> halves(int axis, Generator random) {
        double middle = axes[axis].middle(low[axis], high[axis]);
        double after = axes[axis].after(middle);
        double lower = axes[axis].width(low[axis], middle);
        double whole = lower + axes[axis].width(after, high[axis]);
        boolean lowerFirst = random.nextDouble() * whole < lower;
        Optional<Box> below = part(axis, low[axis], middle);
        Optional<Box> above = part(axis, after, high[axis]);
        var halves = new ArrayList<Box>(2);
        (lowerFirst ? above : below).ifPresent(halves::add);
        (lowerFirst ? below : above).ifPresent(halves::add);
        return halves;
    }
}
