package org.attune.api.expression;

import java.util.ArrayList;
import java.util.List;

/** The syntax tree. Chains of operators of one level are one node, so depth is true nesting. */
sealed interface Node {
    /** The nodes below this one. */
    default List<Node> children() {
        return switch (this) {
            case Constant _, Name _, Position _ -> List.of();
            case Chain n -> n.operands();
            case Sign n -> List.of(n.operand());
            case Compared n -> n.operands();
            case Membership n -> {
                List<Node> all = new ArrayList<>(n.elements());
                all.addFirst(n.item());
                yield all;
            }
            case Logic n -> n.operands();
            case Not n -> List.of(n.operand());
            case Choice n -> List.of(n.condition(), n.yes(), n.no());
            case Call n -> n.arguments();
        };
    }

    /** The number of nodes from here to the deepest one; counted without recursion. */
    default int depth() {
        int depth = 0;
        List<Node> level = List.of(this);
        while (!level.isEmpty()) {
            depth++;
            List<Node> below = new ArrayList<>();
            level.forEach(node -> below.addAll(node.children()));
            level = below;
        }
        return depth;
    }

    /** A literal; {@code offset} is where it stands in the text. */
    record Constant(Object value, int offset) implements Node {}

    /** A name to be read; {@code offset} is where it stands in the text. */
    record Name(String name, int offset) implements Node {}

    /**
     * The position of an item in an order; {@code offset} is where the call stands in the text.
     *
     * @param permutation its name, empty where only the item is given
     */
    record Position(String permutation, String item, int offset) implements Node {}

    /** {@code operands[0] operators[0] operands[1] ...}, from left to right. */
    record Chain(List<Node> operands, List<Operator> operators) implements Node {}

    /** A unary plus or minus. */
    record Sign(boolean minus, Node operand) implements Node {}

    /** {@code a < b <= c}, with the text of each operand. */
    record Compared(List<Node> operands, List<Comparison> comparisons, List<String> texts)
            implements Node {}

    /** {@code item in (a, b)}, or {@code not in} if negated. */
    record Membership(boolean negated, Node item, List<Node> elements) implements Node {}

    /** {@code and} of all operands if conjunction, else {@code or}. */
    record Logic(boolean conjunction, List<Node> operands) implements Node {}

    /** {@code not operand}. */
    record Not(Node operand) implements Node {}

    /** {@code yes if condition else no}. */
    record Choice(Node condition, Node yes, Node no) implements Node {}

    /** A call of one of our functions. */
    record Call(Function function, List<Node> arguments) implements Node {}
}
