package org.attune.api.expression;

import java.util.ArrayList;
import java.util.List;

/** Finds the equations that an expression demands. */
final class Equalities {
    private Equalities() {}

    /** All {@code a == b} that must hold for the node to be true and that compute something. */
    static List<Expression.Equality> in(Node node) {
        List<Expression.Equality> found = new ArrayList<>();
        collect(node, found);
        return List.copyOf(found);
    }

    private static void collect(Node node, List<Expression.Equality> found) {
        if (node instanceof Node.Logic logic && logic.conjunction()) {
            for (Node operand : logic.operands()) {
                collect(operand, found);
            }
        } else if (node instanceof Node.Compared compared) {
            for (int i = 0; i < compared.comparisons().size(); i++) {
                if (compared.comparisons().get(i) == Comparison.EQUAL
                        && (computes(compared.operands().get(i))
                                || computes(compared.operands().get(i + 1)))) {
                    Expression left = Expression.parse(compared.texts().get(i));
                    Expression right = Expression.parse(compared.texts().get(i + 1));
                    found.add(new Expression.Equality(left, right));
                }
            }
        }
    }

    /** Arithmetic with at least one name in it. */
    private static boolean computes(Node node) {
        return switch (node) {
            case Node.Chain _, Node.Sign _, Node.Call _ -> reads(node);
            case Node.Choice n -> computes(n.yes()) || computes(n.no());
            default -> false;
        };
    }

    private static boolean reads(Node node) {
        for (Node child : node.children()) {
            if (child instanceof Node.Name || reads(child)) {
                return true;
            }
        }
        return false;
    }
}
