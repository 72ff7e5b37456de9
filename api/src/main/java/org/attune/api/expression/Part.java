package org.attune.api.expression;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A node of an expression with definitions put in, with what {@link DomainPredicate} needs of it.
 *
 * @param closure computes it from values
 * @param slots read by it or below it
 * @param slot of a name or a position, else -1
 * @param children the parts below, in the order of the node's
 */
record Part(Node node, Closure closure, int[] slots, int slot, List<Part> children) {
    static Part of(
            String text, Node node, Map<String, Integer> slots, Map<String, Node> definitions) {
        if (node instanceof Node.Name name && definitions.containsKey(name.name())) {
            return of(text, definitions.get(name.name()), slots, definitions);
        }
        Closure closure = new Compiler(text, slots, definitions).compile(node);
        List<Part> children = new ArrayList<>();
        Set<Integer> read = new LinkedHashSet<>();
        for (Node child : node.children()) {
            Part part = of(text, child, slots, definitions);
            children.add(part);
            read.addAll(part.reads());
        }
        int slot =
                switch (node) {
                    case Node.Name name -> slots.get(name.name());
                    case Node.Position p -> slots.get(OrderCall.slot(p, slots.keySet(), text));
                    default -> -1;
                };
        if (slot >= 0) {
            read.add(slot);
        }
        int[] readSlots = read.stream().mapToInt(Integer::intValue).toArray();
        return new Part(node, closure, readSlots, slot, children);
    }

    /** The number of nodes with definitions put in, or a little more than the limit. */
    static int count(Node node, Map<String, Node> definitions, int limit) {
        Node definition = node instanceof Node.Name n ? definitions.get(n.name()) : null;
        if (definition != null) {
            return count(definition, definitions, limit);
        }
        int count = 1;
        for (Node child : node.children()) {
            count += count > limit ? 0 : count(child, definitions, limit - count);
        }
        return count;
    }

    List<Integer> reads() {
        return java.util.Arrays.stream(slots).boxed().toList();
    }

    /** Whether its values are True and False. */
    boolean isTruth() {
        return node instanceof Node.Compared
                || node instanceof Node.Membership
                || node instanceof Node.Not;
    }

    /** How many combinations of values it may read. */
    double combinations(Domain[] domains) {
        double product = 1;
        for (int slot : slots) {
            product *= domains[slot].size();
        }
        return product;
    }

    /** Sets the slots that it reads to one of the combinations. */
    void fill(Object[] values, Domain[] domains, int combination) {
        int rest = combination;
        for (int slot : slots) {
            int size = (int) domains[slot].size();
            values[slot] = domains[slot].value(rest % size);
            rest /= size;
        }
    }
}
