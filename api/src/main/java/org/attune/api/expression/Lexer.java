package org.attune.api.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts an expression into tokens. What belongs to Python but not to our subset, and what people
 * from other languages write by habit, gets a message of its own. Line ends count as spaces.
 */
final class Lexer {
    private static final Set<String> KEYWORDS =
            Set.of(
                    "False",
                    "None",
                    "True",
                    "and",
                    "as",
                    "assert",
                    "async",
                    "await",
                    "break",
                    "class",
                    "continue",
                    "def",
                    "del",
                    "elif",
                    "else",
                    "except",
                    "finally",
                    "for",
                    "from",
                    "global",
                    "if",
                    "import",
                    "in",
                    "is",
                    "lambda",
                    "nonlocal",
                    "not",
                    "or",
                    "pass",
                    "raise",
                    "return",
                    "try",
                    "while",
                    "with",
                    "yield");

    /** Longest first: the first one that matches is taken. */
    private static final List<String> OPERATORS =
            List.of(
                    "**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "(", ")",
                    "[", "]", ",");

    /** Operators of Python and other languages that we do not have, with what to say. */
    private static final Map<String, String> FOREIGN =
            Map.ofEntries(
                    Map.entry("===", "use == to compare"),
                    Map.entry("=<", "use <= to compare"),
                    Map.entry("=>", "use >= to compare"),
                    Map.entry("<>", "use != to compare"),
                    Map.entry("&&", "use 'and' instead of &&"),
                    Map.entry("||", "use 'or' instead of ||"),
                    Map.entry("<<", "bit shifts are not allowed: use * 2**n instead of << n"),
                    Map.entry(">>", "bit shifts are not allowed: use // 2**n instead of >> n"),
                    Map.entry("**=", "assignment is not allowed"),
                    Map.entry("//=", "assignment is not allowed"),
                    Map.entry("+=", "assignment is not allowed"),
                    Map.entry("-=", "assignment is not allowed"),
                    Map.entry("*=", "assignment is not allowed"),
                    Map.entry("/=", "assignment is not allowed"),
                    Map.entry("%=", "assignment is not allowed"),
                    Map.entry(":=", "assignment is not allowed"));

    /** The same for single characters, looked up after our own operators. */
    private static final Map<String, String> FOREIGN_CHARACTERS =
            Map.ofEntries(
                    Map.entry("=", "use == to compare; assignment is not allowed"),
                    Map.entry("&", "use 'and'; operations on bits are not allowed"),
                    Map.entry("|", "use 'or'; operations on bits are not allowed"),
                    Map.entry("~", "use 'not'; operations on bits are not allowed"),
                    Map.entry("!", "use 'not' instead of !"),
                    Map.entry("^", "^ is not power in Python: use **"),
                    Map.entry("?", "use 'a if condition else b' instead of ?:"),
                    Map.entry(":", "':' is not allowed: no slices, lambdas or dictionaries"),
                    Map.entry("{", "sets and dictionaries are not allowed: use a tuple (1, 2)"),
                    Map.entry("#", "comments are not allowed"),
                    Map.entry(
                            ".",
                            "attribute access is not allowed. Maybe write sqrt(x) for"
                                    + " math.sqrt(x)"),
                    Map.entry("\u2018", "use straight quotes"),
                    Map.entry("\u2019", "use straight quotes"),
                    Map.entry("\u201c", "use straight quotes"),
                    Map.entry("\u201d", "use straight quotes"));

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    /** The tokens of the text, the last one of kind END. */
    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        while (lexer.at < text.length()) {
            lexer.next();
        }
        int end = text.length();
        lexer.tokens.add(new Token(Token.Kind.END, "the end", "", end, end));
        return lexer.tokens;
    }

    private void next() {
        int c = text.codePointAt(at);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            at++;
        } else if (digit(c) || c == '.' && at + 1 < text.length() && digit(text.charAt(at + 1))) {
            number();
        } else if (c == '\'' || c == '"') {
            string((char) c);
        } else if (c == '_' || Character.isUnicodeIdentifierStart(c)) {
            word();
        } else {
            operator(c);
        }
    }

    private void number() {
        int start = at;
        digits();
        boolean integer = true;
        if (at < text.length() && text.charAt(at) == '.') {
            integer = false;
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            int exponent = at + 1;
            if (exponent < text.length() && "+-".indexOf(text.charAt(exponent)) >= 0) {
                exponent++;
            }
            if (exponent < text.length() && digit(text.charAt(exponent))) {
                integer = false;
                at = exponent;
                digits();
            }
        }
        if (at < text.length() && wordPart(text.codePointAt(at))) {
            throw error(
                    "a number cannot be followed by '"
                            + Character.toString(text.codePointAt(at))
                            + "'. Maybe an operator such as * is missing; numbers are decimal,"
                            + " like 12, 1_000, 0.5 or 1e-3",
                    at);
        }
        String digits = text.substring(start, at).replace("_", "");
        if (integer && digits.length() > 1 && digits.charAt(0) == '0' && !digits.matches("0+")) {
            throw error("an integer cannot start with 0", start);
        }
        double value = Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
            throw error("the number is too large for a double", start);
        }
        add(Token.Kind.NUMBER, start, integer ? Values.integer(value) : (Object) value);
    }

    /** Digits with single underscores between them. */
    private void digits() {
        while (at < text.length()
                && (digit(text.charAt(at))
                        || text.charAt(at) == '_'
                                && at > 0
                                && digit(text.charAt(at - 1))
                                && at + 1 < text.length()
                                && digit(text.charAt(at + 1)))) {
            at++;
        }
    }

    private void string(char quote) {
        int start = at++;
        if (text.startsWith(String.valueOf(quote).repeat(3), start)) {
            throw error("strings in triple quotes are not allowed", start);
        }
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            char c = text.charAt(at++);
            value.append(c == '\\' ? escaped() : c);
        }
        if (at >= text.length() || text.charAt(at) != quote) {
            throw error("the string has no closing " + quote, start);
        }
        at++;
        add(Token.Kind.STRING, start, value.toString());
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '\\', '\'', '"' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default ->
                    throw error(
                            "unknown escape in the string; allowed are \\\\ \\' \\\" \\n \\t \\r",
                            at - 1);
        };
    }

    private void word() {
        int start = at;
        while (at < text.length() && wordPart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        String word = text.substring(start, at);
        boolean keyword = KEYWORDS.contains(word);
        if (!keyword && at < text.length() && "'\"".indexOf(text.charAt(at)) >= 0) {
            throw error("a string cannot have a prefix such as '" + word + "'", start);
        }
        add(keyword ? Token.Kind.KEYWORD : Token.Kind.NAME, start, word);
    }

    private void operator(int c) {
        refuse(FOREIGN);
        for (String operator : OPERATORS) {
            if (text.startsWith(operator, at)) {
                at += operator.length();
                add(Token.Kind.OPERATOR, at - operator.length(), operator);
                return;
            }
        }
        refuse(FOREIGN_CHARACTERS);
        String shown =
                c > ' ' && c < 127
                        ? "'" + Character.toString(c) + "'"
                        : String.format("character U+%04X", c);
        throw error("unexpected " + shown, at);
    }

    private void refuse(Map<String, String> advice) {
        for (Map.Entry<String, String> entry : advice.entrySet()) {
            if (text.startsWith(entry.getKey(), at)) {
                throw error(entry.getValue(), at);
            }
        }
    }

    private void add(Token.Kind kind, int start, Object value) {
        tokens.add(new Token(kind, text.substring(start, at), value, start, at));
    }

    private ExpressionException error(String problem, int offset) {
        return new ExpressionException(problem, text, offset);
    }

    private static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean wordPart(int c) {
        return Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
    }
}
