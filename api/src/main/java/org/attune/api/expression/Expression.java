package org.attune.api.expression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * A formula in a subset of Python's expression syntax, with Python's meaning.
 *
 * <p>It may use
 *
 * <ul>
 *   <li>numbers ({@code 12}, {@code 1_000}, {@code 1e-3}), text ({@code 'a'}, {@code "a"}), {@code
 *       True}, {@code False}, and names;
 *   <li>{@code + - * / // % **}, where {@code //} and {@code %} round down and {@code **} binds to
 *       the right;
 *   <li>{@code == != < <= > >=}, also chained ({@code a < b <= c}), {@code in} and {@code not in}
 *       with a tuple or list behind;
 *   <li>{@code and}, {@code or}, {@code not}, which evaluate no more than they need and give the
 *       operand that decides; {@code a if condition else b};
 *   <li>{@code min max abs floor ceil sqrt log log2 log10 exp int round pow float};
 *   <li>of an order of items {@code position(order, 'j')}, which counts from 0, and {@code
 *       before(order, 'i', 'k')}, or {@code position(j)} and {@code before(i, k)} where one order
 *       alone has these items. Such an order is known by the names {@code order[i]} of its items'
 *       positions, which are integers.
 * </ul>
 *
 * <p>Numbers are doubles. A result that Python would give as an int is a Long, unless it lies
 * outside ±2^53: then it is a Double, and so rounded. A result too large for a double is an error,
 * also where Python's floats would give an infinity.
 *
 * <p>Instances are immutable and safe for use by several threads. Two are equal if their texts are.
 */
public final class Expression {
    /** The most characters an expression may have. */
    public static final int MAX_LENGTH = 10_000;

    /**
     * How deep an expression may be nested; parentheses and operators within operators are levels.
     * A chain such as {@code a + b + c} is one level, however long. It bounds the stack.
     */
    public static final int MAX_DEPTH = 200;

    /** With definitions put in; it bounds the stack and the time of a test over domains. */
    private static final int MOST_NODES = 2_000;

    private final String text;
    private final Node root;
    private final SequencedSet<String> names;

    private Expression(String text, Node root, SequencedSet<String> names) {
        this.text = text;
        this.root = root;
        this.names = Collections.unmodifiableSequencedSet(names);
    }

    /**
     * Reads an expression.
     *
     * @throws ExpressionException if it is not valid, longer than {@link #MAX_LENGTH} or nested
     *     deeper than {@link #MAX_DEPTH}
     */
    public static Expression parse(String text) {
        if (text.length() > MAX_LENGTH) {
            String problem =
                    "the expression has %d characters, more than %d. Maybe split it"
                            .formatted(text.length(), MAX_LENGTH);
            throw new ExpressionException(problem, text, MAX_LENGTH);
        }
        Parser parser = new Parser(text);
        Node root = parser.parse();
        return new Expression(text, root, parser.names());
    }

    /** The text it was parsed from. */
    public String text() {
        return text;
    }

    /** The names it reads, in the order in which they appear. */
    public SequencedSet<String> names() {
        return names;
    }

    /**
     * The names it reads among these, an order by its own name, also where only its items are
     * given.
     *
     * @param known with the names of positions
     * @throws ExpressionException if an item is of no order or of several
     */
    public List<String> names(List<String> known) {
        List<String> read = new ArrayList<>(names);
        for (Node.Position position : OrderCall.positions(root)) {
            String owner = OrderCall.owner(OrderCall.slot(position, known, text));
            if (!read.contains(owner)) {
                read.add(owner);
            }
        }
        return read;
    }

    /**
     * Compiles for evaluation with slots in the order of the given names.
     *
     * @throws ExpressionException if it reads a name that is not among them
     * @throws IllegalArgumentException if a name is given twice
     */
    public Bound bind(List<String> names) {
        return new Bound(text, new Compiler(text, slots(names)).compile(root), names.size());
    }

    /**
     * Compiles for tests over domains, with slots in the order of the given names.
     *
     * @param definitions expressions that some names stand for, over the others and over earlier
     *     definitions; their slots are not read
     * @return empty where the expression with all definitions put in is too long
     * @throws ExpressionException if it reads a name that is not known
     * @throws IllegalArgumentException if a name is given twice
     */
    public Optional<DomainPredicate> overDomains(
            List<String> names, Map<String, Expression> definitions) {
        Map<String, Node> nodes = new HashMap<>();
        definitions.forEach((name, expression) -> nodes.put(name, expression.root));
        if (!nodes.isEmpty() && Part.count(root, nodes, MOST_NODES) > MOST_NODES) {
            return Optional.empty();
        }
        return Optional.of(
                new DomainPredicate(text, Part.of(text, root, slots(names), nodes), names.size()));
    }

    /**
     * Refuses comparisons that cannot be meant: of text with a number, or of a name with a text
     * that is none of its values.
     *
     * @param domains what names may be; others may be anything
     * @throws ExpressionException if there is such a comparison
     */
    public void requireComparable(Map<String, Domain> domains) {
        new ComparisonCheck(text, domains).check(root);
    }

    private static Map<String, Integer> slots(List<String> names) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        for (String name : names) {
            if (slots.putIfAbsent(name, slots.size()) != null) {
                throw new IllegalArgumentException("the name '" + name + "' is given twice");
            }
        }
        return slots;
    }

    /**
     * Its value, as {@link Bound#value}, for names with values. Other numbers than Double and Long
     * are converted; a name with the value null is undefined.
     *
     * @throws ExpressionException if it reads a name that is not in the map
     */
    public Object value(Map<String, ?> scope) {
        List<String> known = new ArrayList<>(scope.keySet());
        Object[] slots = new Object[known.size()];
        for (int i = 0; i < slots.length; i++) {
            Object value = scope.get(known.get(i));
            slots[i] =
                    switch (value) {
                        case Integer n -> n.longValue();
                        case Short n -> n.longValue();
                        case Byte n -> n.longValue();
                        case Float x -> x.doubleValue();
                        case null, default -> value;
                    };
        }
        return bind(known).value(slots);
    }

    /**
     * The equations it demands: the parts {@code a == b} of the outermost {@code and} (or the
     * whole) in which a side computes something from names, such as {@code nproc == p*q}. Random
     * configurations hardly ever satisfy one.
     */
    public List<Equality> equalities() {
        return Equalities.in(root);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Expression expression && expression.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** An equation {@code left == right}. */
    public record Equality(Expression left, Expression right) {
        /** Both sides are there. */
        public Equality {
            Objects.requireNonNull(left, "left");
            Objects.requireNonNull(right, "right");
        }
    }

    /**
     * An expression with its names resolved. The slots hold the values in the order of the names
     * given to {@link Expression#bind}, each a Double, Long, String, Boolean, or null for a name
     * that has no value here.
     *
     * <p>All three methods throw {@link UndefinedNameException} when they reach a name without
     * value, {@link EvaluationException} when the arithmetic fails, and IllegalArgumentException
     * for fewer slots than names or a slot of another type.
     */
    public static final class Bound {
        private final String text;
        private final Closure root;
        private final int size;

        private Bound(String text, Closure root, int size) {
            this.text = text;
            this.root = root;
            this.size = size;
        }

        /** The value: a Double, Long, String or Boolean. */
        public Object value(Object[] slots) {
            check(slots);
            try {
                return root.value(slots);
            } catch (Fault fault) {
                throw new EvaluationException(text, fault.getMessage());
            }
        }

        /** The value as a number, without boxing; True is 1, False is 0, text is an error. */
        public double number(Object[] slots) {
            check(slots);
            try {
                return root.number(slots);
            } catch (Fault fault) {
                throw new EvaluationException(text, fault.getMessage());
            }
        }

        /** Whether the value is true in Python's sense: not False, not 0, not the empty text. */
        public boolean test(Object[] slots) {
            check(slots);
            try {
                return root.test(slots);
            } catch (Fault fault) {
                throw new EvaluationException(text, fault.getMessage());
            }
        }

        @Override
        public String toString() {
            return text;
        }

        private void check(Object[] slots) {
            if (slots.length < size) {
                throw new IllegalArgumentException(
                        "%d slots for %d names of \"%s\"".formatted(slots.length, size, text));
            }
        }
    }
}
