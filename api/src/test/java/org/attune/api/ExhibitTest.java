package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.Exhibit.Axis;
import org.attune.api.Exhibit.Curve;
import org.junit.jupiter.api.Test;

import java.util.List;

class ExhibitTest {
    @Test
    void tablesAreRectangles() {
        assertEquals(
                "Table 't' has the columns [a, b], but a row is [1].",
                refused(() -> table(List.of("a", "b"), List.of(1))));
        assertEquals("Table 't' has no columns.", refused(() -> table(List.of(), List.of())));
        assertEquals(
                "Table 't' has the value [] of java.util.ImmutableCollections$ListN; allowed are"
                        + " texts, numbers and truth values.",
                refused(() -> table(List.of("a"), List.of(List.of()))));
    }

    private static Exhibit table(List<String> columns, List<Object> row) {
        return new Exhibit.Table("t", "", columns, List.of(row));
    }

    @Test
    void curvesAscendAndHaveTheirOwnNames() {
        assertEquals(
                "Curve 'c' has x = [1.0, 1.0], which does not ascend.",
                refused(() -> new Curve("c", List.of(1.0, 1.0), List.of(0.0, 0.0))));
        assertEquals(
                "Curve 'c' has 1 values of x and 2 of y.",
                refused(() -> new Curve("c", List.of(1.0), List.of(0.0, 0.0))));
        var curve = new Curve("c", List.of(1.0, 2.0), List.of(Double.NaN, 0.0));
        Axis axis = Axis.linear("x");
        assertEquals(
                "Plot 'p' needs curves of different names, not c and c.",
                refused(() -> new Exhibit.Plot("p", "", axis, axis, List.of(curve, curve))));
        assertEquals(
                "An exhibit needs a title.",
                refused(() -> new Exhibit.Plot(" ", "", axis, axis, List.of(curve))));
    }

    private static String refused(org.junit.jupiter.api.function.Executable making) {
        return assertThrows(IllegalArgumentException.class, making).getMessage();
    }
}
