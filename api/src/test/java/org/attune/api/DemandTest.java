package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class DemandTest {
    private static final Point A = Point.of("n", 1);
    private static final Point B = Point.of("n", 2);
    private static final Point C = Point.of("n", 3);

    @Test
    void theNeediestTaskComesFirst() {
        assertEquals(
                List.of(C, B, C, A, B, C),
                Demand.inTurn(List.of(A, B, C), Map.of(A, 2, B, 1), 10, 6, 1));
    }

    @Test
    void amongEqualsTheFirstOfTheList() {
        assertEquals(List.of(B, A, B), Demand.inTurn(List.of(B, A), Map.of(), 10, 3, 1));
    }

    @Test
    void theBudgetEndsTheTurn() {
        assertEquals(List.of(B, A, B), Demand.inTurn(List.of(A, B), Map.of(A, 1), 2, 10, 1));
        assertEquals(List.of(), Demand.inTurn(List.of(A), Map.of(A, 7), 2, 10, 1));
        assertEquals(List.of(), Demand.inTurn(List.of(), Map.of(A, 7), 2, 10, 1));
    }

    @Test
    void countsAndLeft() {
        var demand = new Demand(List.of(A, B, A), Map.of(A, 5, B, 1));
        assertEquals(3, demand.count());
        assertEquals(5, demand.left(A));
        assertEquals(0, demand.left(C));
    }
}
