package org.attune.api.expression;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * Recursive descent over the tokens. The grammar, loosest first, is Python's:
 *
 * <pre>
 *   expression  = or ['if' or 'else' expression]
 *   or          = and {'or' and}             and = not {'and' not}
 *   not         = 'not' not | comparison
 *   comparison  = sum {('==' | '!=' | '&lt;' | '&lt;=' | '&gt;' | '&gt;=') sum}
 *               | sum ['not'] 'in' list
 *   sum         = product {('+' | '-') product}
 *   product     = unary {('*' | '/' | '//' | '%') unary}
 *   unary       = ('+' | '-') unary | power
 *   power       = primary ['**' unary]
 *   primary     = number | string | 'True' | 'False' | name | name '(' arguments ')'
 *               | '(' expression ')'
 *   list        = '(' expression ',' ... ')' | '[' ... ']'
 * </pre>
 */
final class Parser {
    /** The operators by how tightly they bind, loosest first. */
    private enum Level {
        OR,
        AND,
        NOT,
        COMPARISON,
        SUM,
        PRODUCT,
        UNARY
    }

    private static final Map<String, Operator> SUM =
            Map.of("+", Operator.ADD, "-", Operator.SUBTRACT);
    private static final Map<String, Operator> PRODUCT =
            Map.of(
                    "*", Operator.MULTIPLY,
                    "/", Operator.DIVIDE,
                    "//", Operator.FLOOR_DIVIDE,
                    "%", Operator.REMAINDER);

    private static final Map<String, Comparison> COMPARISONS =
            Map.of(
                    "==", Comparison.EQUAL,
                    "!=", Comparison.NOT_EQUAL,
                    "<", Comparison.LESS,
                    "<=", Comparison.LESS_EQUAL,
                    ">", Comparison.GREATER,
                    ">=", Comparison.GREATER_EQUAL);

    private final String text;
    private final Cursor cursor;
    private final SequencedSet<String> names = new LinkedHashSet<>();

    Parser(String text) {
        this.text = text;
        this.cursor = new Cursor(text);
    }

    /** Parses the whole text; afterwards {@link #names} is filled. */
    Node parse() {
        if (cursor.peek().kind() == Token.Kind.END) {
            throw cursor.error("the expression is empty", cursor.peek());
        }
        Node node = expression();
        if (cursor.peek().kind() != Token.Kind.END) {
            throw Complaints.leftOver(text, cursor.peek());
        }
        if (node.depth() > Expression.MAX_DEPTH) {
            throw new ExpressionException(Cursor.TOO_DEEP, text, 0);
        }
        return node;
    }

    /** The names read, in order of first appearance. */
    SequencedSet<String> names() {
        return names;
    }

    private Node expression() {
        cursor.enter();
        Node node = operators(Level.OR);
        if (cursor.accept("if")) {
            Node condition = operators(Level.OR);
            if (!cursor.accept("else")) {
                throw cursor.error(
                        "expected 'else' of 'a if condition else b', got " + cursor.peek().quoted(),
                        cursor.peek());
            }
            node = new Node.Choice(condition, node, expression());
        }
        cursor.leave();
        return node;
    }

    /**
     * What the rule of this level derives. One method for all levels, so that an operand with no
     * operators costs one frame of the stack.
     */
    private Node operators(Level level) {
        int start = cursor.peek().start();
        Node node;
        if (level.compareTo(Level.NOT) <= 0 && cursor.accept("not")) {
            node = new Node.Not(operand(Level.NOT));
        } else {
            node = unary();
            if (level.compareTo(Level.PRODUCT) <= 0) {
                node = chain(node, PRODUCT, Level.UNARY);
            }
            if (level.compareTo(Level.SUM) <= 0) {
                node = chain(node, SUM, Level.PRODUCT);
            }
            if (level.compareTo(Level.COMPARISON) <= 0) {
                node = comparison(node, start);
            }
        }
        if (level.compareTo(Level.AND) <= 0) {
            node = logic(node, "and", Level.NOT);
        }
        return level == Level.OR ? logic(node, "or", Level.AND) : node;
    }

    private Node operand(Level level) {
        cursor.enter();
        Node node = level == Level.UNARY ? unary() : operators(level);
        cursor.leave();
        return node;
    }

    private Node logic(Node first, String word, Level level) {
        if (!cursor.peek().is(word)) {
            return first;
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        while (cursor.accept(word)) {
            operands.add(operand(level));
        }
        return new Node.Logic(word.equals("and"), operands);
    }

    /** The rest of a comparison whose first operand begins at {@code start}. */
    private Node comparison(Node first, int start) {
        if (cursor.peek().is("in") || cursor.sees("not", "in")) {
            return membership(first);
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        List<Comparison> comparisons = new ArrayList<>();
        List<String> texts = new ArrayList<>(List.of(cursor.textFrom(start)));
        while (here(COMPARISONS)) {
            comparisons.add(COMPARISONS.get(cursor.take().text()));
            int from = cursor.peek().start();
            operands.add(operand(Level.SUM));
            texts.add(cursor.textFrom(from));
        }
        if (comparisons.isEmpty()) {
            return first;
        }
        if (cursor.peek().is("in") || cursor.peek().is("not")) {
            throw cursor.error(
                    "'in' cannot go on a comparison: join the two with 'and'", cursor.peek());
        }
        return new Node.Compared(operands, comparisons, texts);
    }

    private Node membership(Node item) {
        boolean negated = cursor.accept("not");
        cursor.take();
        if (!cursor.peek().is("(") && !cursor.peek().is("[")) {
            throw cursor.error("'in' needs a list of values, such as ('a', 'b')", cursor.peek());
        }
        Node node = new Node.Membership(negated, item, list());
        if (cursor.peek().is("in") || COMPARISONS.containsKey(cursor.peek().text())) {
            throw cursor.error(
                    "a comparison cannot go on after 'in (...)': use 'and'", cursor.peek());
        }
        return node;
    }

    /** The elements of a tuple or list; a tuple of one has a trailing comma. */
    private List<Node> list() {
        Token open = cursor.take();
        String close = open.is("(") ? ")" : "]";
        List<Node> elements = new ArrayList<>();
        boolean comma = true;
        while (!cursor.peek().is(close)) {
            if (!comma) {
                throw Complaints.unclosed(text, open, cursor.peek());
            }
            elements.add(expression());
            comma = cursor.accept(",");
        }
        cursor.take();
        if (elements.isEmpty()) {
            throw cursor.error("the list is empty", open);
        }
        if (open.is("(") && elements.size() == 1 && !comma) {
            throw cursor.error("(x) is not a tuple in Python: write (x,)", open);
        }
        return elements;
    }

    private Node chain(Node first, Map<String, Operator> symbols, Level level) {
        if (!here(symbols)) {
            return first;
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        List<Operator> operators = new ArrayList<>();
        while (here(symbols)) {
            operators.add(symbols.get(cursor.take().text()));
            operands.add(operand(level));
        }
        return new Node.Chain(operands, operators);
    }

    private boolean here(Map<String, ?> symbols) {
        return cursor.peek().kind() == Token.Kind.OPERATOR
                && symbols.containsKey(cursor.peek().text());
    }

    private Node unary() {
        if (cursor.peek().is("+") || cursor.peek().is("-")) {
            return new Node.Sign(cursor.take().is("-"), operand(Level.UNARY));
        }
        Node base = primary();
        return cursor.accept("**")
                ? new Node.Chain(List.of(base, operand(Level.UNARY)), List.of(Operator.POWER))
                : base;
    }

    private Node primary() {
        Token token = cursor.take();
        Node node =
                switch (token.kind()) {
                    case NUMBER, STRING -> new Node.Constant(token.value(), token.start());
                    case NAME -> cursor.peek().is("(") ? call(token) : name(token);
                    case KEYWORD -> {
                        if (!token.is("True") && !token.is("False")) {
                            throw Complaints.noValue(text, token);
                        }
                        yield new Node.Constant(token.is("True"), token.start());
                    }
                    case OPERATOR -> {
                        if (!token.is("(")) {
                            throw Complaints.noValue(text, token);
                        }
                        yield parenthesised(token);
                    }
                    case END -> throw Complaints.noValue(text, token);
                };
        if (cursor.peek().is("(") || cursor.peek().is("[")) {
            throw Complaints.afterValue(text, cursor.peek());
        }
        return node;
    }

    private Node name(Token token) {
        names.add(token.text());
        return new Node.Name(token.text(), token.start());
    }

    private Node parenthesised(Token open) {
        if (cursor.peek().is(")")) {
            throw cursor.error("the parentheses are empty", open);
        }
        Node node = expression();
        if (cursor.peek().is(",")) {
            throw cursor.error("a tuple can only stand after 'in'", cursor.peek());
        }
        if (!cursor.accept(")")) {
            throw Complaints.unclosed(text, open, cursor.peek());
        }
        return node;
    }

    private Node call(Token name) {
        if (OrderCall.isNamed(name.text())) {
            Node node = OrderCall.parse(text, cursor, name);
            OrderCall.permutations(node).forEach(names::add);
            return node;
        }
        Function function =
                Function.named(name.text()).orElseThrow(() -> Complaints.noFunction(text, name));
        Token open = cursor.take();
        boolean extremum = function == Function.MIN || function == Function.MAX;
        List<Node> arguments = new ArrayList<>();
        boolean listed = extremum && cursor.peek().is("[");
        boolean comma = true;
        if (listed) {
            arguments.addAll(list());
            comma = cursor.accept(",");
        }
        while (!cursor.peek().is(")")) {
            if (!comma || listed) {
                throw Complaints.unclosed(text, open, cursor.peek());
            }
            arguments.add(expression());
            comma = cursor.accept(",");
        }
        cursor.take();
        if (!listed && arguments.size() < function.least || arguments.size() > function.most) {
            throw cursor.error(
                    name.text() + " needs " + function.arity() + ", not " + arguments.size(), name);
        }
        return new Node.Call(function, arguments);
    }
}
