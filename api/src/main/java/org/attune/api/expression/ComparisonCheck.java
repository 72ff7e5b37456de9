package org.attune.api.expression;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Finds comparisons that are valid but never meant: {@code sched == 'dynamik'} where no value of
 * {@code sched} is spelt so, and {@code sched == 2} where all its values are text.
 */
final class ComparisonCheck {
    private final String text;
    private final Map<String, Domain> domains;

    ComparisonCheck(String text, Map<String, Domain> domains) {
        this.text = text;
        this.domains = domains;
    }

    /** Checks the comparisons of a node and of those below it. */
    void check(Node node) {
        if (node instanceof Node.Compared compared) {
            List<Node> operands = compared.operands();
            for (int i = 0; i + 1 < operands.size(); i++) {
                check(operands.get(i), operands.get(i + 1), compared.comparisons().get(i));
            }
        } else if (node instanceof Node.Membership membership) {
            for (Node element : membership.elements()) {
                check(membership.item(), element, Comparison.EQUAL);
            }
        }
        for (Node child : node.children()) {
            check(child);
        }
    }

    private void check(Node left, Node right, Comparison comparison) {
        List<String> a = texts(left);
        List<String> b = texts(right);
        if (!a.isEmpty() && isNumber(right)) {
            throw numberBeside(left, a, right);
        }
        if (!b.isEmpty() && isNumber(left)) {
            throw numberBeside(right, b, left);
        }
        boolean known = !a.isEmpty() && !b.isEmpty() && !comparison.ordered();
        if (known && Collections.disjoint(a, b)) {
            throw right instanceof Node.Constant
                    ? noValue(right, left, a)
                    : noValue(left, right, b);
        }
    }

    /** The texts that a node may give, where it gives text and they are known, else none. */
    private List<String> texts(Node node) {
        return switch (node) {
            case Node.Constant c when c.value() instanceof String literal -> List.of(literal);
            case Node.Name n when domains.containsKey(n.name()) -> domains.get(n.name()).texts();
            default -> List.of();
        };
    }

    private boolean isNumber(Node node) {
        return switch (node) {
            case Node.Constant c -> !(c.value() instanceof String);
            case Node.Name n -> domains.containsKey(n.name()) && domains.get(n.name()).isNumbers();
            case Node.Chain _, Node.Sign _, Node.Position _ -> true;
            default -> false;
        };
    }

    private ExpressionException numberBeside(Node node, List<String> texts, Node number) {
        String problem =
                switch (node) {
                    case Node.Name n when number instanceof Node.Constant c ->
                            "'%s' is text and never equals the number %s.%s"
                                    .formatted(n.name(), show(c.value()), values(n, texts));
                    case Node.Name n ->
                            "'%s' is text, but is compared with a number.%s"
                                    .formatted(n.name(), values(n, texts));
                    default ->
                            "the text '%s' is compared with %s"
                                    .formatted(
                                            texts.getFirst(),
                                            number instanceof Node.Name n
                                                    ? "'%s', which is a number".formatted(n.name())
                                                    : "a number");
                };
        return new ExpressionException(problem, text, offset(node, number));
    }

    /** The texts of {@code wrong} are none of those of {@code other}. */
    private ExpressionException noValue(Node wrong, Node other, List<String> texts) {
        List<String> given = texts(wrong);
        String problem =
                switch (other) {
                    case Node.Name n when wrong instanceof Node.Constant ->
                            "'%s' has no value '%s'.%s%s"
                                    .formatted(
                                            n.name(),
                                            given.getFirst(),
                                            NearestName.hint(given.getFirst(), texts),
                                            values(n, texts));
                    case Node.Name n when wrong instanceof Node.Name w ->
                            "'%s' and '%s' have no value in common.%s.%s"
                                    .formatted(
                                            w.name(), n.name(), values(w, given), values(n, texts));
                    default ->
                            "'%s' never equals '%s'".formatted(given.getFirst(), texts.getFirst());
                };
        return new ExpressionException(problem, text, offset(wrong, other));
    }

    private static String values(Node.Name name, List<String> texts) {
        return " Values of '%s': %s".formatted(name.name(), String.join(", ", texts));
    }

    private static String show(Object number) {
        return number instanceof Double x ? Values.show(x.doubleValue()) : Values.show(number);
    }

    private static int offset(Node first, Node second) {
        return switch (first) {
            case Node.Constant c -> c.offset();
            case Node.Name n -> n.offset();
            case Node.Position n -> n.offset();
            default -> offset(second, first);
        };
    }
}
