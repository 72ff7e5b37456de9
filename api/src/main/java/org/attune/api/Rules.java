package org.attune.api;

import org.attune.api.expression.Domain;
import org.attune.api.expression.DomainPredicate;
import org.attune.api.expression.Expression;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What decides over the configurations of one task: constraints, derived values, and the conditions
 * under which parameters are active, all over the slots of the problem's names.
 */
final class Rules {
    private final List<String> names;
    private final Map<String, Expression> derived;
    private final List<String> axisNames;
    private final Space space;
    private final Domain[] fixed;
    private final List<Rule> rules = new ArrayList<>();
    private final DomainPredicate[] conditions; // null where unconditional
    private final int[] order; // conditions after what they read
    private final int[] slots;
    private final List<int[]> permutations = new ArrayList<>();
    private final BitSet positions = new BitSet();
    private boolean opaque;

    Rules(TuningProblem problem, Point task, List<Constraint> constraints) {
        this.names = problem.names();
        this.derived = problem.derived();
        this.space = problem.parameterSpace();
        this.axisNames = space.axes().stream().map(Parameter::name).toList();
        this.slots = axisNames.stream().mapToInt(names::indexOf).toArray();
        this.fixed = fixed(problem, task);
        this.conditions = new DomainPredicate[axisNames.size()];
        for (int d = 0; d < conditions.length; d++) {
            Optional<Expression> condition = space.axes().get(d).activeIf();
            conditions[d] =
                    condition.isEmpty()
                            ? null
                            : condition.get().overDomains(names, Map.of()).orElseThrow();
        }
        this.order = space.axisOrder();
        for (Permutation p : space.permutations()) {
            int first = space.axis(p.name());
            permutations.add(IntStream.range(first, first + p.length()).toArray());
            positions.set(first, first + p.length());
        }
        for (Expression expression : derived.values()) {
            add(expression, true);
        }
        for (Constraint constraint : constraints) {
            if (constraint.expression().isPresent()) {
                add(constraint.expression().get(), false);
            } else {
                opaque = true;
            }
        }
    }

    private Domain[] fixed(TuningProblem problem, Point task) {
        Domain[] domains = new Domain[names.size()];
        Map<String, Object> constants = problem.constants();
        Machine machine = problem.machine();
        for (int slot = 0; slot < domains.length; slot++) {
            String name = names.get(slot);
            boolean known =
                    space.permutations().stream().anyMatch(p -> p.name().equals(name))
                            || axisNames.contains(name)
                            || derived.containsKey(name);
            Object value =
                    constants.containsKey(name) ? constants.get(name) : task.valueOrNull(name);
            if (value != null) {
                domains[slot] = Domain.of(value);
            } else if (problem.taskSpace().parameters().stream()
                    .anyMatch(p -> p.name().equals(name))) {
                domains[slot] = Domain.undefined();
            } else if (problem.fidelity().filter(f -> f.name().equals(name)).isPresent()) {
                domains[slot] = Domain.of(problem.fidelity().get().quantity(Fidelity.FULL));
            } else if (!known) {
                long count = name.equals("nodes") ? machine.nodes() : machine.cores();
                domains[slot] = Domain.of(count);
            }
        }
        return domains;
    }

    private void add(Expression expression, boolean definedOnly) {
        Optional<DomainPredicate> test = expression.overDomains(names, derived);
        if (test.isEmpty()) {
            opaque = true;
        } else {
            rules.add(new Rule(test.get(), definedOnly, axes(test.get())));
        }
    }

    private BitSet axes(DomainPredicate test) {
        var axes = new BitSet();
        collect(test, axes);
        return axes;
    }

    private void collect(DomainPredicate test, BitSet axes) {
        for (int slot : test.reads()) {
            int axis = axisNames.indexOf(names.get(slot));
            if (axis >= 0 && !axes.get(axis)) {
                axes.set(axis);
                if (conditions[axis] != null) {
                    collect(conditions[axis], axes);
                }
            }
        }
    }

    /** The axes of each permutation: the positions of its items, no two of which are the same. */
    List<int[]> permutations() {
        return permutations;
    }

    /** Whether an axis is the position of an item. */
    boolean isPosition(int axis) {
        return positions.get(axis);
    }

    List<Rule> rules() {
        return rules;
    }

    /** Whether something can be tested at single configurations only. */
    boolean opaque() {
        return opaque;
    }

    /** The domains of constants, machine and task by slot; null for parameters. */
    Domain[] fixed() {
        return fixed.clone();
    }

    int slot(int axis) {
        return slots[axis];
    }

    /** The condition of a parameter, null where it is always active. */
    DomainPredicate condition(int axis) {
        return conditions[axis];
    }

    /** The axes such that conditions come after what they read. */
    int[] order() {
        return order;
    }
}
