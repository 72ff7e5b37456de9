package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PartitionTest {
    @Test
    void regimesAreNumberedByTheirSize() {
        Partition p = Partition.of(new int[] {7, 3, 3, 9, 3, 9});
        assertArrayEquals(new int[] {2, 0, 0, 1, 0, 1}, p.labels());
        assertEquals(3, p.size(0));
        assertArrayEquals(new int[] {3, 5}, p.rows(1));
        assertEquals(Partition.of(new int[] {0, 0, 0, 1, 0, 1}), p.atLeast(2));
        assertThrows(IllegalArgumentException.class, () -> Partition.of(new int[0]));
    }
}
