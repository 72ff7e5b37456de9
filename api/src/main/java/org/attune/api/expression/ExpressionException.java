package org.attune.api.expression;

/**
 * A text that is not a valid expression, or that reads a name nobody knows. The message says what
 * is wrong and where, and shows the place with a caret below it.
 */
public final class ExpressionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Characters shown before and after the place in a long line. */
    private static final int CONTEXT = 36;

    private final int position;

    /** {@code offset} is the 0-based index of the offending character in {@code text}. */
    ExpressionException(String problem, String text, int offset) {
        super("column " + (offset + 1) + ": " + problem + excerpt(text, offset));
        this.position = offset + 1;
    }

    /** Where it is wrong: the 1-based index of the character in the text. */
    public int position() {
        return position;
    }

    private static String excerpt(String text, int offset) {
        int lineStart = Math.min(offset, text.length());
        while (lineStart > 0 && text.charAt(lineStart - 1) != '\n') {
            lineStart--;
        }
        int lineEnd = text.indexOf('\n', offset);
        int from = Math.max(lineStart, offset - CONTEXT);
        int to = Math.min(lineEnd < 0 ? text.length() : lineEnd, offset + CONTEXT);
        String before = from > lineStart ? "..." : "";
        String after = to < (lineEnd < 0 ? text.length() : lineEnd) ? "..." : "";
        String shown = text.substring(from, Math.max(from, to)).replaceAll("\\p{Cntrl}", " ");
        String caret = " ".repeat(before.length() + offset - from) + "^";
        return "\n    " + before + shown + after + "\n    " + caret;
    }
}
