package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

class KnownOptimaTest {
    /** The minimum of the demo function with t = 6 is -0.489: GPTune's guide, table 4. */
    @Test
    void demoHasTheMinimumOfTheGuide() {
        KnownOptima demo = KnownOptima.demo(1);
        Point six = demo.tasks().getFirst();
        assertEquals(-0.489, demo.optima().get(six), 5e-4);
        assertEquals(50, demo.above(six, 0.5 * demo.optima().get(six)), 1e-9);
    }

    @Test
    void noRunIsBelowTheOptimumOfItsTask() {
        KnownOptima qr = KnownOptima.qr(2);
        assertEquals(2, qr.tasks().size());
        for (Point task : qr.tasks()) {
            assertTrue(task.number("m") < 5000 && task.number("n") < 5000, task.toString());
            var random = new Seed(0).generator("runs", 0);
            var sampler = new AdmissibleSampler(qr.benchmark().problem(), task);
            for (int i = 0; i < 200; i++) {
                var run = Candidate.of(task, sampler.draw(random).configuration().orElseThrow());
                double above = qr.above(task, qr.benchmark().measure(run, 0).truth());
                assertTrue(above >= 0, () -> "%s at %s".formatted(above, run));
            }
        }
    }
}
