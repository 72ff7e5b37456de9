package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.Generator;
import org.attune.api.Seed;
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

    /** Of pairs: n_11 = {2, 1}, {0, 3} has cells C(2) + C(3) = 4, rows 3 + 3, columns 1 + 6. */
    @Test
    void theRandIndexOfAnExampleByHand() {
        Partition a = Partition.of(new int[] {0, 0, 0, 1, 1, 1});
        Partition b = Partition.of(new int[] {0, 0, 1, 1, 1, 1});
        double expected = 6.0 * 7 / 15;
        assertEquals((4 - expected) / (6.5 - expected), a.adjustedRandIndex(b), 1e-15);
        assertEquals(1, a.adjustedRandIndex(a));
        assertEquals(0, a.adjustedRandIndex(Partition.whole(6)));
        assertThrows(IllegalArgumentException.class, () -> a.adjustedRandIndex(Partition.whole(5)));
    }

    @Test
    void partitionsByChanceHaveIndexZeroInTheMean() {
        Generator random = new Seed(1).generator("labels", 0);
        double sum = 0;
        for (int round = 0; round < 2000; round++) {
            int[] a = new int[20];
            int[] b = new int[20];
            for (int i = 0; i < 20; i++) {
                a[i] = random.nextInt(3);
                b[i] = random.nextInt(2);
            }
            sum += Partition.of(a).adjustedRandIndex(Partition.of(b));
        }
        assertEquals(0, sum / 2000, 0.01); // its standard error is 0.0013
    }
}
