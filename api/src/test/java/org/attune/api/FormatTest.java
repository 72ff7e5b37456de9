package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

class FormatTest {
    @Test
    void numbersHaveFourDigits() {
        assertEquals("0", Format.number(-0.0));
        assertEquals("0.0001235", Format.number(0.00012346));
        assertEquals("9.999e-05", Format.number(0.00009999));
        assertEquals("1234567", Format.number(1234567));
        assertEquals("1235000", Format.number(1234567.5));
        assertEquals("1e+07", Format.number(1e7));
        assertEquals("-2.5", Format.number(-2.5));
        assertEquals("NaN", Format.number(Double.NaN));
    }

    @Test
    void exactNumbersHaveAllTheirDigits() {
        assertEquals("3", Format.exact(3));
        assertEquals("0", Format.exact(-0.0));
        assertEquals("-12345678", Format.exact(-12345678));
        assertEquals("0.0001", Format.exact(1e-4));
        assertEquals("1.5e-07", Format.exact(1.5e-7));
        assertEquals("1e-300", Format.exact(1e-300));
        assertEquals("1e+30", Format.exact(1e30));
        assertEquals("Infinity", Format.exact(Double.POSITIVE_INFINITY));
        for (double v : new double[] {0.1, 1 / 3.0, 1e15 / 3, 123456.789, 4.9e-324, 2e23}) {
            assertEquals(v, Double.parseDouble(Format.exact(v)));
        }
    }

    @Test
    void durationsAreReadable() {
        assertEquals("0 s", Format.duration(0.0004));
        assertEquals("59.99 s", Format.duration(59.99));
        assertEquals("1 min 0 s", Format.duration(60.2));
        assertEquals("59 min 59 s", Format.duration(3599));
        assertEquals("1 h 2 min", Format.duration(3720));
    }

    @Test
    void valuesHaveUnits() {
        Objective seconds = Objective.minimize("t").withUnit("s");
        assertEquals("1.5 s", Format.value(seconds, 1.5));
        assertEquals("1.5", Format.value(Objective.minimize("t"), 1.5));
        assertEquals("-", Format.value(seconds, OptionalDouble.empty()));
        assertEquals("1.27x", Format.factor(OptionalDouble.of(1.268)));
        assertEquals("-", Format.factor(OptionalDouble.empty()));
        assertEquals("1 trial", Format.count(1, "trial"));
        assertEquals("0 trials", Format.count(0, "trial"));
        var counts = new TreeMap<>(Map.of("crash", 2, "timeout", 1));
        assertEquals("2 crash, 1 timeout", Format.counts(counts));
        assertEquals("abcd", Format.cut("abcd", 4));
        assertEquals("a...", Format.cut("abcde", 4));
    }

    @Test
    void listsAreReadAsInASentence() {
        assertEquals("", Format.list(List.of()));
        assertEquals("a", Format.list(List.of("a")));
        assertEquals("1, 2 and 3", Format.list(List.of(1, 2, 3)));
    }

    @Test
    void shellsReadWhatIsMeant() {
        var values = new LinkedHashMap<String, Object>();
        values.put("n", 0.123456);
        values.put("name", "it's");
        Point point = Point.of(values);
        assertEquals("n=0.123456 name='it'\\''s'", Format.assignments(point));
        assertEquals("P_n=0.123456 P_name='it'\\''s'", Format.assignments("P_", point));
        assertEquals("n=0.123456 name='it'\\''s'", Format.brief(point));
        assertEquals("a-b/c 'd e' ''\\'''", Format.quoted(List.of("a-b/c", "d e", "'")));
    }
}
