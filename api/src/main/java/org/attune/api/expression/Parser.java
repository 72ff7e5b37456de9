package org.attune.api.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

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
    private static final List<Operator> SUM = List.of(Operator.ADD, Operator.SUBTRACT);
    private static final List<Operator> PRODUCT =
            List.of(
                    Operator.MULTIPLY,
                    Operator.DIVIDE,
                    Operator.FLOOR_DIVIDE,
                    Operator.REMAINDER);

    private static final Map<String, Comparison> COMPARISONS =
            Arrays.stream(Comparison.values()).collect(Collectors.toMap(c -> c.symbol, c -> c));

    private final String text;
    private final List<Token> tokens;
    private final SequencedSet<String> names = new LinkedHashSet<>();
    private int at;
    private int depth;

    Parser(String text) {
        this.text = text;
        this.tokens = Lexer.tokens(text);
    }

    /** Parses the whole text; afterwards {@link #names} is filled. */
    Node parse() {
        if (peek().kind() == Token.Kind.END) {
            throw error("the expression is empty", peek());
        }
        Node node = expression();
        if (peek().kind() != Token.Kind.END) {
            throw Complaints.leftOver(text, peek());
        }
        return node;
    }

    /** The names read, in order of first appearance. */
    SequencedSet<String> names() {
        return names;
    }

    private Node expression() {
        enter();
        Node node = or();
        if (accept("if")) {
            Node condition = or();
            if (!accept("else")) {
                throw error(
                        "expected 'else' of 'a if condition else b', got " + peek().quoted(),
                        peek());
            }
            node = new Node.Choice(condition, node, expression());
        }
        depth--;
        return node;
    }

    private Node or() {
        Node first = and();
        if (!peek().is("or")) {
            return first;
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        while (accept("or")) {
            operands.add(and());
        }
        return new Node.Logic(false, operands);
    }

    private Node and() {
        Node first = not();
        if (!peek().is("and")) {
            return first;
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        while (accept("and")) {
            operands.add(not());
        }
        return new Node.Logic(true, operands);
    }

    private Node not() {
        if (!accept("not")) {
            return comparison();
        }
        enter();
        Node node = new Node.Not(not());
        depth--;
        return node;
    }

    private Node comparison() {
        int start = at;
        Node first = chain(SUM);
        if (peek().is("in") || peek().is("not") && tokens.get(at + 1).is("in")) {
            return membership(first);
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        List<Comparison> comparisons = new ArrayList<>();
        List<String> texts = new ArrayList<>(List.of(textFrom(start)));
        while (peek().kind() == Token.Kind.OPERATOR && COMPARISONS.containsKey(peek().text())) {
            comparisons.add(COMPARISONS.get(take().text()));
            start = at;
            operands.add(chain(SUM));
            texts.add(textFrom(start));
        }
        if (comparisons.isEmpty()) {
            return first;
        }
        if (peek().is("in") || peek().is("not")) {
            throw error("'in' cannot go on a comparison: join the two with 'and'", peek());
        }
        return new Node.Compared(operands, comparisons, texts);
    }

    private Node membership(Node item) {
        boolean negated = accept("not");
        take();
        if (!peek().is("(") && !peek().is("[")) {
            throw error("'in' needs a list of values, such as ('a', 'b')", peek());
        }
        Node node = new Node.Membership(negated, item, list());
        if (peek().is("in") || COMPARISONS.containsKey(peek().text())) {
            throw error("a comparison cannot go on after 'in (...)': use 'and'", peek());
        }
        return node;
    }

    /** The elements of a tuple or list; a tuple of one has a trailing comma. */
    private List<Node> list() {
        Token open = take();
        String close = open.is("(") ? ")" : "]";
        List<Node> elements = new ArrayList<>();
        boolean comma = true;
        while (!peek().is(close)) {
            if (!comma) {
                throw Complaints.unclosed(text, open, peek());
            }
            elements.add(expression());
            comma = accept(",");
        }
        take();
        if (elements.isEmpty()) {
            throw error("the list is empty", open);
        }
        if (open.is("(") && elements.size() == 1 && !comma) {
            throw error("(x) is not a tuple in Python: write (x,)", open);
        }
        return elements;
    }

    /** A sum of products, or a product of unaries: left to right. */
    private Node chain(List<Operator> level) {
        Node first = level == SUM ? chain(PRODUCT) : unary();
        List<Node> operands = new ArrayList<>(List.of(first));
        List<Operator> operators = new ArrayList<>();
        for (Optional<Operator> operator = accept(level);
                operator.isPresent();
                operator = accept(level)) {
            operators.add(operator.get());
            operands.add(level == SUM ? chain(PRODUCT) : unary());
        }
        return operators.isEmpty() ? first : new Node.Chain(operands, operators);
    }

    private Node unary() {
        if (!peek().is("+") && !peek().is("-")) {
            return power();
        }
        enter();
        Node node = new Node.Sign(take().is("-"), unary());
        depth--;
        return node;
    }

    private Node power() {
        Node base = primary();
        if (!accept("**")) {
            return base;
        }
        enter();
        Node node = new Node.Chain(List.of(base, unary()), List.of(Operator.POWER));
        depth--;
        return node;
    }

    private Node primary() {
        Token token = take();
        Node node =
                switch (token.kind()) {
                    case NUMBER, STRING -> new Node.Constant(token.value());
                    case NAME -> peek().is("(") ? call(token) : name(token);
                    case KEYWORD -> {
                        if (!token.is("True") && !token.is("False")) {
                            throw Complaints.noValue(text, token);
                        }
                        yield new Node.Constant(token.is("True"));
                    }
                    case OPERATOR -> {
                        if (!token.is("(")) {
                            throw Complaints.noValue(text, token);
                        }
                        yield parenthesised(token);
                    }
                    case END -> throw Complaints.noValue(text, token);
                };
        if (peek().is("(") || peek().is("[")) {
            throw Complaints.afterValue(text, peek());
        }
        return node;
    }

    private Node name(Token token) {
        names.add(token.text());
        return new Node.Name(token.text(), token.start());
    }

    private Node parenthesised(Token open) {
        if (peek().is(")")) {
            throw error("the parentheses are empty", open);
        }
        Node node = expression();
        if (peek().is(",")) {
            throw error("a tuple can only stand after 'in'", peek());
        }
        if (!accept(")")) {
            throw Complaints.unclosed(text, open, peek());
        }
        return node;
    }

    private Node call(Token name) {
        Function function =
                Function.named(name.text())
                        .orElseThrow(() -> Complaints.noFunction(text, name));
        Token open = take();
        boolean extremum = function == Function.MIN || function == Function.MAX;
        List<Node> arguments = new ArrayList<>();
        boolean listed = extremum && peek().is("[");
        boolean comma = true;
        if (listed) {
            arguments.addAll(list());
            comma = accept(",");
        }
        while (!peek().is(")")) {
            if (!comma || listed) {
                throw Complaints.unclosed(text, open, peek());
            }
            arguments.add(expression());
            comma = accept(",");
        }
        take();
        if (!listed && arguments.size() < function.least || arguments.size() > function.most) {
            throw error(
                    name.text() + " needs " + function.arity() + ", not " + arguments.size(), name);
        }
        return new Node.Call(function, arguments);
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token take() {
        Token token = tokens.get(at);
        at += token.kind() == Token.Kind.END ? 0 : 1;
        return token;
    }

    private boolean accept(String word) {
        boolean here = peek().is(word);
        at += here ? 1 : 0;
        return here;
    }

    private Optional<Operator> accept(List<Operator> level) {
        return level.stream().filter(operator -> accept(operator.symbol)).findFirst();
    }

    /** The text from the given token to the last one taken. */
    private String textFrom(int start) {
        return text.substring(tokens.get(start).start(), tokens.get(at - 1).end());
    }

    private void enter() {
        if (++depth > Expression.MAX_DEPTH) {
            throw error(
                    "the expression is nested deeper than " + Expression.MAX_DEPTH + " levels",
                    peek());
        }
    }

    private ExpressionException error(String problem, Token token) {
        return new ExpressionException(problem, text, token.start());
    }
}
