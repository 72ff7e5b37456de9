package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The names that a problem's expressions may read, each with its slot: constants, {@code nodes} and
 * {@code cores} of the machine where no other name hides them, the quantity of the fidelity, task
 * parameters, configuration parameters, a permutation followed by the positions of its items, and
 * derived values.
 */
final class Scope {
    private final List<String> names = new ArrayList<>();
    private final String[] nameArray;
    private final Map<String, Object> machine = new LinkedHashMap<>(); // what nothing hides
    private final Object[] fixed; // constants and machine, at the front
    private final Optional<FidelityScale> fidelity;
    private final Space taskSpace;
    private final Space parameterSpace;
    private final Expression.Bound[] derived; // at the end, in order of dependence

    Scope(
            ProblemParts parts,
            Optional<FidelityScale> fidelity,
            Space taskSpace,
            Space parameterSpace) {
        Map<String, Object> constants = parts.constants;
        Map<String, Expression> derived = parts.derived;
        Set<String> outputs = parts.outputs();
        this.fidelity = fidelity;
        this.taskSpace = taskSpace;
        this.parameterSpace = parameterSpace;
        var values = new LinkedHashMap<String, Object>(constants);
        names.addAll(constants.keySet());
        fidelity.ifPresent(f -> names.add(f.name()));
        taskSpace.parameters().forEach(p -> names.add(p.name()));
        for (Parameter p : parameterSpace.parameters()) {
            names.add(p.name());
            if (p instanceof Permutation order) {
                order.items().forEach(i -> names.add(order.axis(i)));
            }
        }
        names.addAll(derived.keySet());
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new IllegalArgumentException(
                        "'%s' names two things among constants, fidelity, task parameters, parameters and derived values."
                                .formatted(name));
            }
        }
        for (String output : outputs) {
            if (names.contains(output)) {
                throw new IllegalArgumentException(
                        "Output '%s' has the name of a parameter, constant or derived value."
                                .formatted(output));
            }
        }
        addMachine("nodes", parts.machine.nodes(), outputs, values);
        addMachine("cores", parts.machine.cores(), outputs, values);
        fidelity.ifPresent(f -> f.requireUnhidden(constants.keySet(), machine.keySet()));
        this.fixed = values.values().toArray();
        this.nameArray = names.toArray(new String[0]);
        this.derived = new Expression.Bound[derived.size()];
        int i = 0;
        for (var entry : derived.entrySet()) {
            int known = names.size() - derived.size() + i;
            this.derived[i++] = bindDerived(entry.getKey(), entry.getValue(), known);
        }
    }

    private void addMachine(
            String name, long value, Collection<String> outputs, Map<String, Object> values) {
        if (!names.contains(name) && !outputs.contains(name)) {
            names.add(values.size(), name);
            values.put(name, value);
            machine.put(name, value);
        }
    }

    /** Returns the counts of the machine by the names under which they can be read. */
    Map<String, Object> machine() {
        return machine;
    }

    List<String> names() {
        return names;
    }

    /** Returns the values of all slots; null for what is inactive or derived from it. */
    Object[] slots(Point task, Point configuration, Fidelity at) {
        var slots = new Object[names.size()];
        System.arraycopy(fixed, 0, slots, 0, fixed.length);
        int next = fixed.length;
        if (fidelity.isPresent()) {
            slots[next++] = fidelity.get().quantity(at);
        }
        for (Parameter p : taskSpace.parameters()) {
            slots[next++] = task.valueOrNull(p.name());
        }
        for (Parameter p : parameterSpace.parameters()) {
            Object value = configuration.valueOrNull(p.name());
            slots[next++] = value;
            next = p instanceof Permutation order ? order.fill(value, slots, next) : next;
        }
        for (Expression.Bound expression : derived) {
            try {
                slots[next] = expression.value(slots);
            } catch (UndefinedNameException inactive) {
                slots[next] = null;
            }
            next++;
        }
        return slots;
    }

    /** Like {@link #slots}, null where a derived value cannot be computed. */
    Object[] slotsOrNull(Candidate candidate) {
        try {
            return slots(candidate.task(), candidate.configuration(), candidate.fidelity());
        } catch (EvaluationException failed) {
            return null;
        }
    }

    /** Returns the values of all slots at full fidelity, by name. */
    Point known(Point task, Point configuration) {
        return new Point(nameArray, slots(task, configuration, Fidelity.FULL));
    }

    /** Returns the values of all names, without what is inactive or derived from it. */
    SequencedMap<String, Object> values(Candidate candidate) {
        Object[] slots = slots(candidate.task(), candidate.configuration(), candidate.fidelity());
        var values = new LinkedHashMap<String, Object>();
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null) {
                values.put(names.get(i), slots[i]);
            }
        }
        return values;
    }

    private Expression.Bound bindDerived(String name, Expression expression, int known) {
        for (String read : expression.names()) {
            if (names.indexOf(read) >= known) {
                throw new IllegalArgumentException(
                        "Derived value '%s' reads '%s', which is not defined before it."
                                .formatted(name, read));
            }
        }
        return expression.bind(names);
    }
}
