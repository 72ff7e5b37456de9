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
            case Node.Chain n -> reads(n.operands());
            case Node.Sign n -> reads(List.of(n.operand()));
            case Node.Call n -> reads(n.arguments());
            case Node.Choice n -> computes(n.yes()) || computes(n.no());
            default -> false;
        };
    }

    private static boolean reads(List<Node> nodes) {
        for (Node node : nodes) {
            boolean reads =
                    switch (node) {
                        case Node.Constant _ -> false;
                        case Node.Name _ -> true;
                        case Node.Chain n -> reads(n.operands());
                        case Node.Sign n -> reads(List.of(n.operand()));
                        case Node.Compared n -> reads(n.operands());
                        case Node.Membership n ->
                                reads(List.of(n.item())) || reads(n.elements());
                        case Node.Logic n -> reads(n.operands());
                        case Node.Not n -> reads(List.of(n.operand()));
                        case Node.Choice n -> reads(List.of(n.condition(), n.yes(), n.no()));
                        case Node.Call n -> reads(n.arguments());
                    };
            if (reads) {
                return true;
            }
        }
        return false;
    }
}
