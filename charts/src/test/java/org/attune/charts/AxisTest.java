package org.attune.charts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

class AxisTest {
    private static List<String> labels(Axis axis) {
        return axis.marks().stream().map(Axis.Mark::label).filter(l -> !l.isEmpty()).toList();
    }

    @Test
    void marksAreRound() {
        assertEquals(List.of("0", "20", "40", "60", "80"), labels(new Axis(0, 80, false)));
        assertEquals(List.of("-0.4", "-0.2", "0.0"), labels(new Axis(-0.5, 0.1, false)));
        assertEquals(List.of("1", "10", "100"), labels(new Axis(0.9, 110, true)));
        assertEquals(List.of("2", "5", "10", "20"), labels(new Axis(1.5, 30, true)));
        assertTrue(labels(new Axis(1e-12, 1e12, true)).size() <= 8);
    }

    @Test
    void namesAreMarkedWhereTheyStand() {
        Axis axis = Axis.of(List.of("static", "dynamic"));
        assertEquals(List.of("static", "dynamic"), labels(axis));
        assertEquals(0.25, axis.share(0));
        assertEquals(0.75, axis.share(1));
    }

    @Test
    void sharesAreThoseOfTheScale() {
        assertEquals(0.25, new Axis(0, 80, false).share(20));
        assertEquals(0.5, new Axis(1, 100, true).share(10), 1e-15);
        assertTrue(new Axis(1, 100, true).share(0) < 0);
    }

    @Test
    void anyValuesHaveAnAxis() {
        double nan = Double.NaN;
        double infinity = Double.POSITIVE_INFINITY;
        for (double[] values :
                new double[][] {
                    {},
                    {nan},
                    {infinity},
                    {0},
                    {5},
                    {-5, -5},
                    {1e300, 1e-300},
                    {1e16, 1e16 + 2},
                    {Double.MIN_VALUE},
                    {-1, 0}
                }) {
            for (boolean log : new boolean[] {false, true}) {
                Axis axis = Axis.around(values, log);
                assertTrue(axis.low() < axis.high());
                assertTrue(axis.marks().size() < 300, axis.toString());
            }
        }
    }

    @Test
    void anAxisAscends() {
        assertThrows(IllegalArgumentException.class, () -> new Axis(1, 1, false));
        assertThrows(IllegalArgumentException.class, () -> new Axis(0, 1, true));
        assertThrows(IllegalArgumentException.class, () -> new Axis(Double.NaN, 1, false));
    }

    @Test
    void looksAreDistinct() {
        var looks = new java.util.HashSet<Look>();
        for (int i = 0; i < Look.DISTINCT; i++) {
            assertTrue(looks.add(Look.of(i)), "look " + i);
        }
        assertEquals(Look.of(Look.DISTINCT), Look.of(Look.DISTINCT + 5));
    }

    /** A curve that is constant, or nearly, has short labels beside it, and none runs away. */
    @Test
    void constantValuesGetAnAxisThatCanBeRead() {
        for (double value : new double[] {3, 1e9, -2.5e-7, 123_456.789, 0}) {
            Axis axis = Axis.around(new double[] {value, Math.nextUp(value)}, false);
            assertTrue(axis.low() < value && value < axis.high());
            assertTrue(
                    axis.marks().stream().allMatch(m -> m.label().length() <= 8),
                    axis.marks().toString());
        }
        Axis nearly = Axis.around(new double[] {0.99998, 1.00001}, false);
        assertTrue(labels(nearly).stream().allMatch(l -> l.length() <= 4), labels(nearly) + "");
        Axis widest = Axis.around(new double[] {-1e308, 1e308}, false);
        assertEquals(0.5, widest.share(0), 1e-12);
        assertTrue(widest.share(-1e308) > 0 && widest.share(1e308) < 1, widest.toString());
        assertTrue(widest.marks().size() > 2, widest.toString());
        assertTrue(widest.marks().stream().allMatch(m -> Double.isFinite(m.value())));
    }
}
