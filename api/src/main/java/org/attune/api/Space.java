package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * The parameters of a task or of a configuration, and their map onto the unit cube [0, 1]^D, D the
 * number of parameters.
 *
 * <p>A conditional parameter is inactive where its {@code activeIf} is false, or where that
 * condition reads a parameter that is itself inactive, or cannot be computed. An inactive parameter
 * has no value in a point; its unit coordinate has no influence on {@link #decode} and is 0.5 after
 * {@link #encode}.
 */
public final class Space {
    private final List<Parameter> parameters;
    private final String[] names;
    private final List<String> constantNames;
    private final Object[] constants;
    private final int[] order; // conditions after what they read
    private final Expression.Bound[] conditions; // null where unconditional
    private final boolean conditional;

    private Space(List<Parameter> parameters, Map<String, ?> constants) {
        this.parameters = List.copyOf(parameters);
        this.constantNames = constants.keySet().stream().sorted().toList();
        this.constants = constantNames.stream().map(constants::get).toArray();
        this.names = parameters.stream().map(Parameter::name).toArray(String[]::new);
        var seen = new HashSet<String>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new IllegalArgumentException(
                        "Two parameters are named '%s'.".formatted(name));
            }
        }
        var scope = new ArrayList<>(List.of(names));
        scope.addAll(constantNames);
        this.conditions = new Expression.Bound[names.length];
        for (int i = 0; i < names.length; i++) {
            Optional<Expression> condition = parameters.get(i).activeIf();
            conditions[i] = condition.isPresent() ? condition.get().bind(scope) : null;
        }
        this.conditional = parameters.stream().anyMatch(p -> p.activeIf().isPresent());
        this.order = conditionsLast();
    }

    /**
     * Returns the space of these parameters.
     *
     * @throws IllegalArgumentException if two have one name, or conditions are circular or read
     *     unknown names
     */
    public static Space of(List<Parameter> parameters) {
        return new Space(parameters, Map.of());
    }

    /** Like {@link #of(List)}, with constants that conditions may read. */
    public static Space of(List<Parameter> parameters, Map<String, ?> constants) {
        return new Space(parameters, constants);
    }

    /** Returns the parameters in their order, which is the order of the unit coordinates. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** Returns D, the number of parameters. */
    public int dimension() {
        return names.length;
    }

    /** Returns the number of points if all parameters were active, {@code +∞} with a real one. */
    public double size() {
        return parameters.stream().mapToDouble(Parameter::size).reduce(1, (a, b) -> a * b);
    }

    /**
     * Returns the number of different points, inactive parameters having no value: +∞ where a real
     * one can be active.
     *
     * @return empty where conditions read so many values that counting would take long; {@link
     *     #size} is an upper bound
     */
    public OptionalDouble configurations() {
        return new ConfigurationCount(this).count();
    }

    /**
     * Returns every point of a small space once, the last parameter changing fastest.
     *
     * @param limit on {@link #size}
     * @return empty where the size is beyond the limit
     */
    public Optional<List<Point>> points(int limit) {
        if (size() > limit) {
            return Optional.empty();
        }
        var points = new LinkedHashSet<Point>();
        int count = (int) size();
        for (int n = 0; n < count; n++) {
            var values = new Object[names.length];
            long rest = n;
            for (int i = names.length - 1; i >= 0; i--) {
                long cells = (long) parameters.get(i).size();
                values[i] = value(parameters.get(i), rest % cells);
                rest /= cells;
            }
            dropInactive(values);
            points.add(new Point(names, values));
        }
        return Optional.of(List.copyOf(points));
    }

    /** Returns the value of a discrete parameter by its index. */
    static Object value(Parameter parameter, long index) {
        return switch (parameter) {
            case Parameter.Real r -> r.lower() + 0.0;
            case Parameter.Int i -> i.lower() + index;
            case Parameter.Ordinal o -> o.values().get((int) index);
            case Parameter.Categorical c -> c.values().get((int) index);
        };
    }

    /** Returns whether some parameter is conditional. */
    public boolean isConditional() {
        return conditional;
    }

    /**
     * Returns the point at these coordinates.
     *
     * @param unit D coordinates; those outside [0, 1] are moved to the nearer end
     */
    public Point decode(double[] unit) {
        requireDimension(unit);
        var values = new Object[names.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = parameters.get(i).decode(unit[i]);
        }
        dropInactive(values);
        return new Point(names, values);
    }

    /**
     * Returns the D coordinates of a canonical point of this space; 0.5 for an inactive parameter.
     */
    public double[] encode(Point point) {
        double[] unit = new double[names.length];
        for (int i = 0; i < unit.length; i++) {
            Object value = point.valueOrNull(names[i]);
            unit[i] = value == null ? 0.5 : parameters.get(i).encode(value);
        }
        return unit;
    }

    /** Returns a point whose unit coordinates are uniform in [0, 1]^D. */
    public Point sample(RandomGenerator random) {
        double[] unit = new double[names.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = random.nextDouble();
        }
        return decode(unit);
    }

    /**
     * Returns the point with each value in its parameter's canonical form and inactive parameters
     * dropped.
     *
     * @throws IllegalArgumentException if a name is unknown, an active parameter is missing, or a
     *     value is not of its parameter's type or outside its bounds
     */
    public Point canonical(Point point) {
        for (String name : point.values().keySet()) {
            if (parameters.stream().noneMatch(p -> p.name().equals(name))) {
                throw new IllegalArgumentException(
                        "No parameter is named '%s'.%s Known are: %s."
                                .formatted(
                                        name,
                                        NearestName.hint(name, List.of(names)),
                                        names.length == 0 ? "none" : String.join(", ", names)));
            }
        }
        var values = new Object[names.length];
        for (int i = 0; i < values.length; i++) {
            Object given = point.valueOrNull(names[i]);
            values[i] = given == null ? null : parameters.get(i).canonical(given);
        }
        boolean[] active = dropInactive(values);
        for (int i = 0; i < values.length; i++) {
            if (active[i] && values[i] == null) {
                throw new IllegalArgumentException(
                        "No value is given for '%s'.".formatted(names[i]));
            }
        }
        return new Point(names, values);
    }

    /** Returns the point of all defaults, if every parameter that is active in it has one. */
    public Optional<Point> defaultPoint() {
        var values = new Object[names.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = parameters.get(i).defaultValue().orElse(null);
        }
        boolean[] active = dropInactive(values);
        for (int i = 0; i < values.length; i++) {
            if (active[i] && values[i] == null) {
                return Optional.empty();
            }
        }
        return names.length == 0 ? Optional.empty() : Optional.of(new Point(names, values));
    }

    private boolean[] dropInactive(Object[] values) {
        boolean[] active = new boolean[names.length];
        Arrays.fill(active, true);
        if (!conditional) {
            return active;
        }
        Object[] slots = Arrays.copyOf(values, names.length + constants.length);
        System.arraycopy(constants, 0, slots, names.length, constants.length);
        for (int i : order) {
            if (conditions[i] != null) {
                active[i] = holds(conditions[i], slots);
                if (!active[i]) {
                    slots[i] = null;
                    values[i] = null;
                }
            }
        }
        return active;
    }

    /** Returns whether a parameter is active beside these values; null for what has none. */
    boolean isActive(int parameter, Object[] values) {
        if (conditions[parameter] == null) {
            return true;
        }
        Object[] slots = Arrays.copyOf(values, names.length + constants.length);
        System.arraycopy(constants, 0, slots, names.length, constants.length);
        return holds(conditions[parameter], slots);
    }

    private static boolean holds(Expression.Bound condition, Object[] slots) {
        try {
            return condition.test(slots);
        } catch (UndefinedNameException | EvaluationException notMet) {
            return false;
        }
    }

    /** Returns the indices of the parameters, conditional ones after those they depend on. */
    int[] conditionOrder() {
        return order.clone();
    }

    private int[] conditionsLast() {
        var sorted = new ArrayList<Integer>();
        var done = new HashSet<String>();
        while (sorted.size() < names.length) {
            int before = sorted.size();
            for (int i = 0; i < names.length; i++) {
                if (!done.contains(names[i]) && done.containsAll(parametersReadBy(i))) {
                    done.add(names[i]);
                    sorted.add(i);
                }
            }
            if (sorted.size() == before) {
                throw new IllegalArgumentException(
                        "The conditions of %s depend on each other in a circle."
                                .formatted(
                                        Arrays.stream(names)
                                                .filter(n -> !done.contains(n))
                                                .toList()));
            }
        }
        return sorted.stream().mapToInt(Integer::intValue).toArray();
    }

    private List<String> parametersReadBy(int i) {
        return parameters.get(i).activeIf().stream()
                .flatMap(e -> e.names().stream())
                .filter(n -> !constantNames.contains(n))
                .toList();
    }

    private void requireDimension(double[] unit) {
        if (unit.length != names.length) {
            throw new IllegalArgumentException(
                    "%d coordinates are given for %d parameters."
                            .formatted(unit.length, names.length));
        }
    }

    @Override
    public String toString() {
        return "Space of " + List.of(names);
    }
}
