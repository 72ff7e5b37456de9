package org.attune.api.expression;

import java.util.List;

/** Where the parser stands in the tokens of a text, and how deep. */
final class Cursor {
    static final String TOO_DEEP =
            "the expression is nested deeper than " + Expression.MAX_DEPTH + " levels";

    private final String text;
    private final List<Token> tokens;
    private int at;
    private int depth;

    Cursor(String text) {
        this.text = text;
        this.tokens = Lexer.tokens(text);
    }

    /** The next token. */
    Token peek() {
        return tokens.get(at);
    }

    /** Whether the next tokens are these two words. */
    boolean sees(String first, String second) {
        return peek().is(first) && tokens.get(at + 1).is(second);
    }

    /** The next token, and goes past it unless it is the end. */
    Token take() {
        Token token = tokens.get(at);
        at += token.kind() == Token.Kind.END ? 0 : 1;
        return token;
    }

    /** Goes past the given operator or keyword if it is next. */
    boolean accept(String word) {
        boolean here = peek().is(word);
        at += here ? 1 : 0;
        return here;
    }

    /** The text from the token that begins at {@code start} to the last one taken. */
    String textFrom(int start) {
        return text.substring(start, tokens.get(at - 1).end());
    }

    /** Goes one level deeper, which bounds the stack of the parser and of all that follows it. */
    void enter() {
        if (++depth > Expression.MAX_DEPTH) {
            throw error(TOO_DEEP, peek());
        }
    }

    void leave() {
        depth--;
    }

    ExpressionException error(String problem, Token token) {
        return new ExpressionException(problem, text, token.start());
    }
}
