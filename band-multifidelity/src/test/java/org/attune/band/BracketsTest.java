package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.band.Brackets.Rule;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

class BracketsTest {
    /** The table beside this class, computed with fractions by another program. */
    @Test
    void agreesWithTheGoldenTables() throws IOException {
        int checked = 0;
        try (var table = BracketsTest.class.getResourceAsStream("brackets.csv")) {
            String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
                String[] cells = line.split(",");
                double least = Double.parseDouble(cells[0]);
                double full = Double.parseDouble(cells[1]);
                int eta = Integer.parseInt(cells[2]);
                int most = Brackets.largest(least, full, eta);
                assertEquals(Integer.parseInt(cells[4]), most, line);
                var brackets = new Brackets(most, eta, Rule.valueOf(cells[3]));
                int s = Integer.parseInt(cells[5]);
                assertEquals(Double.parseDouble(cells[6]), brackets.budget(full, s), 1e-14, line);
                List<Integer> rungs = Stream.of(cells[7].split(" ")).map(Integer::valueOf).toList();
                assertEquals(rungs, brackets.rungs(s), line);
                assertEquals(rungs.getFirst(), brackets.starts(s), line);
                checked++;
            }
        }
        assertTrue(checked >= 40, "rows: " + checked);
    }

    /** Logarithms in floating point say log 125 / log 5 = 2.9999999999999996, and so 2. */
    @Test
    void countsBracketsWithWholeNumbers() {
        assertEquals(2, (int) Math.floor(Math.log10(125) / Math.log10(5)), "the trap");
        assertEquals(3, Brackets.largest(1, 125, 5));
        assertEquals(3, Brackets.largest(0.008, 1, 5));
        assertEquals(2, Brackets.largest(0.0081, 1, 5));
    }

    /** GPTune's own numbers for budgets from 0.1 to 1 with base 2. */
    @Test
    void agreesWithGptune() {
        var brackets = new Brackets(3, 2, Rule.GPTUNE_BAND);
        assertEquals(List.of(4), brackets.rungs(0));
        assertEquals(List.of(4, 2), brackets.rungs(1));
        assertEquals(List.of(4, 2, 1), brackets.rungs(2));
        assertEquals(List.of(8, 4, 2, 1), brackets.rungs(3));
        assertEquals(0.125, brackets.budget(1, 3));
    }

    /** Table 1 of the paper on Hyperband: R = 81, eta = 3. */
    @Test
    void agreesWithHyperband() {
        var brackets = new Brackets(4, 3, Rule.HYPERBAND);
        assertEquals(List.of(81, 27, 9, 3, 1), brackets.rungs(4));
        assertEquals(List.of(34, 11, 3, 1), brackets.rungs(3));
        assertEquals(List.of(15, 5, 1), brackets.rungs(2));
        assertEquals(List.of(8, 2), brackets.rungs(1));
        assertEquals(List.of(5), brackets.rungs(0));
    }

    @Test
    void refusesWhatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> Brackets.largest(0, 1, 3));
        assertThrows(IllegalArgumentException.class, () -> Brackets.largest(2, 1, 3));
        assertThrows(IllegalArgumentException.class, () -> Brackets.largest(1, 9, 1));
        assertThrows(IllegalArgumentException.class, () -> new Brackets(40, 3, Rule.HYPERBAND));
        assertThrows(
                IllegalArgumentException.class, () -> new Brackets(2, 3, Rule.HYPERBAND).rungs(3));
    }
}
