package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ExpressionTest {
    @Test
    void namesComeInOrderOfAppearanceAndCannotBeChanged() {
        Expression e = Expression.parse("mb*bunit*p <= m and p in (mb, q) or 'r' == min(z, m)");
        assertEquals(List.of("mb", "bunit", "p", "m", "q", "z"), List.copyOf(e.names()));
        assertThrows(UnsupportedOperationException.class, () -> e.names().add("x"));
    }

    @Test
    void namesMayBeThoseOfFunctionsAndConstants() {
        Map<String, Object> scope = Map.of("e", 2L, "pi", 3L, "min", 4L, "größe_1", 5L);
        assertEquals(24L, Expression.parse("min(e, pi)*min*pi").value(scope));
        assertEquals(5L, Expression.parse("größe_1").value(scope));
    }

    @Test
    void equalityIsThatOfTheText() {
        Expression e = Expression.parse("a<b");
        assertEquals(Expression.parse("a<b"), e);
        assertEquals(Expression.parse("a<b").hashCode(), e.hashCode());
        assertNotEquals(Expression.parse("a < b"), e);
        assertEquals("a<b", e.toString());
        assertEquals("a<b", e.text());
    }

    @Test
    void lineEndsAreSpaces() {
        assertEquals(3L, Expression.parse("1 +\r\n\t2\n").value(Map.of()));
    }

    @Test
    void slotsFollowTheOrderOfTheNames() {
        Expression.Bound bound = Expression.parse("b - a").bind(List.of("a", "unused", "b"));
        assertEquals(4L, bound.value(new Object[] {1L, "any", 5L}));
        assertEquals(4.5, bound.number(new Object[] {1L, null, 5.5}));
        assertTrue(bound.test(new Object[] {1L, null, 5L}));
        assertFalse(bound.test(new Object[] {5.0, null, 5L}));
    }

    @Test
    void scopeTakesOtherNumbers() {
        Map<String, Object> scope = Map.of("i", 3, "f", 0.5f, "s", (short) 2, "b", (byte) 1);
        assertEquals(6L, Expression.parse("i*s*b").value(scope));
        assertEquals(1.5, Expression.parse("i*f").value(scope));
    }

    @Test
    void integersOutsideTwoTo53AreDoubles() {
        assertEquals(1L << 53, Expression.parse("2**53").value(Map.of()));
        assertEquals(0x1p54, Expression.parse("2**54").value(Map.of()));
        assertEquals(-0x1p54, Expression.parse("-2**53*2").value(Map.of()));
        assertEquals(1e30, Expression.parse("10**30").value(Map.of()));
        assertEquals(1e16, Expression.parse("1_0000_0000_0000_0000").value(Map.of()));
        assertEquals(1e300, Expression.parse("floor(1e300)").value(Map.of()));
    }

    @Test
    void infinitiesAndNansFromOutsideFollowPython() {
        Map<String, Object> scope = Map.of("inf", Double.POSITIVE_INFINITY, "nan", Double.NaN);
        assertEquals(Double.POSITIVE_INFINITY, Expression.parse("inf*2 + 1").value(scope));
        assertEquals(Double.NaN, Expression.parse("inf - inf").value(scope));
        assertEquals(false, Expression.parse("nan == nan or nan < 1 or nan > 1").value(scope));
        assertEquals(true, Expression.parse("not not nan").value(scope));
        assertEquals(1.0, Expression.parse("1**nan").value(scope));
        assertEquals(1.0, Expression.parse("(-1)**inf").value(scope));
        assertEquals(Double.POSITIVE_INFINITY, Expression.parse("-5 % inf").value(scope));
        assertEquals(-1.0, Expression.parse("-5 // inf").value(scope));
        assertEquals(Double.POSITIVE_INFINITY, Expression.parse("log2(inf)").value(scope));
        for (String text : List.of("int(nan)", "floor(inf)", "round(-inf)", "sqrt(-inf)")) {
            Expression e = Expression.parse(text);
            assertThrows(EvaluationException.class, () -> e.value(scope), text);
        }
    }

    @Test
    void anUndefinedNameMattersOnlyWhereItIsRead() {
        Expression e = Expression.parse("solver != 'amg' or levels <= 4");
        Expression.Bound bound = e.bind(List.of("solver", "levels"));
        assertTrue(bound.test(new Object[] {"ilu", null}));
        assertEquals(true, bound.value(new Object[] {"ilu", null}));
        Object[] slots = {"amg", null};
        UndefinedNameException undefined =
                assertThrows(UndefinedNameException.class, () -> bound.test(slots));
        assertEquals("levels", undefined.name());
        assertEquals(0, undefined.getStackTrace().length);
        assertThrows(UndefinedNameException.class, () -> bound.value(slots));
        assertThrows(UndefinedNameException.class, () -> bound.number(slots));
        Map<String, Object> scope = new HashMap<>();
        scope.put("solver", "ilu");
        scope.put("levels", null);
        assertEquals(1L, Expression.parse("levels if solver == 'amg' else 1").value(scope));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "u",
                "u + 1",
                "1 < u",
                "u in (1, 2)",
                "1 in (u,)",
                "not u",
                "min(1, u)",
                "1 == 1 == u",
                "abs(u)",
                "u or 1",
                "1 and u",
                "2 if u else 3",
                "0*u",
                "-u"
            })
    void everyNodeReportsAnUndefinedName(String text) {
        Expression.Bound bound = Expression.parse(text).bind(List.of("u"));
        Object[] slots = {null};
        assertThrows(UndefinedNameException.class, () -> bound.value(slots));
        assertThrows(UndefinedNameException.class, () -> bound.number(slots));
        assertThrows(UndefinedNameException.class, () -> bound.test(slots));
    }

    @Test
    void badSlotsAreNamed() {
        Expression.Bound bound = Expression.parse("a + b").bind(List.of("a", "b"));
        String type =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> bound.number(new Object[] {1L, List.of()}))
                        .getMessage();
        assertTrue(type.contains("'b'") && type.contains("List"), type);
        assertThrows(IllegalArgumentException.class, () -> bound.value(new Object[] {1L}));
        Expression e = Expression.parse("a");
        List<String> twice = List.of("a", "a");
        assertThrows(IllegalArgumentException.class, () -> e.bind(twice));
    }

    @Test
    void aFailingConstantFailsOnlyWhenReached() {
        Expression.Bound bound = Expression.parse("a and 1/0").bind(List.of("a"));
        assertEquals(0L, bound.value(new Object[] {0L}));
        EvaluationException e =
                assertThrows(EvaluationException.class, () -> bound.value(new Object[] {1L}));
        assertEquals("a and 1/0", e.expression());
        assertTrue(e.getMessage().contains("a and 1/0"), e.getMessage());
        assertTrue(e.getMessage().contains("division by zero"), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9**9**9",
                "1e308*10",
                "1e308 + 1e308",
                "-1e308 - 1e308",
                "1e308/1e-10",
                "exp(1e5)",
                "1e300 // 1e-300",
                "(-2)**0.5",
                "round(1.7e308, -308)"
            })
    void aResultThatIsNoDoubleIsAnError(String text) {
        Expression.Bound bound = Expression.parse(text).bind(List.of());
        Object[] slots = {};
        assertThrows(EvaluationException.class, () -> bound.value(slots));
        assertThrows(EvaluationException.class, () -> bound.number(slots));
        assertThrows(EvaluationException.class, () -> bound.test(slots));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nproc == p*q                              | nproc=p*q",
                "(p * q) == nproc and m > 1                | (p * q)=nproc",
                "m > 1 and (nproc == p*q and n == 2 *  m)  | nproc=p*q;n=2 *  m",
                "a == b*c == d                             | a=b*c;b*c=d",
                "a == b*c <= d                             | a=b*c",
                "x - y == 0                                | x - y=0",
                "n == -m                                   | n=-m",
                "n == max(p, q)                            | n=max(p, q)",
                "n == (p if c else p*q)                    | n=(p if c else p*q)",
                "a == b                                    | ``",
                "a == 2*3                                  | ``",
                "solver == 'amg'                           | ``",
                "a != b*c                                  | ``",
                "a == b*c or d                             | ``",
                "not a == b*c                              | ``",
                "(a == b*c) == d                           | ``",
                "a*b                                       | ``"
            })
    void equationsAreFound(String text, String expected) {
        List<String> found =
                Expression.parse(text).equalities().stream()
                        .map(equality -> equality.left() + "=" + equality.right())
                        .toList();
        List<String> wanted =
                Arrays.stream(expected.split(";")).filter(part -> !part.isEmpty()).toList();
        assertEquals(wanted, found);
    }
}
