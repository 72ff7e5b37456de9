package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;

class ParameterTest {
    static List<Parameter> discrete() {
        return List.of(
                Parameter.integer("i", -3, 11),
                Parameter.integer("i", 7, 7),
                Parameter.integer("i", 0, 1_000_000_000_000L),
                Parameter.integer("i", 1, 4096).log(),
                Parameter.integer("i", 5, 5).log(),
                Parameter.integer("i", 1, 1_000_000_000_000L).log(),
                Parameter.ordinal("o", List.of(1, 2, 4, 8)),
                Parameter.ordinal("o", List.of(0.5, 1.0, 1.5)),
                Parameter.ordinal("o", List.of("low", "mid", "high")),
                Parameter.ordinal("o", List.of(9)),
                Parameter.categorical("c", List.of("a", "b", "c")),
                Parameter.categorical("c", List.of("only")));
    }

    static List<Parameter> all() {
        var all = new java.util.ArrayList<>(discrete());
        all.add(Parameter.real("r", -2, 3));
        all.add(Parameter.real("r", 0.1, 0.1));
        all.add(Parameter.real("r", 1e-300, 1e300).log());
        all.add(Parameter.real("r", -Double.MAX_VALUE, Double.MAX_VALUE));
        all.add(Parameter.real("r", -0.0, 1));
        all.add(Parameter.real("r", 2.5, 2.5).log());
        return all;
    }

    @ParameterizedTest
    @MethodSource("discrete")
    void decodeAfterEncodeIsTheValue(Parameter p) {
        var random = new Seed(1).generator("parameter", 0);
        for (int i = 0; i < 2_000; i++) {
            Object value = p.decode(random.nextDouble());
            double unit = p.encode(value);
            assertTrue(unit >= 0 && unit <= 1, () -> p + " " + value);
            assertEquals(value, p.decode(unit), () -> p + " at " + unit);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void decodesToCanonicalValuesWithinTheBounds(Parameter p) {
        var random = new Seed(2).generator("parameter", 0);
        for (int i = 0; i < 1_000; i++) {
            Object value = p.decode(random.nextDouble());
            assertEquals(value, p.canonical(value));
        }
        for (double outside : List.of(-1.0, 0.0, 1.0, 2.0, Double.NaN, Double.POSITIVE_INFINITY)) {
            Object value = p.decode(outside);
            assertEquals(value, p.canonical(value), () -> p + " at " + outside);
        }
        assertEquals(p.decode(0), p.decode(-5));
        assertEquals(p.decode(1), p.decode(5));
    }

    @ParameterizedTest
    @MethodSource("all")
    void encodesIntoTheUnitInterval(Parameter p) {
        for (double unit : List.of(0.0, 0.25, 0.5, 1.0)) {
            double back = p.encode(p.decode(unit));
            assertTrue(back >= 0 && back <= 1, () -> p + " at " + unit + " gives " + back);
        }
    }

    @Test
    void realsOnALinearScaleAreProportional() {
        var p = Parameter.real("r", 10, 30);
        assertEquals(15.0, p.decode(0.25), 1e-14);
        assertEquals(0.25, p.encode(15.0), 1e-14);
        assertEquals(10.0, p.decode(0));
        assertEquals(30.0, p.decode(1));
    }

    @Test
    void realsOnALogScaleAreProportionalInTheLogarithm() {
        var p = Parameter.real("r", 1e-4, 1).log();
        assertEquals(1e-2, p.decode(0.5), 1e-15);
        assertEquals(0.5, p.encode(1e-2), 1e-14);
        assertEquals(1e-4, p.decode(0));
        assertEquals(1.0, p.decode(1));
    }

    @Test
    void realsOverTheWholeRangeOfDoublesDoNotOverflow() {
        var p = Parameter.real("r", -Double.MAX_VALUE, Double.MAX_VALUE);
        assertEquals(0.5, p.encode(0.0));
        assertEquals(0.0, p.decode(0.5));
        assertEquals(1, p.encode(Double.MAX_VALUE));
    }

    /** 15 integers own 1/15 of the interval each. */
    @Test
    void linearIntegersOwnEqualIntervals() {
        var p = Parameter.integer("i", -3, 11);
        assertEquals(-3L, p.decode(0.999 / 15));
        assertEquals(-2L, p.decode(1.001 / 15));
        assertEquals(11L, p.decode(1));
        assertEquals(7.5 / 15, p.encode(4L), 1e-15);
        assertEquals(15, p.size());
    }

    /**
     * Cell of 2 among 1..4 on a log scale: from log(1.5) to log(2.5) of log(0.5) to log(4.5),
     * log(9) wide.
     */
    @Test
    void logIntegersOwnTheIntervalsBetweenHalfIntegers() {
        var p = Parameter.integer("i", 1, 4).log();
        double from = Math.log(3) / Math.log(9);
        double to = Math.log(5) / Math.log(9);
        assertEquals(1L, p.decode(from - 1e-9));
        assertEquals(2L, p.decode(from + 1e-9));
        assertEquals(2L, p.decode(to - 1e-9));
        assertEquals(3L, p.decode(to + 1e-9));
        assertEquals(Math.log(4) / Math.log(9), p.encode(2L), 1e-15);
    }

    @Test
    void coincidingBoundsAreEncodedInTheMiddle() {
        assertEquals(0.5, Parameter.real("r", 0.1, 0.1).encode(0.1));
        assertEquals(0.5, Parameter.integer("i", 7, 7).encode(7L));
        assertEquals(0.1, Parameter.real("r", 0.1, 0.1).decode(0.3));
        assertEquals(1, Parameter.real("r", 0.1, 0.1).size());
        assertEquals(1, Parameter.integer("i", 7, 7).size());
    }

    @Test
    void negativeZeroIsZero() {
        var p = Parameter.real("r", -0.0, 1);
        assertEquals(0.0, p.canonical(-0.0));
        assertEquals(0.0, p.decode(0));
        assertEquals(0.0, Parameter.real("r", -1, 1).canonical(-0.0));
        assertEquals(0L, Parameter.integer("i", -1, 1).canonical(-0.0));
    }

    @Test
    void numbersOfOtherTypesBecomeCanonical() {
        assertEquals(3.0, Parameter.real("r", 0, 5).canonical(3));
        assertEquals(3L, Parameter.integer("i", 0, 5).canonical(3.0));
        assertEquals(3L, Parameter.integer("i", 0, 5).canonical(new java.math.BigDecimal("3.00")));
        assertEquals(2L, Parameter.ordinal("o", List.of(1, 2)).canonical(2.0));
        assertEquals(2.0, Parameter.ordinal("o", List.of(0.5, 2)).canonical(2));
        assertEquals("1", Parameter.categorical("c", List.of("1", "2")).canonical(1));
        assertEquals("true", Parameter.categorical("c", List.of("true", "false")).canonical(true));
    }

    @Test
    void valuesThatDoNotBelongAreRefused() {
        var r = Parameter.real("r", 0, 5);
        var i = Parameter.integer("i", 0, 5);
        assertRefused("r: 5.5 is outside its bounds [0, 5].", () -> r.canonical(5.5));
        assertRefused("r: 'NaN' is not a number.", () -> r.canonical(Double.NaN));
        assertRefused("r: 'x' is not a number.", () -> r.canonical("x"));
        assertRefused("i: 2.5 is not an integer.", () -> i.canonical(2.5));
        assertRefused("i: -1 is outside its bounds [0, 5].", () -> i.canonical(-1));
        assertRefused(
                "o: '3' is not one of its values 1, 2.",
                () -> Parameter.ordinal("o", List.of(1, 2)).canonical(3));
        assertRefused(
                "c: 'z' is not one of its values a, b.",
                () -> Parameter.categorical("c", List.of("a", "b")).canonical("z"));
    }

    /** Other programs write True for true. */
    @Test
    void ofAWrongCategoryTheNearestIsNamed() {
        var flag = Parameter.categorical("c", List.of("true", "false"));
        for (String wrong : List.of("True", "TRUE", "tru")) {
            assertRefused(
                    "c: '%s' is not one of its values true, false. Maybe you meant 'true'."
                            .formatted(wrong),
                    () -> flag.canonical(wrong));
        }
    }

    /** 2^53 + 1 is no double: rounded, it would pass for the upper bound. */
    @Test
    void largeIntegersAreNotRoundedIntoTheBounds() {
        var i = Parameter.integer("i", 0, 1L << 53);
        assertEquals(1L << 53, i.canonical(1L << 53));
        assertThrows(IllegalArgumentException.class, () -> i.canonical((1L << 53) + 1));
    }

    @Test
    void wrongDefinitionsAreRefused() {
        assertRefused("r: upper bound 3 is below lower bound 5.", () -> Parameter.real("r", 5, 3));
        assertRefused(
                "r: bounds NaN and 3 must be finite.", () -> Parameter.real("r", Double.NaN, 3));
        assertRefused(
                "i: a log scale needs a positive lower bound, not 0.",
                () -> Parameter.integer("i", 0, 3).log());
        assertRefused(
                "i: 9 is outside its bounds [0, 3].",
                () -> Parameter.integer("i", 0, 3).withDefault(9));
        assertRefused(
                "c: at least one value is needed.", () -> Parameter.categorical("c", List.of()));
        assertRefused(
                "o: a value is listed twice in [1, 1].",
                () -> Parameter.ordinal("o", List.of(1, 1.0)));
        assertRefused(
                "c: 'x' is not one of its values a.",
                () -> Parameter.categorical("c", List.of("a")).withDefault("x"));
        assertThrows(IllegalArgumentException.class, () -> Parameter.real("2x", 0, 1));
        assertThrows(IllegalArgumentException.class, () -> Parameter.real("a-b", 0, 1));
        assertThrows(IllegalArgumentException.class, () -> Parameter.real("", 0, 1));
    }

    @Test
    void boundsBeyondExactDoublesAreRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> Parameter.integer("i", 0, (1L << 53) + 1));
        assertThrows(
                IllegalArgumentException.class, () -> Parameter.integer("i", Long.MIN_VALUE, 0));
    }

    @Test
    void wordsOfTheExpressionLanguageAreNoNames() {
        for (String word : List.of("and", "in", "not", "if", "lambda", "True")) {
            assertThrows(IllegalArgumentException.class, () -> Parameter.real(word, 0, 1), word);
        }
    }

    @Test
    void copiesKeepTheRest() {
        var p = Parameter.integer("i", 1, 64).log().withDefault(8.0).activeIf("c == 'a'");
        assertEquals(Optional.of(8L), p.defaultValue());
        assertEquals(Scale.LOG, p.scale());
        assertEquals("c == 'a'", p.activeIf().orElseThrow().text());
        assertEquals(p, Parameter.integer("i", 1, 64).log().activeIf("c == 'a'").withDefault(8));
    }

    static void assertRefused(String message, org.junit.jupiter.api.function.Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
