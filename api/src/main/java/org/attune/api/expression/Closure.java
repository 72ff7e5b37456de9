package org.attune.api.expression;

/** A compiled node: three ways to ask one question of the slots. */
abstract class Closure {
    /** Whether the value is never text. */
    abstract boolean numeric();

    /** The value as Double, Long, String or Boolean. */
    abstract Object value(Object[] slots);

    /** The value as a double; text is a {@link Fault}. */
    double number(Object[] slots) {
        return Values.number(value(slots));
    }

    /** Whether the value is true in Python's sense. */
    boolean test(Object[] slots) {
        return numeric() ? number(slots) != 0 : Values.truth(value(slots));
    }

    /** A closure whose values are True and False. */
    abstract static class Truth extends Closure {
        @Override
        abstract boolean test(Object[] slots);

        @Override
        final boolean numeric() {
            return true;
        }

        @Override
        final Object value(Object[] slots) {
            return test(slots);
        }

        @Override
        final double number(Object[] slots) {
            return test(slots) ? 1 : 0;
        }
    }

    /** A literal, or the folded value of constants. */
    static final class Constant extends Closure {
        private final Object value;
        private final double number;

        Constant(Object value) {
            this.value = value;
            this.number = value instanceof String ? Double.NaN : Values.number(value);
        }

        @Override
        boolean numeric() {
            return !(value instanceof String);
        }

        @Override
        Object value(Object[] slots) {
            return value;
        }

        @Override
        double number(Object[] slots) {
            return numeric() ? number : Values.number(value);
        }
    }

    /** Reads one slot. */
    static final class Slot extends Closure {
        private final String name;
        private final int index;
        private final UndefinedNameException undefined;

        Slot(String name, int index) {
            this.name = name;
            this.index = index;
            this.undefined = new UndefinedNameException(name);
        }

        @Override
        boolean numeric() {
            return false;
        }

        @Override
        Object value(Object[] slots) {
            Object value = slots[index];
            if (value instanceof Double
                    || value instanceof Long
                    || value instanceof String
                    || value instanceof Boolean) {
                return value;
            }
            if (value == null) {
                throw undefined;
            }
            throw new IllegalArgumentException(
                    "'%s' is %s, a %s. Maybe convert it to Double, Long, String or Boolean"
                            .formatted(name, value, value.getClass().getName()));
        }

        @Override
        double number(Object[] slots) {
            Object value = slots[index];
            if (value instanceof Double d) {
                return d;
            }
            return value instanceof Long n ? n : Values.number(value(slots));
        }
    }
}
