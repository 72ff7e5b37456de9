package org.attune.api.expression;

import java.util.List;

/** Sums, products, powers and signs. */
final class ArithmeticClosures {
    /** Chains up to this many operators become a tree, longer ones a loop that needs no stack. */
    private static final int LONGEST_TREE = 3;

    private ArithmeticClosures() {}

    /** {@code operands[0] operators[0] operands[1] ...}, from left to right. */
    static Closure chain(List<Operator> operators, List<Closure> operands) {
        if (operators.size() > LONGEST_TREE) {
            return new Chain(operators.toArray(Operator[]::new), operands.toArray(Closure[]::new));
        }
        Closure result = operands.getFirst();
        for (int i = 0; i < operators.size(); i++) {
            result = binary(operators.get(i), result, operands.get(i + 1));
        }
        return result;
    }

    static Closure sign(boolean minus, Closure operand) {
        return new Sign(minus, operand);
    }

    /** The commonest operators have classes of their own, which the JIT can inline. */
    private static Closure binary(Operator operator, Closure left, Closure right) {
        return switch (operator) {
            case ADD -> new Add(left, right);
            case SUBTRACT -> new Subtract(left, right);
            case MULTIPLY -> new Multiply(left, right);
            default -> new Binary(operator, left, right);
        };
    }

    private abstract static class Numeric extends Closure {
        @Override
        final boolean numeric() {
            return true;
        }
    }

    private static class Binary extends Numeric {
        private final Operator operator;
        final Closure left;
        final Closure right;

        Binary(Operator operator, Closure left, Closure right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        final Object value(Object[] slots) {
            return operator.apply(left.value(slots), right.value(slots));
        }

        @Override
        double number(Object[] slots) {
            return operator.apply(left.number(slots), right.number(slots));
        }
    }

    private static final class Add extends Binary {
        Add(Closure left, Closure right) {
            super(Operator.ADD, left, right);
        }

        @Override
        double number(Object[] slots) {
            return Arithmetic.add(left.number(slots), right.number(slots));
        }
    }

    private static final class Subtract extends Binary {
        Subtract(Closure left, Closure right) {
            super(Operator.SUBTRACT, left, right);
        }

        @Override
        double number(Object[] slots) {
            return Arithmetic.subtract(left.number(slots), right.number(slots));
        }
    }

    private static final class Multiply extends Binary {
        Multiply(Closure left, Closure right) {
            super(Operator.MULTIPLY, left, right);
        }

        @Override
        double number(Object[] slots) {
            return Arithmetic.multiply(left.number(slots), right.number(slots));
        }
    }

    private static final class Chain extends Numeric {
        private final Operator[] operators;
        private final Closure[] operands;

        Chain(Operator[] operators, Closure[] operands) {
            this.operators = operators;
            this.operands = operands;
        }

        @Override
        Object value(Object[] slots) {
            Object result = operands[0].value(slots);
            for (int i = 0; i < operators.length; i++) {
                result = operators[i].apply(result, operands[i + 1].value(slots));
            }
            return result;
        }

        @Override
        double number(Object[] slots) {
            double result = operands[0].number(slots);
            for (int i = 0; i < operators.length; i++) {
                result = operators[i].apply(result, operands[i + 1].number(slots));
            }
            return result;
        }
    }

    private static final class Sign extends Numeric {
        private final boolean minus;
        private final Closure operand;

        Sign(boolean minus, Closure operand) {
            this.minus = minus;
            this.operand = operand;
        }

        @Override
        Object value(Object[] slots) {
            Object value = operand.value(slots);
            double number = Values.number(value);
            double signed = minus ? -number : number;
            return Values.integral(value) ? Values.integer(signed) : (Object) signed;
        }

        @Override
        double number(Object[] slots) {
            double number = operand.number(slots);
            return minus ? -number : number;
        }
    }
}
