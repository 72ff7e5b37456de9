package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Entry;
import org.attune.api.Generator;
import org.attune.api.History;
import org.attune.api.MemoryHistory;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** What one process has learned is in the records, and others need not search for it. */
class LearnedElsewhereTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .task(Parameter.real("t", 0, 4))
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("z", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    private final History history = new MemoryHistory();

    /** Opens the study with a tuner that has seen nothing. */
    private static Study open(History history, int tasks) {
        return Study.of(PROBLEM)
                .tuner(new GpLcmTuner.Provider())
                .tasks(IntStream.range(0, tasks).mapToObj(t -> Point.of("t", (double) t)).toList())
                .trials(300)
                .history(history)
                .open();
    }

    private static Outcome run(Trial trial) {
        double x = trial.configuration().number("x");
        double z = trial.configuration().number("z");
        double t = trial.task().number("t");
        return Outcome.measured("y", Math.sin(7 * x) + Math.pow(z - 0.4, 2) + 0.2 * t * x);
    }

    private void addRandom(int tasks, int trials) {
        Generator random = new Seed(3).generator("trials", trials);
        try (Study study = open(history, tasks)) {
            for (int i = 0; i < trials; i++) {
                Trial added =
                        study.add(
                                        List.of(
                                                Candidate.of(
                                                        Point.of("t", (double) (i % tasks)),
                                                        PROBLEM.parameterSpace().sample(random))))
                                .getFirst();
                study.tell(added.number(), run(added));
            }
        }
    }

    /** Returns a history with the trials, and with models as this makes them. */
    private static History copy(Records records, UnaryOperator<ModelRecord> of) {
        var copy = new MemoryHistory();
        copy.update(none -> {
            var entries = new ArrayList<Entry>();
            records.study().ifPresent(entries::add);
            entries.addAll(records.finished());
            records.models().stream().map(of).filter(m -> m != null).forEach(entries::add);
            return entries;
        });
        return copy;
    }

    private static Trial asked(History history, int tasks) {
        try (Study study = open(history, tasks)) {
            return study.ask(1).getFirst();
        }
    }

    private static List<ModelRecord> learned(Records records) {
        return records.models().stream().filter(m -> m.key().startsWith("learned ")).toList();
    }

    private static ModelRecord shifted(ModelRecord record) {
        var content = new LinkedHashMap<>(record.content());
        if (content.get("theta") instanceof List<?> theta) {
            content.put("theta", theta.stream().map(v -> (Double) v * 0.9 + 0.01).toList());
        }
        return new ModelRecord(record.key(), record.basis(), content);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anotherProcessTakesWhatWasLearned(int tasks) {
        addRandom(tasks, 130);
        Records before = history.records();
        assertEquals(List.of(), learned(before));
        Trial first = asked(history, tasks);
        Records after = history.records();
        assertEquals(tasks, learned(after).size(), "of two tasks there are two ways of sharing");

        History with = copy(after, m -> m);
        assertEquals(first.configuration(), asked(with, tasks).configuration());
        assertEquals(learned(after), learned(with.records()), "nothing new");

        History without = copy(after, m -> null);
        assertEquals(first.configuration(), asked(without, tasks).configuration());
        assertEquals(learned(after), learned(without.records()), "the same again");
    }

    /** Were it searched for again, the hyperparameters would be those of the data. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nothingIsSearchedForWhereThereIsARecord(int tasks) {
        addRandom(tasks, 130);
        Trial first = asked(history, tasks);
        History shifted = copy(history.records(), LearnedElsewhereTest::shifted);
        List<ModelRecord> given = learned(shifted.records());
        assertNotEquals(learned(history.records()), given);
        Trial other = asked(shifted, tasks);
        assertEquals(given, learned(shifted.records()), "it has been taken");
        assertNotEquals(first.configuration(), other.configuration());
    }

    /** A record of other trials, or of fewer hyperparameters, is as good as none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRecordThatDoesNotFitIsNotUsed(int tasks) {
        addRandom(tasks, 130);
        Trial first = asked(history, tasks);
        List<ModelRecord> good = learned(history.records());
        History ofOthers =
                copy(history.records(), m -> new ModelRecord(m.key(), "0", shifted(m).content()));
        assertEquals(first.configuration(), asked(ofOthers, tasks).configuration());
        assertEquals(good, learned(ofOthers.records()));
        History shorter =
                copy(
                        history.records(),
                        m -> {
                            var content = new LinkedHashMap<>(m.content());
                            content.replace("theta", List.of(1.0));
                            content.replace("anchor", List.of(1.0));
                            return new ModelRecord(m.key(), m.basis(), content);
                        });
        assertEquals(first.configuration(), asked(shorter, tasks).configuration());
    }

    /** Ten more trials are of the same anchor: only the way from there is gone again. */
    @ParameterizedTest
    @ValueSource(ints = {1})
    void theSameWithAndWithoutRecordsAsTrialsCome(int tasks) {
        addRandom(tasks, 130);
        for (int i = 0; i < 10; i++) {
            Records records = history.records();
            Trial here = asked(history, tasks);
            assertEquals(
                    here.configuration(), asked(copy(records, m -> null), tasks).configuration());
            try (Study study = open(history, tasks)) {
                study.tell(here.number(), run(here));
            }
        }
        assertTrue(learned(history.records()).getFirst().content().containsKey("anchor"));
    }
}
