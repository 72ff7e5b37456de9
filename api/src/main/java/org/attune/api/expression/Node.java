package org.attune.api.expression;

import java.util.List;

/** The syntax tree. Chains of operators of one level are one node, so depth is true nesting. */
sealed interface Node {
    /** A literal. */
    record Constant(Object value) implements Node {}

    /** A name to be read; {@code offset} is where it stands in the text. */
    record Name(String name, int offset) implements Node {}

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
