package org.attune.api;

import static org.attune.api.ParameterTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.NoSuchElementException;

class PointTest {
    @Test
    void orderDoesNotMatter() {
        Point a = Point.of("n", 1, "c", "x");
        Point b = Point.of("c", "x", "n", 1L);
        assertEquals(a, b);
        assertEquals(a.hashCode(), b.hashCode());
        assertEquals("n=1 c=x", a.toString());
        assertEquals("c=x n=1", b.toString());
        assertEquals(" of task n=1 c=x", a.after(" of task "));
        assertEquals("", Point.EMPTY.after(" of task "));
    }

    @Test
    void absentAndInactiveAreOne() {
        var space =
                Space.of(
                        List.of(
                                Parameter.integer("n", 0, 1),
                                Parameter.integer("k", 0, 9).activeIf("n == 1")));
        Point decoded = space.decode(new double[] {0, 1});
        assertEquals(Point.of("n", 0), decoded);
        assertEquals(Point.of("n", 0).hashCode(), decoded.hashCode());
        assertFalse(decoded.has("k"));
        assertThrows(NoSuchElementException.class, () -> decoded.get("k"));
        assertNotEquals(decoded, space.decode(new double[] {1, 1}));
    }

    @Test
    void anIntegerOfMoreThan64BitsIsRefused() {
        var largest = BigInteger.valueOf(Long.MAX_VALUE);
        assertEquals(Point.of("n", Long.MAX_VALUE), Point.of("n", largest));
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Point.of("n", largest.add(BigInteger.ONE)));
        assertEquals("'n' is an integer of 65 bits, but must have at most 64.", e.getMessage());
    }

    @Test
    void integersAndRealsDiffer() {
        assertNotEquals(Point.of("n", 3), Point.of("n", 3.0));
        assertNotEquals(Point.of("n", 3), Point.of("n", "3"));
        assertNotEquals(Point.of("n", 3), Point.of("m", 3));
        assertNotEquals(Point.of("n", 3), Point.EMPTY);
    }

    @Test
    void otherNumbersAreWidened() {
        Point p =
                Point.of(
                        "i",
                        (short) 1,
                        "f",
                        0.5f,
                        "b",
                        BigInteger.TWO,
                        "d",
                        new BigDecimal("2.5"),
                        "t",
                        true);
        assertEquals(Point.of("i", 1L, "f", 0.5, "b", 2L, "d", 2.5, "t", "true"), p);
        assertEquals(2.5, p.number("d"));
        assertThrows(IllegalArgumentException.class, () -> p.number("t"));
    }

    @Test
    void theMapIsACopy() {
        Point p = Point.of("n", 1);
        p.values().clear();
        assertTrue(p.has("n"));
        assertEquals("-", Point.EMPTY.toString());
        assertEquals(Point.EMPTY, Point.of());
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertRefused("[n] must alternate names and values.", () -> Point.of("n"));
        assertRefused("'n' is no name or stands twice.", () -> Point.of("n", 1, "n", 2));
        assertRefused("'1' is no name or stands twice.", () -> Point.of(1, 1));
        assertRefused(
                "'n' is [], but must be a number, a string or a list of strings.",
                () -> Point.of("n", List.of()));
    }

    /** Of 64000 random numbers in 2^32, about half a pair is equal. */
    @Test
    void smallIntegersHashApart() {
        var hashes = new java.util.HashSet<Integer>();
        for (int i = 0; i < 64_000; i++) {
            hashes.add(Point.of("p", i % 40, "q", i / 40 % 40, "r", i / 1600).hashCode());
        }
        assertTrue(hashes.size() > 63_990, () -> hashes.size() + " hashes");
    }
}
