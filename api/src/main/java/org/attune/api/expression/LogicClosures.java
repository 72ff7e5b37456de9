package org.attune.api.expression;

import java.util.Arrays;
import java.util.List;

/** Comparisons, membership, {@code and}, {@code or}, {@code not} and the conditional. */
final class LogicClosures {
    private LogicClosures() {}

    static Closure compared(List<Comparison> comparisons, List<Closure> operands) {
        boolean numbers = true;
        for (int i = 0; i < comparisons.size(); i++) {
            boolean left = operands.get(i).numeric();
            boolean right = operands.get(i + 1).numeric();
            numbers &= comparisons.get(i).ordered() ? left || right : left && right;
        }
        if (numbers && comparisons.size() == 1) {
            return new NumberComparison(comparisons.get(0), operands.get(0), operands.get(1));
        }
        Comparison[] links = comparisons.toArray(Comparison[]::new);
        Closure[] values = operands.toArray(Closure[]::new);
        return numbers ? new NumberComparisons(links, values) : new Comparisons(links, values);
    }

    /** Two numbers; where one is known to be a number, an order demands that the other is. */
    private static final class NumberComparison extends Closure.Truth {
        private final Comparison comparison;
        private final Closure left;
        private final Closure right;

        NumberComparison(Comparison comparison, Closure left, Closure right) {
            this.comparison = comparison;
            this.left = left;
            this.right = right;
        }

        @Override
        boolean test(Object[] slots) {
            return comparison.holds(left.number(slots), right.number(slots));
        }
    }

    private static final class NumberComparisons extends Closure.Truth {
        private final Comparison[] comparisons;
        private final Closure[] operands;

        NumberComparisons(Comparison[] comparisons, Closure[] operands) {
            this.comparisons = comparisons;
            this.operands = operands;
        }

        @Override
        boolean test(Object[] slots) {
            double left = operands[0].number(slots);
            for (int i = 0; i < comparisons.length; i++) {
                double right = operands[i + 1].number(slots);
                if (!comparisons[i].holds(left, right)) {
                    return false;
                }
                left = right;
            }
            return true;
        }
    }

    private static final class Comparisons extends Closure.Truth {
        private final Comparison[] comparisons;
        private final Closure[] operands;

        Comparisons(Comparison[] comparisons, Closure[] operands) {
            this.comparisons = comparisons;
            this.operands = operands;
        }

        @Override
        boolean test(Object[] slots) {
            Object left = operands[0].value(slots);
            for (int i = 0; i < comparisons.length; i++) {
                Object right = operands[i + 1].value(slots);
                if (!comparisons[i].holds(left, right)) {
                    return false;
                }
                left = right;
            }
            return true;
        }
    }

    /** Evaluates all elements before it compares, as Python builds the tuple first. */
    static final class Membership extends Closure.Truth {
        private final boolean negated;
        private final Closure item;
        private final Closure[] elements;

        Membership(boolean negated, Closure item, List<Closure> elements) {
            this.negated = negated;
            this.item = item;
            this.elements = elements.toArray(Closure[]::new);
        }

        @Override
        boolean test(Object[] slots) {
            Object wanted = item.value(slots);
            boolean found = false;
            for (Closure element : elements) {
                found |= Comparison.EQUAL.holds(wanted, element.value(slots));
            }
            return found != negated;
        }
    }

    static final class Not extends Closure.Truth {
        private final Closure operand;

        Not(Closure operand) {
            this.operand = operand;
        }

        @Override
        boolean test(Object[] slots) {
            return !operand.test(slots);
        }
    }

    /** {@code and}, {@code or}: the value is that of the operand that decides. */
    static final class Logic extends Closure {
        private final boolean conjunction;
        private final Closure[] operands;
        private final boolean numeric;

        Logic(boolean conjunction, List<Closure> operands) {
            this.conjunction = conjunction;
            this.operands = operands.toArray(Closure[]::new);
            this.numeric = Arrays.stream(this.operands).allMatch(Closure::numeric);
        }

        @Override
        boolean numeric() {
            return numeric;
        }

        @Override
        Object value(Object[] slots) {
            int last = operands.length - 1;
            for (int i = 0; i < last; i++) {
                Object value = operands[i].value(slots);
                if (Values.truth(value) != conjunction) {
                    return value;
                }
            }
            return operands[last].value(slots);
        }

        @Override
        boolean test(Object[] slots) {
            for (Closure operand : operands) {
                if (operand.test(slots) != conjunction) {
                    return !conjunction;
                }
            }
            return conjunction;
        }
    }

    static final class Choice extends Closure {
        private final Closure condition;
        private final Closure yes;
        private final Closure no;

        Choice(Closure condition, Closure yes, Closure no) {
            this.condition = condition;
            this.yes = yes;
            this.no = no;
        }

        @Override
        boolean numeric() {
            return yes.numeric() && no.numeric();
        }

        @Override
        Object value(Object[] slots) {
            return (condition.test(slots) ? yes : no).value(slots);
        }

        @Override
        double number(Object[] slots) {
            return (condition.test(slots) ? yes : no).number(slots);
        }

        @Override
        boolean test(Object[] slots) {
            return (condition.test(slots) ? yes : no).test(slots);
        }
    }
}
