package org.attune.api.expression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Turns nodes into closures, with names resolved to slots and constants folded. */
final class Compiler {
    private static final Object[] NO_SLOTS = {};

    private final String text;
    private final Map<String, Integer> slots;
    private final Map<String, Node> definitions;

    /** {@code slots} maps each known name to its index, in the order in which to list them. */
    Compiler(String text, Map<String, Integer> slots) {
        this(text, slots, Map.of());
    }

    /** The same with names that stand for expressions. */
    Compiler(String text, Map<String, Integer> slots, Map<String, Node> definitions) {
        this.text = text;
        this.slots = slots;
        this.definitions = definitions;
    }

    Closure compile(Node node) {
        return switch (node) {
            case Node.Constant n -> new Closure.Constant(n.value());
            case Node.Name n ->
                    definitions.containsKey(n.name())
                            ? compile(definitions.get(n.name()))
                            : slot(n);
            case Node.Position n -> {
                String slot = OrderCall.slot(n, slots.keySet(), text);
                yield new Closure.Slot(slot, slots.get(slot));
            }
            case Node.Chain n -> {
                List<Closure> operands = compile(n.operands());
                yield folded(ArithmeticClosures.chain(n.operators(), operands), operands);
            }
            case Node.Sign n -> {
                Closure operand = compile(n.operand());
                yield folded(ArithmeticClosures.sign(n.minus(), operand), List.of(operand));
            }
            case Node.Compared n -> {
                List<Closure> operands = compile(n.operands());
                yield folded(LogicClosures.compared(n.comparisons(), operands), operands);
            }
            case Node.Membership n ->
                    new LogicClosures.Membership(
                            n.negated(), compile(n.item()), compile(n.elements()));
            case Node.Logic n -> new LogicClosures.Logic(n.conjunction(), compile(n.operands()));
            case Node.Not n -> {
                Closure operand = compile(n.operand());
                yield folded(new LogicClosures.Not(operand), List.of(operand));
            }
            case Node.Choice n ->
                    new LogicClosures.Choice(
                            compile(n.condition()), compile(n.yes()), compile(n.no()));
            case Node.Call n -> {
                List<Closure> arguments = compile(n.arguments());
                yield folded(CallClosures.of(n.function(), arguments), arguments);
            }
        };
    }

    private List<Closure> compile(List<Node> nodes) {
        List<Closure> closures = new ArrayList<>(nodes.size());
        for (Node node : nodes) { // not a stream: it would triple the depth of the stack
            closures.add(compile(node));
        }
        return closures;
    }

    private Closure slot(Node.Name node) {
        Integer index = slots.get(node.name());
        if (index == null) {
            Collection<String> known =
                    slots.keySet().stream().filter(k -> !OrderCall.isPosition(k)).toList();
            throw Complaints.unknown("unknown name", node.name(), known, text, node.offset());
        }
        if (OrderCall.isOrder(node.name(), slots.keySet())) {
            String problem =
                    "'%1$s' is an order of items. Maybe read a position, position(%1$s, 'a') == 0, or before(%1$s, 'a', 'b')"
                            .formatted(node.name());
            throw new ExpressionException(problem, text, node.offset());
        }
        return new Closure.Slot(node.name(), index);
    }

    /** A closure over constants is a constant; one that fails does so when it is reached. */
    private static Closure folded(Closure closure, List<Closure> children) {
        if (!children.stream().allMatch(Closure.Constant.class::isInstance)) {
            return closure;
        }
        try {
            return new Closure.Constant(closure.value(NO_SLOTS));
        } catch (Fault fault) {
            return closure;
        }
    }
}
