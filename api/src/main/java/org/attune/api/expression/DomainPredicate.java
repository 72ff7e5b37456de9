package org.attune.api.expression;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The test of an expression whose names have not one value each, but any of a {@link Domain}. The
 * answer is conservative: what it excludes never happens, what it allows may or may not.
 *
 * <p>Where all combinations of values that a part of the expression reads are few, they are tried
 * one by one, and the answer is exact for the combinations. Else the parts are put together by
 * interval arithmetic (R. E. Moore, Interval Analysis, 1966), as if they were independent.
 *
 * <p>Made by {@link Expression#overDomains}. Instances are immutable and safe for use by several
 * threads.
 */
public final class DomainPredicate {
    /** Combinations that are tried; for a number fewer, because intervals are nearly as good. */
    private static final int FEW = 24;

    private static final int FEW_NUMBERS = 4;

    private final String text;
    private final Part root;
    private final int size;

    DomainPredicate(String text, Part root, int size) {
        this.text = text;
        this.root = root;
        this.size = size;
    }

    /** Returns the slots that are read, without those of definitions, in increasing order. */
    public List<Integer> reads() {
        return root.reads().stream().sorted().toList();
    }

    /** Returns how the test may turn out; {@code domains} are in the order of the slots. */
    public Prospect of(Domain[] domains) {
        if (root.combinations(domains) <= FEW) {
            return tried(domains);
        }
        Extent extent = extent(root, domains);
        return new Prospect(
                extent.mayBeTrue(), extent.mayBeFalse(), extent.fails(), extent.undefined());
    }

    private Prospect tried(Domain[] domains) {
        boolean holds = false;
        boolean isFalse = false;
        boolean fails = false;
        boolean undefined = false;
        int count = (int) root.combinations(domains);
        Object[] slots = new Object[size];
        for (int i = 0; i < count && !(holds && isFalse); i++) {
            root.fill(slots, domains, i);
            try {
                boolean truth = root.closure().test(slots);
                holds |= truth;
                isFalse |= !truth;
            } catch (Fault fault) {
                fails = true;
            } catch (UndefinedNameException inactive) {
                undefined = true;
            }
        }
        return holds && isFalse ? Prospect.OPEN : new Prospect(holds, isFalse, fails, undefined);
    }

    private Extent extent(Part part, Domain[] domains) {
        double combinations = part.combinations(domains);
        if (combinations <= (part.isTruth() ? FEW : FEW_NUMBERS)) {
            return tried(part, domains, (int) combinations);
        }
        List<Part> parts = part.children();
        return switch (part.node()) {
            case Node.Constant n -> Extent.of(n.value());
            case Node.Name _, Node.Position _ -> domains[part.slot()].extent();
            case Node.Chain n -> {
                Extent result = extent(parts.getFirst(), domains);
                for (int i = 0; i < n.operators().size(); i++) {
                    Extent operand = extent(parts.get(i + 1), domains);
                    result = Intervals.apply(n.operators().get(i), result, operand);
                }
                yield result;
            }
            case Node.Sign n -> {
                Extent operand = extent(parts.getFirst(), domains);
                yield n.minus()
                        ? Intervals.negated(operand)
                        : Intervals.negated(Intervals.negated(operand));
            }
            case Node.Compared n -> compared(n.comparisons(), parts, domains);
            case Node.Membership n -> membership(n.negated(), parts, domains);
            case Node.Logic n -> logic(n.conjunction(), parts, domains);
            case Node.Not _ -> {
                Extent operand = extent(parts.getFirst(), domains);
                yield Extent.truth(operand.mayBeFalse(), operand.mayBeTrue()).after(operand);
            }
            case Node.Choice _ -> {
                Extent condition = extent(parts.getFirst(), domains);
                Extent result = Extent.NOTHING.after(condition);
                if (condition.mayBeTrue()) {
                    result = result.or(extent(parts.get(1), domains));
                }
                yield condition.mayBeFalse() ? result.or(extent(parts.get(2), domains)) : result;
            }
            case Node.Call n -> call(n.function(), parts, domains);
        };
    }

    private Extent tried(Part part, Domain[] domains, int count) {
        Object[] slots = new Object[size];
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        Extent failures = Extent.NOTHING;
        for (int i = 0; i < count; i++) {
            part.fill(slots, domains, i);
            try {
                Object value = part.closure().value(slots);
                double number = value instanceof String ? Double.NaN : Values.number(value);
                if (Double.isFinite(number)) {
                    low = Math.min(low, number);
                    high = Math.max(high, number);
                } else {
                    failures = failures.or(Extent.ANYTHING);
                }
            } catch (Fault fault) {
                failures = failures.orFault();
            } catch (UndefinedNameException inactive) {
                failures = failures.or(Extent.UNDEFINED);
            }
        }
        return failures.or(Extent.of(low, high));
    }

    /** A chain of comparisons stops at the first that is false. */
    private Extent compared(List<Comparison> comparisons, List<Part> parts, Domain[] domains) {
        Extent left = extent(parts.getFirst(), domains);
        Extent failures = Extent.NOTHING.after(left);
        boolean mayNot = false;
        for (int i = 0; i < comparisons.size(); i++) {
            Extent right = extent(parts.get(i + 1), domains);
            failures = failures.after(right);
            if (!left.hasValues() || !right.hasValues()) {
                return Extent.truth(false, mayNot).after(failures);
            }
            Comparison comparison = comparisons.get(i);
            boolean mayHold = true;
            if (left.other() || right.other()) {
                mayNot = true;
                failures = comparison.ordered() ? failures.orFault() : failures;
            } else {
                mayHold = mayHold(comparison, left, right);
                mayNot |= mayHold(opposite(comparison), left, right);
            }
            if (!mayHold) {
                return Extent.FALSE.after(failures);
            }
            left = right;
        }
        return Extent.truth(true, mayNot).after(failures);
    }

    private static boolean mayHold(Comparison comparison, Extent x, Extent y) {
        return switch (comparison) {
            case EQUAL -> x.low() <= y.high() && y.low() <= x.high();
            case NOT_EQUAL -> !(x.single() && y.single() && x.low() == y.low());
            case LESS -> x.low() < y.high();
            case LESS_EQUAL -> x.low() <= y.high();
            case GREATER -> x.high() > y.low();
            case GREATER_EQUAL -> x.high() >= y.low();
        };
    }

    private static Comparison opposite(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Comparison.NOT_EQUAL;
            case NOT_EQUAL -> Comparison.EQUAL;
            case LESS -> Comparison.GREATER_EQUAL;
            case LESS_EQUAL -> Comparison.GREATER;
            case GREATER -> Comparison.LESS_EQUAL;
            case GREATER_EQUAL -> Comparison.LESS;
        };
    }

    private Extent membership(boolean negated, List<Part> parts, Domain[] domains) {
        Extent item = extent(parts.getFirst(), domains);
        Extent failures = Extent.NOTHING.after(item);
        boolean possible = item.hasValues();
        boolean mayBeFound = false;
        boolean surelyFound = false;
        for (Part part : parts.subList(1, parts.size())) {
            Extent element = extent(part, domains);
            failures = failures.after(element);
            possible &= element.hasValues();
            boolean unknown = item.other() || element.other();
            mayBeFound |= unknown || mayHold(Comparison.EQUAL, item, element);
            surelyFound |= !unknown && !mayHold(Comparison.NOT_EQUAL, item, element);
        }
        if (!possible) {
            return failures;
        }
        return Extent.truth(
                        negated ? !surelyFound : mayBeFound, negated ? mayBeFound : !surelyFound)
                .after(failures);
    }

    /** The value of the first operand that decides, else of the last. */
    private Extent logic(boolean conjunction, List<Part> parts, Domain[] domains) {
        Extent result = Extent.NOTHING;
        for (int i = 0; i < parts.size(); i++) {
            Extent operand = extent(parts.get(i), domains);
            boolean last = i == parts.size() - 1;
            boolean decides = conjunction ? operand.mayBeFalse() : operand.mayBeTrue();
            result = last || decides ? result.or(decided(conjunction, last, operand)) : result;
            result = result.after(operand);
            if (last || !(conjunction ? operand.mayBeTrue() : operand.mayBeFalse())) {
                break;
            }
        }
        return result;
    }

    /** The values of an operand that decide: zero for {@code and}, else all others. */
    private static Extent decided(boolean conjunction, boolean last, Extent operand) {
        if (last || operand.other()) {
            return operand;
        }
        return conjunction
                ? Extent.FALSE
                : Extent.of(
                        operand.low() == 0 ? Double.MIN_VALUE : operand.low(),
                        operand.high() == 0 ? -Double.MIN_VALUE : operand.high());
    }

    private Extent call(Function function, List<Part> parts, Domain[] domains) {
        Extent x = extent(parts.getFirst(), domains);
        return switch (function) {
            case MIN, MAX -> {
                Extent result = x;
                for (Part part : parts.subList(1, parts.size())) {
                    Extent y = extent(part, domains);
                    result = Intervals.extremum(function == Function.MIN, result, y);
                }
                yield result;
            }
            case ABS -> Intervals.absolute(x);
            case FLOOR -> rising(Arithmetic::floor, x);
            case CEIL -> rising(Arithmetic::ceil, x);
            case INT -> rising(Arithmetic::truncate, x);
            case ROUND ->
                    parts.size() == 1
                            ? rising(Arithmetic::round, x)
                            : Extent.ANYTHING.after(x).after(extent(parts.get(1), domains));
            case FLOAT -> rising(v -> v, x);
            case SQRT -> Intervals.rising(Arithmetic::sqrt, 0, x);
            case EXP -> Intervals.wider(rising(StrictMath::exp, x));
            case LOG -> {
                Extent log = logarithm(Arithmetic::log, x);
                if (parts.size() == 1) {
                    yield log;
                }
                Extent base = logarithm(Arithmetic::log, extent(parts.get(1), domains));
                yield Intervals.wider(Intervals.apply(Operator.DIVIDE, log, base));
            }
            case LOG2 -> logarithm(Arithmetic::log2, x);
            case LOG10 -> logarithm(Arithmetic::log10, x);
            case POW -> Intervals.apply(Operator.POWER, x, extent(parts.get(1), domains));
        };
    }

    private static Extent rising(DoubleUnaryOperator function, Extent x) {
        return Intervals.rising(function, Double.NEGATIVE_INFINITY, x);
    }

    private static Extent logarithm(DoubleUnaryOperator function, Extent x) {
        return Intervals.wider(Intervals.rising(function, Double.MIN_VALUE, x));
    }

    @Override
    public String toString() {
        return text;
    }
}
