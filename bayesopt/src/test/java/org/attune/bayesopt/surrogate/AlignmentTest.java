package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Space;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class AlignmentTest {
    private static final Parameter.Int SIGNED = Parameter.integer("shift", -100, 100);

    private static Axes axes(List<Parameter> parameters) {
        return new Axes(Space.of(parameters), false);
    }

    private static Axes axes(Parameter... parameters) {
        return axes(List.of(parameters));
    }

    @Test
    void wideIntegerAxesThatAreNeverInactiveHaveLevels() {
        Axes axes =
                axes(
                        Parameter.real("x", 0, 1000),
                        Parameter.integer("few", 1, 31),
                        Parameter.integer("enough", 0, 31),
                        Parameter.integer("many", 1, 1_000_000).log(),
                        Parameter.ordinal("o", IntStream.range(1, 65).boxed().toList()),
                        Parameter.categorical("c", List.of("a", "b")),
                        Parameter.integer("conditional", 1, 1024).activeIf("c == 'a'"));
        Alignment alignment = Alignment.of(axes);
        assertArrayEquals(new int[] {2, 3}, alignment.axes());
        assertEquals(3, alignment.highest(2)); // of 32 values four are multiples of 8
        assertEquals(10, alignment.highest(3));
        assertFalse(alignment.isEmpty());
        assertTrue(Alignment.none(axes).isEmpty());
    }

    @Test
    void ofManyAxesNoneHasLevels() {
        for (int count : new int[] {6, 7}) {
            List<Parameter> sizes =
                    IntStream.range(0, count)
                            .<Parameter>mapToObj(i -> Parameter.integer("n" + i, 1, 99))
                            .toList();
            assertEquals(count > 6, Alignment.of(axes(sizes)).isEmpty());
        }
    }

    @Test
    void theLevelIsHowOftenTwoDivides() {
        Alignment alignment = Alignment.of(axes(SIGNED));
        long[] values = {1, -1, 2, 6, -12, 40, 96, 0};
        int[] levels = {0, 0, 1, 1, 2, 3, 5, 5}; // five at most, of 201 values
        for (int i = 0; i < values.length; i++) {
            assertEquals(levels[i], alignment.level(0, SIGNED.encode(values[i])));
        }
    }

    @Test
    void valuesAreRoundedToTheNearestMultipleInRange() {
        Alignment alignment = Alignment.of(axes(SIGNED));
        for (long value = -100; value <= 100; value++) {
            for (int level = 0; level <= 5; level++) {
                long step = 1L << level;
                double unit = SIGNED.encode(value);
                long to = SIGNED.decode(alignment.rounded(0, unit, level));
                boolean isRound = to % step == 0;
                assertTrue(isRound || to == value && Math.abs(value) > 100 - step / 2, value + "");
                assertTrue(2 * Math.abs(to - value) <= step, value + " became " + to);
                long near = SIGNED.decode(alignment.roundedNearby(0, unit, level));
                assertTrue(
                        Math.abs(near - value) <= Math.max(Math.abs(value) / 8.0, 1),
                        value + " became " + near);
            }
        }
        double unit = SIGNED.encode(61L);
        assertEquals(64L, SIGNED.decode(alignment.rounded(0, unit, 5)));
        assertEquals(64L, SIGNED.decode(alignment.roundedNearby(0, unit, 3)));
        assertEquals(60L, SIGNED.decode(alignment.roundedNearby(0, unit, 2)));
    }

    /**
     * Of all values within an eighth, none has a higher level, and none of that level is nearer.
     */
    @Test
    void theRoundestNumberNearbyIsThatOfTheHighestLevel() {
        Alignment alignment = Alignment.of(axes(SIGNED));
        for (long value = -100; value <= 100; value++) {
            long most = Math.abs(value) / 8;
            long best = value;
            for (long other = value - most; other <= value + most; other++) {
                if (Math.abs(other) <= 100) {
                    int more = level(alignment, other) - level(alignment, best);
                    boolean isNearer = Math.abs(other - value) < Math.abs(best - value);
                    best = more > 0 || more == 0 && isNearer ? other : best;
                }
            }
            long rounded = SIGNED.decode(alignment.roundestNearby(0, SIGNED.encode(value)));
            assertEquals(level(alignment, best), level(alignment, rounded), value + "");
            assertEquals(Math.abs(best - value), Math.abs(rounded - value), value + "");
        }
    }

    private static int level(Alignment alignment, long value) {
        return alignment.level(0, SIGNED.encode(value));
    }
}
