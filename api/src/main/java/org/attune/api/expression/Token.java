package org.attune.api.expression;

/**
 * One word of an expression.
 *
 * @param text as written; for {@code END} a description
 * @param value of a number (Long or Double) or a string; the text otherwise
 * @param start index of its first character
 * @param end index after its last character
 */
record Token(Kind kind, String text, Object value, int start, int end) {
    enum Kind {
        NUMBER,
        STRING,
        NAME,
        KEYWORD,
        OPERATOR,
        END
    }

    /** Whether this is the given operator or keyword. */
    boolean is(String word) {
        return (kind == Kind.OPERATOR || kind == Kind.KEYWORD) && text.equals(word);
    }

    String quoted() {
        return kind == Kind.END ? text : kind == Kind.STRING ? text : "'" + text + "'";
    }
}
