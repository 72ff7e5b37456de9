package org.attune.history.formats;

import static org.attune.history.formats.GptuneSamples.NOW;
import static org.attune.history.formats.GptuneSamples.PROBLEM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.MemoryHistory;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;

class T4Test {
    private static final String RESULT =
            """
            {"timestamp": "2024-05-06 07:08:09", "configuration":
               {"m": 7, "mb": 2, "fill": 0.5, "order": "4"},
             "objectives": ["r"], "times": {"compilation": 3, "runtimes": [1.5, 2.5]},
             "invalidity": "correct", "correctness": 1, "mine": NaN,
             "measurements": [{"name": "r", "value": 1.5, "unit": "ms"}]}\
            """;

    private static Reading read(String text) {
        return T4Reader.read(text, "t4.json", PROBLEM, NOW);
    }

    private static Reading results(String... results) {
        return read(
                "{\"schema_version\": \"1.0.0\", \"results\": [%s]}"
                        .formatted(String.join(",", results)));
    }

    private static String text(Trial... trials) {
        Records records = new MemoryHistory().update(r -> List.of(trials));
        return T4Writer.text(PROBLEM, records);
    }

    @Test
    void aResultIsRead() {
        Trial trial = results(RESULT).trials().getFirst();
        assertEquals(Point.of("m", 7), trial.task());
        assertEquals(Point.of("mb", 2, "fill", 0.5, "order", "4"), trial.configuration());
        assertEquals(Outcome.measured("r", 1.5), trial.outcome());
        assertEquals(Instant.parse("2024-05-06T07:08:09Z"), trial.provenance().asked());
    }

    @ParameterizedTest
    @CsvSource({
        "timeout, TIMEOUT",
        "compile, BUILD",
        "runtime, CRASH",
        "correctness, WRONG_ANSWER",
        "constraints, INFEASIBLE"
    })
    void anInvalidResultIsAFailure(String invalidity, FailureCause cause) {
        String result = RESULT.replace("\"correct\"", '"' + invalidity + '"');
        var failed = (Outcome.Failed) results(result).trials().getFirst().outcome();
        assertEquals(cause, failed.cause());
    }

    @Test
    void correctnessZeroIsAWrongAnswer() {
        String result = RESULT.replace("\"correctness\": 1", "\"correctness\": 0");
        var failed = (Outcome.Failed) results(result).trials().getFirst().outcome();
        assertEquals(FailureCause.WRONG_ANSWER, failed.cause());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"correct\" | \"odd\" | invalidity is \"odd\", which is not known",
                "\"r\", \"value\" | \"q\", \"value\" | measurements: there is no 'r'",
                "1.5, | \"fast\", | measurements: 'r' is \"fast\", not a number",
                "\"mb\": 2 | \"mb\": 99 | mb: 99 is outside its bounds [1, 16].",
                "\"m\": 7, | ` ` | No value is given for 'm'.",
            })
    void whatDoesNotFitIsSaid(String old, String now, String why) {
        assertEquals(
                List.of("results[0]: " + why),
                results(RESULT.replace(old, now)).skipped().stream()
                        .map(Reading.Skipped::toString)
                        .toList());
    }

    @Test
    void anImportedResultIsWrittenAsItWas() {
        Trial trial = results(RESULT).trials().getFirst();
        String text = text(trial);
        for (String kept : List.of("\"compilation\": 3", "\"mine\": NaN", "2024-05-06 07:08:09")) {
            assertTrue(text.contains(kept), text);
        }
        Trial again = read(text).trials().getFirst();
        assertEquals(trial.outcome(), again.outcome());
        assertEquals(
                trial.provenance().source().orElseThrow().uid(),
                again.provenance().source().orElseThrow().uid());
        Trial corrected = trial.with(Outcome.measured("r", 2));
        assertEquals(corrected.outcome(), read(text(corrected)).trials().getFirst().outcome());
    }

    /** A derived output that reads another one may be added to a study in its course. */
    @Test
    void whatWasImportedBeforeThereWasAnotherOutputIsWritten() {
        TuningProblem more = PROBLEM.toBuilder().derivedOutput("rate", "q / r").build();
        Trial before = results(RESULT).trials().getFirst();
        for (Trial trial :
                List.of(before, before.with(new Outcome.Failed(FailureCause.CRASH, "later", 1)))) {
            Records records = new MemoryHistory().update(r -> List.of(trial));
            Reading again = T4Reader.read(T4Writer.text(more, records), "t4.json", PROBLEM, NOW);
            assertEquals(trial.outcome(), again.trials().getFirst().outcome());
        }
    }

    @ParameterizedTest
    @EnumSource(FailureCause.class)
    void everyFailureComesBack(FailureCause cause) {
        Trial trial = results(RESULT).trials().getFirst();
        Trial own =
                new Trial(
                        1,
                        trial.candidate(),
                        trial.origin(),
                        new Outcome.Failed(cause, "why", 2.5, 1.5),
                        org.attune.api.Provenance.here(org.attune.api.Effort.NONE));
        assertEquals(own.outcome(), read(text(own)).trials().getFirst().outcome());
    }

    @Test
    void repetitionsComeBack() {
        Trial trial = results(RESULT).trials().getFirst();
        var outcome =
                new Outcome.Measured(Map.of("r", List.of(1.5, 0.1 + 0.2)), Map.of(), 7).inRuns(3);
        Trial own =
                new Trial(
                        1,
                        trial.candidate(),
                        trial.origin(),
                        outcome,
                        org.attune.api.Provenance.here(org.attune.api.Effort.NONE));
        assertEquals(outcome, read(text(own)).trials().getFirst().outcome());
    }

    @Test
    void otherFilesAreRefused() {
        for (String text :
                List.of(
                        "",
                        "[]",
                        "{}",
                        "{\"results\": 3}",
                        "{\"schema_version\": \"2.0.0\", \"results\": []}")) {
            var e = assertThrows(IllegalArgumentException.class, () -> read(text));
            assertTrue(e.getMessage().startsWith("t4.json"), e.getMessage());
        }
    }
}
