package org.attune.api.expression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What expressions read of an order of items: {@code position(order, 'j')}, counted from 0, and
 * {@code before(order, 'i', 'k')}. Quotes may be left out where an item is spelt as a name, and the
 * permutation where no other one has such an item.
 *
 * <p>A position is a slot of its own, named {@code order[j]}: so the rest of the machinery, tests
 * over domains among it, sees an integer.
 */
final class OrderCall {
    private static final String POSITION = "position";
    private static final String BEFORE = "before";

    private OrderCall() {}

    static boolean isNamed(String function) {
        return function.equals(POSITION) || function.equals(BEFORE);
    }

    /** Reads the arguments of a call whose name has been taken. */
    static Node parse(String text, Cursor cursor, Token name) {
        int items = name.text().equals(POSITION) ? 1 : 2;
        Token open = cursor.take();
        List<Token> arguments = new ArrayList<>();
        boolean comma = true;
        while (!cursor.peek().is(")")) {
            Token token = cursor.peek();
            if (token.kind() == Token.Kind.END || !comma) {
                throw Complaints.unclosed(text, open, token);
            }
            if (token.kind() == Token.Kind.OPERATOR) {
                throw cursor.error(
                        "%s reads items, such as 'a', not %s"
                                .formatted(name.text(), token.quoted()),
                        token);
            }
            arguments.add(cursor.take());
            comma = cursor.accept(",");
        }
        cursor.take();
        if (arguments.size() < items || arguments.size() > items + 1) {
            String forms =
                    items == 1
                            ? "position(order, 'a') or position(a)"
                            : "before(order, 'a', 'b') or before(a, b)";
            throw cursor.error("%s is written %s".formatted(name.text(), forms), name);
        }
        boolean named = arguments.size() > items;
        if (named && arguments.getFirst().kind() != Token.Kind.NAME) {
            throw cursor.error(
                    "%s is no permutation: its name stands first"
                            .formatted(arguments.getFirst().quoted()),
                    arguments.getFirst());
        }
        String permutation = named ? arguments.removeFirst().text() : "";
        Node.Position first = position(permutation, arguments.getFirst(), name);
        if (items == 1) {
            return first;
        }
        Node.Position second = position(permutation, arguments.getLast(), name);
        if (first.item().equals(second.item())) {
            throw cursor.error("'%s' is never before itself".formatted(first.item()), name);
        }
        return new Node.Compared(
                List.of(first, second),
                List.of(Comparison.LESS),
                List.of(shown(first), shown(second)));
    }

    private static Node.Position position(String permutation, Token item, Token call) {
        String name = item.kind() == Token.Kind.STRING ? item.value().toString() : item.text();
        return new Node.Position(permutation, name, call.start());
    }

    private static String shown(Node.Position node) {
        return node.permutation().isEmpty()
                ? "position('%s')".formatted(node.item())
                : "position(%s, '%s')".formatted(node.permutation(), node.item());
    }

    /** The permutations that the positions in a node name. */
    static List<String> permutations(Node node) {
        return positions(node).stream()
                .map(Node.Position::permutation)
                .filter(p -> !p.isEmpty())
                .toList();
    }

    /** The positions that a node reads. */
    static List<Node.Position> positions(Node node) {
        List<Node.Position> found = new ArrayList<>();
        if (node instanceof Node.Position position) {
            found.add(position);
        }
        node.children().forEach(child -> found.addAll(positions(child)));
        return found;
    }

    /** Whether a name is that of a permutation, of whose positions there are slots. */
    static boolean isOrder(String name, Collection<String> known) {
        return known.stream().anyMatch(k -> k.startsWith(name + "["));
    }

    /** Whether this is the name of the slot of a position. */
    static boolean isPosition(String slot) {
        return slot.endsWith("]");
    }

    /** The name of the slot of a position, {@code order[j]}. */
    static String slot(Node.Position node, Collection<String> known, String text) {
        List<String> slots =
                known.stream()
                        .filter(k -> k.endsWith("[" + node.item() + "]"))
                        .filter(k ->
                                node.permutation().isEmpty()
                                        || k.startsWith(node.permutation() + "["))
                        .toList();
        if (slots.size() == 1) {
            return slots.getFirst();
        }
        throw new ExpressionException(complaint(node, slots, known), text, node.offset());
    }

    private static String complaint(
            Node.Position node, List<String> slots, Collection<String> known) {
        if (!slots.isEmpty()) {
            return "%d permutations have an item '%s'. Maybe name one: position(%s, '%s')"
                    .formatted(slots.size(), node.item(), owner(slots.getFirst()), node.item());
        }
        List<String> orders =
                known.stream()
                        .filter(OrderCall::isPosition)
                        .map(OrderCall::owner)
                        .distinct()
                        .toList();
        if (orders.isEmpty()) {
            return "there is no permutation that has an item '%s'".formatted(node.item());
        }
        if (!node.permutation().isEmpty() && !orders.contains(node.permutation())) {
            return "'%s' is no permutation.%s Known: %s"
                    .formatted(
                            node.permutation(),
                            NearestName.hint(node.permutation(), orders),
                            String.join(", ", orders));
        }
        List<String> items =
                known.stream()
                        .filter(k ->
                                isPosition(k)
                                        && (node.permutation().isEmpty()
                                                || owner(k).equals(node.permutation())))
                        .map(k -> k.substring(k.indexOf('[') + 1, k.length() - 1))
                        .distinct()
                        .toList();
        return "'%s' is no item%s.%s Known: %s"
                .formatted(
                        node.item(),
                        node.permutation().isEmpty()
                                ? ""
                                : " of '%s'".formatted(node.permutation()),
                        NearestName.hint(node.item(), items),
                        String.join(", ", items));
    }

    static String owner(String slot) {
        return slot.substring(0, slot.indexOf('['));
    }
}
