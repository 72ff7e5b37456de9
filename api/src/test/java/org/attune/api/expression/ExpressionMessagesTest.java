package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** What is said about invalid expressions, and the column it points at. */
class ExpressionMessagesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a = b             | 3  | use == to compare",
                "a === b           | 3  | use == to compare",
                "a <> b            | 3  | use != to compare",
                "a =< b            | 3  | use <= to compare",
                "a => b            | 3  | use >= to compare",
                "a && b            | 3  | use 'and' instead of &&",
                "`a || b`          | 3  | `use 'or' instead of ||`",
                "a & b             | 3  | use 'and'",
                "a << b            | 3  | bit shifts",
                "!a                | 1  | use 'not' instead of !",
                "a^2               | 2  | ^ is not power in Python: use **",
                "a += 1            | 3  | assignment is not allowed",
                "(a := 1)          | 4  | assignment is not allowed",
                "a ? b : c         | 3  | a if condition else b",
                "math.sqrt(a)      | 5  | attribute access is not allowed",
                "a.b               | 2  | attribute access is not allowed",
                "a[0]              | 2  | indexing is not allowed",
                "(a)[0]            | 4  | indexing is not allowed",
                "2(a)              | 2  | a value cannot be called",
                "sqr(a)            | 1  | Maybe you meant 'sqrt'",
                "eval('1')         | 1  | there is no function 'eval'",
                "eval('1')         | 1  | Known: min, max, abs, floor",
                "lambda: 1         | 7  | ':' is not allowed",
                "lambda            | 1  | 'lambda' is not allowed",
                "class > 1         | 1  | 'class' is a keyword of Python",
                "None              | 1  | None is not allowed",
                "a is b            | 3  | 'is' is not allowed: use ==",
                "(a is b)          | 4  | 'is' is not allowed: use ==",
                "[a]               | 1  | a list can only stand after 'in'",
                "(a, b)            | 3  | a tuple can only stand after 'in'",
                "a, b              | 2  | a tuple can only stand after 'in'",
                "a == (1, 2)       | 8  | a tuple can only stand after 'in'",
                "{1}               | 1  | sets and dictionaries are not allowed",
                "a in b            | 6  | 'in' needs a list of values",
                "a in (b)          | 6  | write (x,)",
                "a in ()           | 6  | the list is empty",
                "a in (1,) == b    | 11 | cannot go on after 'in",
                "a < b in (1,)     | 7  | 'in' cannot go on a comparison",
                "(a for b in (1,)) | 4  | comprehensions are not allowed",
                "max(a for b in c) | 7  | comprehensions are not allowed",
                "a if b            | 7  | expected 'else'",
                "(a                | 1  | '(' is never closed",
                "a in (1, 2        | 6  | '(' is never closed",
                "min(1, 2          | 4  | '(' is never closed",
                "a)                | 2  | ')' has no opening partner",
                "()                | 1  | the parentheses are empty",
                "a b               | 3  | unexpected 'b'. Maybe an operator is missing",
                "(a b)             | 4  | unexpected 'b'. Maybe an operator is missing",
                "'a' 'b'           | 5  | unexpected 'b'",
                "a +               | 4  | expected a value, got the end",
                "a < < b           | 5  | expected a value, got '<'",
                "a and or b        | 7  | expected a value, got 'or'",
                "a not b           | 3  | unexpected 'not'",
                "min(1)            | 1  | min needs at least 2 arguments, not 1",
                "log()             | 1  | log needs 1 or 2 arguments, not 0",
                "sqrt(1, 2)        | 1  | sqrt needs 1 argument, not 2",
                "pow(2, 3, 5)      | 1  | pow needs 2 arguments, not 3",
                "max([])           | 5  | the list is empty",
                "max([1, 2], 3)    | 13 | unexpected '3'",
                "min(, 1)          | 5  | expected a value, got ','",
                "012               | 1  | an integer cannot start with 0",
                "2n                | 2  | Maybe an operator such as * is missing",
                "0x1F              | 2  | numbers are decimal",
                "1__0              | 2  | a number cannot be followed by '_'",
                "1_                | 2  | a number cannot be followed by '_'",
                "1j                | 2  | a number cannot be followed by 'j'",
                "1e                | 2  | a number cannot be followed by 'e'",
                "1e999             | 1  | too large for a double",
                "'abc              | 1  | the string has no closing '",
                "'a\\'             | 1  | the string has no closing '",
                "'a\\d'            | 4  | unknown escape",
                "'''a'''           | 1  | triple quotes",
                "f'a'              | 1  | a string cannot have a prefix",
                "a # b             | 3  | comments are not allowed",
                "a ; b             | 3  | unexpected ';'",
                "a \u2264 b        | 3  | unexpected character U+2264",
                "\u2018a\u2019     | 1  | use straight quotes"
            })
    void sayWhatIsWrongAndWhere(String text, int position, String message) {
        ExpressionException e =
                assertThrows(ExpressionException.class, () -> Expression.parse(text));
        assertTrue(e.getMessage().contains(message), e.getMessage());
        assertEquals(position, e.position(), e.getMessage());
    }

    @Test
    void emptyTextIsSaidToBeEmpty() {
        for (String text : List.of("", "  \n")) {
            String message =
                    assertThrows(ExpressionException.class, () -> Expression.parse(text))
                            .getMessage();
            assertTrue(message.contains("the expression is empty"), message);
        }
    }

    @Test
    void theCaretStandsBelowThePlace() {
        ExpressionException e =
                assertThrows(ExpressionException.class, () -> Expression.parse("nproc = p*q"));
        assertEquals(
                "column 7: use == to compare; assignment is not allowed\n"
                        + "    nproc = p*q\n"
                        + "          ^",
                e.getMessage());
    }

    @Test
    void theCaretStandsInItsLineAndLongLinesAreCut() {
        String text = "a +\n" + "b + ".repeat(30) + "$ +" + " c +".repeat(30) + " d\n+ e";
        String[] lines =
                assertThrows(ExpressionException.class, () -> Expression.parse(text))
                        .getMessage()
                        .split("\n");
        assertEquals(3, lines.length);
        assertEquals('$', lines[1].charAt(lines[2].indexOf('^')));
        assertTrue(lines[1].startsWith("    ...") && lines[1].endsWith("..."), lines[1]);
        assertTrue(lines[1].length() < 100, lines[1]);
    }

    @Test
    void anUnknownNameListsTheKnownOnes() {
        Expression e = Expression.parse("mb*bunits <= m");
        List<String> known = List.of("mb", "bunit", "m");
        ExpressionException unknown = assertThrows(ExpressionException.class, () -> e.bind(known));
        assertEquals(4, unknown.position());
        String message = unknown.getMessage();
        assertTrue(message.contains("unknown name 'bunits'"), message);
        assertTrue(message.contains("Maybe you meant 'bunit'"), message);
        assertTrue(message.contains("Known: mb, bunit, m"), message);
    }

    @Test
    void trueInLowerCaseIsAdvisedOn() {
        Expression e = Expression.parse("a == true");
        List<String> known = List.of("a");
        String message = assertThrows(ExpressionException.class, () -> e.bind(known)).getMessage();
        assertTrue(message.contains("Maybe you meant True or False"), message);
        List<String> none = List.of();
        assertTrue(
                assertThrows(ExpressionException.class, () -> e.bind(none))
                        .getMessage()
                        .contains("Known: none"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1/0            | division by zero (1 / 0)",
                "7 // 0         | division by zero (7 // 0)",
                "7 % 0          | modulo by zero (7 % 0)",
                "sqrt(-2)       | sqrt of the negative number -2",
                "log(0)         | log of 0, which is not positive",
                "(-8)**0.5      | -8 ** 0.5 is not a real number",
                "0**-1          | zero cannot be raised to the negative power -1",
                "9**9**9        | 9 ** 387420489 is too large",
                "'a' + 1        | a number is needed, not 'a'",
                "1 < 'a'        | a number is needed, not 'a'",
                "round(2, 0.5)  | a whole number of decimals, not 0.5"
            })
    void evaluationSaysWhatHappened(String text, String message) {
        Expression.Bound bound = Expression.parse(text).bind(List.of());
        EvaluationException e =
                assertThrows(EvaluationException.class, () -> bound.value(new Object[0]));
        assertTrue(e.getMessage().contains(message), e.getMessage());
        assertTrue(e.getMessage().contains('"' + text + '"'), e.getMessage());
    }
}
