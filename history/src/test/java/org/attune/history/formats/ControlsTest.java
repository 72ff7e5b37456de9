package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Control;
import org.attune.api.DriftPlan;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Study;
import org.attune.api.TuningProblem;
import org.attune.history.Journal;
import org.attune.history.MergedStudy;
import org.attune.history.environment.Environment;
import org.attune.history.environment.RecordedEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What is measured again to see a machine drift, in journals. */
class ControlsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1).withDefault(0.25))
                    .parameter(Parameter.categorical("kind", List.of("a", "ü")).withDefault("ü"))
                    .objective(Objective.minimize("y"))
                    .build();
    private static final Environment HERE =
            new Environment(Map.of("machine_name", "a"), Map.of()).pinned(List.of("0,1", "2,3"));

    @TempDir Path folder;

    private List<Control> write(Path file, double value) {
        try (Journal journal = Journal.open(file, "p");
                Study study =
                        Study.of(PROBLEM)
                                .tuner(new GivenTuner())
                                .drift(DriftPlan.every(1))
                                .history(
                                        new RecordedEnvironment(
                                                journal.study("main"), HERE, Map.of()))
                                .open()) {
            var drift = study.drift().orElseThrow();
            Control first = drift.claim(p -> false).orElseThrow();
            drift.tell(first.run(), Outcome.measured("y", value));
            var trial = study.ask(1).getFirst();
            study.tell(trial.number(), Outcome.measured("y", 1));
            Control second = drift.claim(p -> false).orElseThrow();
            drift.tell(second.run(), Outcome.failed(FailureCause.TIMEOUT, "slow"));
            return drift.all();
        }
    }

    @Test
    void theyComeBackWithTheirEnvironment() {
        Path file = folder.resolve("p.jsonl");
        List<Control> written = write(file, 1.5);
        assertEquals(2, written.size());
        try (Journal journal = Journal.open(file, "p")) {
            var records = journal.study("main").records();
            assertEquals(written, Control.of(records));
            String environment = written.getFirst().run().provenance().environment().orElseThrow();
            assertEquals(
                    HERE.record(), records.study().orElseThrow().environments().get(environment));
        }
    }

    @Test
    void ofMergedJournalsThoseOfTheFirstStay() {
        Path a = folder.resolve("a.jsonl");
        Path b = folder.resolve("b.jsonl");
        List<Control> written = write(a, 1);
        write(b, 2);
        Path merged = folder.resolve("all.jsonl");
        List<MergedStudy> studies = Journal.merge(List.of(a, b), merged);
        assertTrue(
                studies.getFirst().notes().stream().anyMatch(n -> n.contains("machine drift")),
                studies.toString());
        try (Journal journal = Journal.open(merged, "p")) {
            assertEquals(written, Control.of(journal.study("main").records()));
        }
    }
}
