package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Parameter;
import org.attune.api.Space;
import org.junit.jupiter.api.Test;

import java.util.List;

class AxesTest {
    private static final Axes AXES =
            new Axes(
                    Space.of(
                            List.of(
                                    Parameter.integer("size", 1, 1024).log(),
                                    Parameter.real("share", 0, 1),
                                    Parameter.integer("fixed", 7, 7))),
                    false);

    @Test
    void stepsShorterThanACellLeadToTheNextValue() {
        for (double step : new double[] {1e-9, -1e-9}) {
            for (long index = 0; index < 1024; index++) {
                double from = AXES.coordinate(0, index);
                long to = AXES.index(0, AXES.moved(0, from, from + step));
                long next = index + (step > 0 ? 1 : -1);
                long inside = next < 0 ? 1 : next > 1023 ? 1022 : next;
                assertEquals(inside, to, index + " by " + step);
            }
        }
    }

    @Test
    void longStepsAndRealsLeadWhereTheyDo() {
        assertEquals(0.9, AXES.moved(0, 0.1, 0.9));
        assertEquals(0.5001, AXES.moved(1, 0.5, 0.5001));
    }

    @Test
    void theOnlyValueStays() {
        assertEquals(0, AXES.index(2, AXES.moved(2, 0.5, 0.6)));
        assertEquals(AXES.coordinate(2, 0), AXES.next(2, 0.5, 1));
    }
}
