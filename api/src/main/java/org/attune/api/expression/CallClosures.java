package org.attune.api.expression;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Calls of the functions. */
final class CallClosures {
    private CallClosures() {}

    static Closure of(Function function, List<Closure> arguments) {
        Closure first = arguments.getFirst();
        boolean two = arguments.size() == 2;
        return switch (function) {
            case MIN -> new Extremum(Comparison.LESS, arguments);
            case MAX -> new Extremum(Comparison.GREATER, arguments);
            case ABS -> new Absolute(first);
            case FLOOR -> new Whole(Arithmetic::floor, first);
            case CEIL -> new Whole(Arithmetic::ceil, first);
            case INT -> new Whole(Arithmetic::truncate, first);
            case ROUND ->
                    two
                            ? new Rounded(first, arguments.get(1))
                            : new Whole(Arithmetic::round, first);
            case SQRT -> new Real(Arithmetic::sqrt, first);
            case LOG ->
                    two ? new Logarithm(first, arguments.get(1)) : new Real(Arithmetic::log, first);
            case LOG2 -> new Real(Arithmetic::log2, first);
            case LOG10 -> new Real(Arithmetic::log10, first);
            case EXP -> new Real(Arithmetic::exp, first);
            case FLOAT -> new Real(x -> x, first);
            case POW -> ArithmeticClosures.chain(List.of(Operator.POWER), arguments);
        };
    }

    private abstract static class Numeric extends Closure {
        @Override
        final boolean numeric() {
            return true;
        }
    }

    /** A function from numbers to floats. */
    private static final class Real extends Numeric {
        private final DoubleUnaryOperator function;
        private final Closure argument;

        Real(DoubleUnaryOperator function, Closure argument) {
            this.function = function;
            this.argument = argument;
        }

        @Override
        Object value(Object[] slots) {
            return number(slots);
        }

        @Override
        double number(Object[] slots) {
            return function.applyAsDouble(argument.number(slots));
        }
    }

    /** A function from numbers to integers. */
    private static final class Whole extends Numeric {
        private final DoubleUnaryOperator function;
        private final Closure argument;

        Whole(DoubleUnaryOperator function, Closure argument) {
            this.function = function;
            this.argument = argument;
        }

        @Override
        Object value(Object[] slots) {
            return Values.integer(number(slots));
        }

        @Override
        double number(Object[] slots) {
            return function.applyAsDouble(argument.number(slots));
        }
    }

    private static final class Logarithm extends Numeric {
        private final Closure argument;
        private final Closure base;

        Logarithm(Closure argument, Closure base) {
            this.argument = argument;
            this.base = base;
        }

        @Override
        Object value(Object[] slots) {
            return number(slots);
        }

        @Override
        double number(Object[] slots) {
            return Arithmetic.log(argument.number(slots), base.number(slots));
        }
    }

    /** An integer stays one. */
    private static final class Absolute extends Numeric {
        private final Closure argument;

        Absolute(Closure argument) {
            this.argument = argument;
        }

        @Override
        Object value(Object[] slots) {
            Object value = argument.value(slots);
            double size = Math.abs(Values.number(value));
            return Values.integral(value) ? Values.integer(size) : (Object) size;
        }

        @Override
        double number(Object[] slots) {
            return Math.abs(argument.number(slots));
        }
    }

    /** {@code round(x, decimals)}: an integer stays one. */
    private static final class Rounded extends Numeric {
        private final Closure argument;
        private final Closure decimals;

        Rounded(Closure argument, Closure decimals) {
            this.argument = argument;
            this.decimals = decimals;
        }

        @Override
        Object value(Object[] slots) {
            Object value = argument.value(slots);
            Object places = decimals.value(slots);
            if (!Values.integral(places)) {
                throw new Fault(
                        "round needs a whole number of decimals, not " + Values.show(places));
            }
            double rounded = Arithmetic.round(Values.number(value), Values.number(places));
            return Values.integral(value) ? Values.integer(rounded) : (Object) rounded;
        }
    }

    /** The first argument that no other one beats, as it is: text among texts too. */
    private static final class Extremum extends Closure {
        private final Comparison beats;
        private final Closure[] arguments;
        private final boolean numeric;

        Extremum(Comparison beats, List<Closure> arguments) {
            this.beats = beats;
            this.arguments = arguments.toArray(Closure[]::new);
            this.numeric = arguments.stream().allMatch(Closure::numeric);
        }

        @Override
        boolean numeric() {
            return numeric;
        }

        @Override
        Object value(Object[] slots) {
            Object best = arguments[0].value(slots);
            for (int i = 1; i < arguments.length; i++) {
                Object candidate = arguments[i].value(slots);
                best = beats.holds(candidate, best) ? candidate : best;
            }
            return best;
        }

        @Override
        double number(Object[] slots) {
            double best = arguments[0].number(slots);
            for (int i = 1; i < arguments.length; i++) {
                double candidate = arguments[i].number(slots);
                best = beats.holds(candidate, best) ? candidate : best;
            }
            return best;
        }
    }
}
