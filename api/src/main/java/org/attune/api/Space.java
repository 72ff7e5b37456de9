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
import java.util.stream.IntStream;

/**
 * The parameters of a task or of a configuration, and their map onto the unit cube [0, 1]^D, D the
 * number of axes: one for each parameter, but n for a {@link Permutation} of n items.
 *
 * <p>A conditional parameter is inactive where its {@code activeIf} is false, or where that
 * condition reads a parameter that is itself inactive, or cannot be computed. An inactive parameter
 * has no value in a point; its unit coordinate has no influence on {@link #decode} and is 0.5 after
 * {@link #encode}.
 */
public final class Space {
    private final List<Parameter> parameters;
    private final List<Parameter> axes; // the parameters themselves where none is a permutation
    private final int[] firstAxis; // by parameter
    private final String[] names;
    private final List<String> constantNames;
    private final Object[] constants;
    private final List<String> scope; // names, constants, positions of the items of permutations
    private final int positions; // how many of these
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
            ParameterRules.requireReadable(name);
            if (!seen.add(name)) {
                throw new IllegalArgumentException(
                        "Two parameters are named '%s'.".formatted(name));
            }
        }
        this.firstAxis = new int[names.length];
        this.axes = listedAxes();
        this.scope = new ArrayList<>(List.of(names));
        scope.addAll(constantNames);
        permutations().forEach(p -> p.items().forEach(i -> scope.add(p.axis(i))));
        this.positions = scope.size() - names.length - constants.size();
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

    private List<Parameter> listedAxes() {
        var all = new ArrayList<Parameter>();
        for (int i = 0; i < names.length; i++) {
            firstAxis[i] = all.size();
            if (parameters.get(i) instanceof Permutation p) {
                all.addAll(p.axes());
            } else {
                all.add(parameters.get(i));
            }
        }
        return List.copyOf(all);
    }

    /** Returns the parameters in their order, which is the order of their values in a point. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /**
     * Returns the D axes, in the order of the unit coordinates: the parameters, and in the place of
     * a permutation the position of each of its items, an integer named {@code order[i]}.
     */
    public List<Parameter> axes() {
        return axes;
    }

    /** Returns the permutations among the parameters. */
    public List<Permutation> permutations() {
        return parameters.stream()
                .filter(Permutation.class::isInstance)
                .map(Permutation.class::cast)
                .toList();
    }

    /**
     * Returns the first axis of a parameter.
     *
     * @throws IllegalArgumentException if it is not one of this space
     */
    public int axis(String parameter) {
        int index = List.of(names).indexOf(parameter);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "No parameter is named '%s'.%s"
                            .formatted(parameter, NearestName.hint(parameter, List.of(names))));
        }
        return firstAxis[index];
    }

    /** Returns the parameter whose axis, or one of whose axes, this is. */
    public Parameter owner(int axis) {
        int owner = names.length - 1;
        while (firstAxis[owner] > axis) {
            owner--;
        }
        return parameters.get(owner);
    }

    /** Returns D, the number of axes. */
    public int dimension() {
        return axes.size();
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
            case Permutation p -> p.at(index);
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
            values[i] =
                    parameters.get(i) instanceof Permutation p
                            ? p.decodeKeys(unit, firstAxis[i])
                            : parameters.get(i).decode(unit[firstAxis[i]]);
        }
        dropInactive(values);
        return new Point(names, values);
    }

    /**
     * Returns the D coordinates of a canonical point of this space; 0.5 for an inactive parameter.
     */
    public double[] encode(Point point) {
        double[] unit = new double[axes.size()];
        Arrays.fill(unit, 0.5);
        for (int i = 0; i < names.length; i++) {
            Object value = point.valueOrNull(names[i]);
            if (value != null && parameters.get(i) instanceof Permutation p) {
                p.encodeKeys(value, unit, firstAxis[i]);
            } else if (value != null) {
                unit[firstAxis[i]] = parameters.get(i).encode(value);
            }
        }
        return unit;
    }

    /** Returns a point whose unit coordinates are uniform in [0, 1]^D. */
    public Point sample(RandomGenerator random) {
        double[] unit = new double[axes.size()];
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

    /** Returns whether a point is one of this space, in canonical form. */
    public boolean holds(Point point) {
        try {
            return canonical(point).equals(point);
        } catch (IllegalArgumentException outside) {
            return false;
        }
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
        Object[] slots = slots(values);
        for (int i : order) {
            if (conditions[i] != null) {
                active[i] = holds(conditions[i], slots);
                if (!active[i]) {
                    values[i] = null;
                    if (parameters.get(i) instanceof Permutation) {
                        slots = slots(values);
                    } else {
                        slots[i] = null;
                    }
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
        return holds(conditions[parameter], slots(values));
    }

    /** What conditions read: values, constants, and the positions of the items of orders. */
    private Object[] slots(Object[] values) {
        int next = names.length + constants.length;
        Object[] slots = Arrays.copyOf(values, next + positions);
        System.arraycopy(constants, 0, slots, names.length, constants.length);
        for (int i = 0; i < names.length && positions > 0; i++) {
            if (parameters.get(i) instanceof Permutation p) {
                next = p.fill(values[i], slots, next);
            }
        }
        return slots;
    }

    private static boolean holds(Expression.Bound condition, Object[] slots) {
        try {
            return condition.test(slots);
        } catch (UndefinedNameException | EvaluationException notMet) {
            return false;
        }
    }

    /** Returns what conditions may read: parameters, constants, and positions of items. */
    List<String> scope() {
        return scope;
    }

    /** Returns the indices of the parameters, conditional ones after those they depend on. */
    int[] conditionOrder() {
        return order.clone();
    }

    /** Returns the indices of the axes in the same order. */
    int[] axisOrder() {
        return Arrays.stream(order)
                .flatMap(i -> {
                    int count = parameters.get(i) instanceof Permutation p ? p.length() : 1;
                    return IntStream.range(firstAxis[i], firstAxis[i] + count);
                })
                .toArray();
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
                                        Format.list(
                                                Arrays.stream(names)
                                                        .filter(n -> !done.contains(n))
                                                        .toList())));
            }
        }
        return sorted.stream().mapToInt(Integer::intValue).toArray();
    }

    private List<String> parametersReadBy(int i) {
        return parameters.get(i).activeIf().stream()
                .flatMap(e -> e.names(scope).stream())
                .filter(n -> !constantNames.contains(n))
                .toList();
    }

    private void requireDimension(double[] unit) {
        if (unit.length != axes.size()) {
            throw new IllegalArgumentException(
                    "%d coordinates are given for %d %s."
                            .formatted(
                                    unit.length,
                                    axes.size(),
                                    positions == 0 ? "parameters" : "axes"));
        }
    }

    @Override
    public String toString() {
        return "Space of " + List.of(names);
    }
}
