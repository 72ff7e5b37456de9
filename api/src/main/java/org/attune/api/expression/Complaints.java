package org.attune.api.expression;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Words for what the parser did not expect. */
final class Complaints {
    private Complaints() {}

    /** A token that cannot begin a value. */
    static ExpressionException noValue(String text, Token token) {
        String problem =
                switch (token.text()) {
                    case "[" -> "a list can only stand after 'in'";
                    case "None" -> "None is not allowed: a value is a number, text or a boolean";
                    case "lambda", "await", "yield" -> token.quoted() + " is not allowed";
                    default ->
                            token.kind() == Token.Kind.KEYWORD && !isOperator(token)
                                    ? token.quoted()
                                            + " is a keyword of Python and cannot be a name"
                                    : "expected a value, got " + token.quoted();
                };
        return new ExpressionException(problem, text, token.start());
    }

    /** A parenthesis or bracket right behind a value. */
    static ExpressionException afterValue(String text, Token token) {
        String problem =
                token.is("[")
                        ? "indexing is not allowed"
                        : "a value cannot be called. Maybe an operator such as * is missing";
        return new ExpressionException(problem, text, token.start());
    }

    /** A token behind a complete expression. */
    static ExpressionException leftOver(String text, Token token) {
        String problem =
                switch (token.text()) {
                    case ")", "]" -> token.quoted() + " has no opening partner";
                    case "," -> "a tuple can only stand after 'in'";
                    case "is" -> "'is' is not allowed: use ==";
                    case "for", "async" -> "comprehensions are not allowed";
                    default -> unexpected(token);
                };
        return new ExpressionException(problem, text, token.start());
    }

    /** Something else where a comma or the closing partner of {@code open} should be. */
    static ExpressionException unclosed(String text, Token open, Token token) {
        if (token.kind() == Token.Kind.END) {
            return new ExpressionException(open.quoted() + " is never closed", text, open.start());
        }
        String problem =
                switch (token.text()) {
                    case "is" -> "'is' is not allowed: use ==";
                    case "for", "async" -> "comprehensions are not allowed";
                    default -> unexpected(token);
                };
        return new ExpressionException(problem, text, token.start());
    }

    /** A call of something that is not one of our functions. */
    static ExpressionException noFunction(String text, Token name) {
        List<String> known = Arrays.stream(Function.values()).map(Function::symbol).toList();
        return unknown("there is no function", name.text(), known, text, name.start());
    }

    /** A name that is not known, with the known ones and the nearest of them. */
    static ExpressionException unknown(
            String what, String name, Collection<String> known, String text, int offset) {
        String advice =
                name.equals("true") || name.equals("false")
                        ? " Maybe you meant True or False."
                        : NearestName.hint(name, known);
        String list = known.isEmpty() ? "none" : String.join(", ", known);
        String problem = what + " '" + name + "'." + advice + " Known: " + list;
        return new ExpressionException(problem, text, offset);
    }

    private static String unexpected(Token token) {
        return "unexpected " + token.quoted() + ". Maybe an operator is missing before it";
    }

    private static boolean isOperator(Token token) {
        return List.of("and", "or", "not", "in", "is", "if", "else").contains(token.text());
    }
}
