package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Control;
import org.attune.api.DriftPlan;
import org.attune.api.FailureCause;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A loop runs what is measured again, besides its trials. */
@Timeout(120)
class DriftLoopTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("k", 0, 1000).withDefault(7))
                    .objective(Objective.minimize("y").withUnit("s"))
                    .build();

    private final MemoryHistory history = new MemoryHistory();
    private final AtomicInteger controls = new AtomicInteger();
    private final AtomicInteger trials = new AtomicInteger();

    private Study study(int count) {
        List<Point> given =
                IntStream.rangeClosed(1, 60).mapToObj(k -> Point.of("k", 100 + k)).toList();
        return Study.of(PROBLEM)
                .tuner(new TuningLoopTest.Counting())
                .trials(count)
                .initial(given)
                .drift(DriftPlan.every(4))
                .history(history)
                .open();
    }

    private Study.Status run(Study study, int parallel, Outcome ofControls) {
        try (var evaluator =
                FunctionEvaluator.ofOutcomes(
                        trial -> {
                            (Control.is(trial) ? controls : trials).incrementAndGet();
                            return Control.is(trial) ? ofControls : Outcome.measured("y", 1);
                        },
                        parallel)) {
            return new TuningLoop(study, evaluator, parallel).giveUpAfter(2).run();
        }
    }

    @Test
    void itRunsThemBesidesItsTrials() {
        Study study = study(12);
        assertEquals(Study.State.DONE, run(study, 1, Outcome.measured("y", 1)).state());
        assertEquals(12, trials.get());
        assertEquals(12, study.records().trials().size());
        assertEquals(
                List.of(0, 4, 8, 12),
                study.drift().orElseThrow().all().stream().map(Control::after).toList());
        assertEquals(4, controls.get());
        run(study, 1, Outcome.measured("y", 1));
        assertEquals(4, controls.get(), "nothing is due where nothing has run");
    }

    @Test
    void parallelPlacesMeasureEachOnce() {
        Study study = study(40);
        assertEquals(Study.State.DONE, run(study, 4, Outcome.measured("y", 1)).state());
        assertEquals(40, trials.get());
        List<Control> all = study.drift().orElseThrow().all();
        assertEquals(all.size(), controls.get());
        assertTrue(all.size() >= 6 && all.size() <= 11, all.toString());
        assertTrue(all.stream().noneMatch(c -> c.run().isPending()), all.toString());
    }

    /** A default that fails is no reason to give up: trials may do better. */
    @Test
    void failuresOfThemDoNotEndTheStudy() {
        Study study = study(20);
        Outcome failed = Outcome.failed(FailureCause.CRASH, "no");
        assertEquals(Study.State.DONE, run(study, 1, failed).state());
        assertEquals(20, trials.get());
        assertEquals(3, controls.get(), "then it is hopeless");
    }

    @Test
    void whatAnEarlierLoopHasLeftIsMeasured() {
        Study study = study(4);
        Control left = study.drift().orElseThrow().claim(p -> false).orElseThrow();
        run(study, 1, Outcome.measured("y", 1));
        Control now = study.drift().orElseThrow().all().getFirst();
        assertFalse(now.run().isPending());
        assertEquals(left.run().number(), now.run().number());
        assertEquals(2, now.run().provenance().attempt());
    }
}
