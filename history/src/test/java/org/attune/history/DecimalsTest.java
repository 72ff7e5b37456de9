package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.MathContext;

class DecimalsTest {
    @Test
    void isTheNearestDoubleOrSaysNothing() {
        var random = new Generator(1);
        int said = 0;
        for (int i = 0; i < 50_000; i++) {
            long digits = random.nextLong(1_000_000_000_000_000_000L) >> random.nextInt(60);
            int exponent = random.nextInt(60) - 30;
            double value = Decimals.nearest(digits, exponent);
            if (!Double.isNaN(value)) {
                said++;
                String text = digits + "e" + exponent;
                assertEquals(new BigDecimal(text).doubleValue(), value, text);
            }
        }
        assertTrue(said > 12_000, "said " + said);
    }

    /** The digits that Double.toString writes are those that journals have. */
    @Test
    void readsWhatIsWrittenOfDoubles() {
        var random = new Generator(2);
        int said = 0;
        for (int i = 0; i < 50_000; i++) {
            double value = random.nextDouble() * Math.scalb(1, random.nextInt(40) - 20);
            var decimal = new BigDecimal(Double.toString(value));
            double read = Decimals.nearest(decimal.unscaledValue().longValue(), -decimal.scale());
            if (!Double.isNaN(read)) {
                said++;
                assertEquals(value, read);
            }
        }
        assertTrue(said > 45_000, "said " + said);
    }

    /** Eighteen digits beside the middle of two doubles: there a wrong rounding would be. */
    @Test
    void isRightBesideTheMiddleOfTwoDoubles() {
        var random = new Generator(3);
        for (int i = 0; i < 20_000; i++) {
            double value = 0.001 + random.nextDouble() * 1000;
            BigDecimal middle =
                    new BigDecimal(value)
                            .add(new BigDecimal(Math.ulp(value)).divide(BigDecimal.valueOf(2)));
            BigDecimal rounded = middle.round(new MathContext(18));
            for (int step = -1; step <= 1; step++) {
                long digits = rounded.unscaledValue().longValueExact() + step;
                double read = Decimals.nearest(digits, -rounded.scale());
                double expected = BigDecimal.valueOf(digits, rounded.scale()).doubleValue();
                assertTrue(
                        Double.isNaN(read) || read == expected,
                        "%de%d: %s".formatted(digits, -rounded.scale(), read));
            }
        }
    }

    @Test
    void takesZeroForZeroWhateverThePower() {
        assertEquals(0.0, Decimals.nearest(0, 300));
        assertEquals(0.0, Decimals.nearest(0, -300));
        assertEquals(Double.NaN, Decimals.nearest(1, 23));
    }
}
