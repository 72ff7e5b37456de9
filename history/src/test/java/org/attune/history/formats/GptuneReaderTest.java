package org.attune.history.formats;

import static org.attune.history.formats.GptuneSamples.NOW;
import static org.attune.history.formats.GptuneSamples.only;
import static org.attune.history.formats.GptuneSamples.read;
import static org.attune.history.formats.GptuneSamples.record;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

class GptuneReaderTest {
    private static List<Double> measured(Trial trial) {
        return ((Outcome.Measured) trial.outcome()).outputs().get("r");
    }

    private static String detail(String evaluations) {
        return """
        , "evaluation_detail": {"r": {"evaluations": %s, "objective_scheme": "average"}}\
        """
                .formatted(evaluations);
    }

    @Test
    void everySchemaGivesTheSameTrial() {
        for (List<String> sample : GptuneSamples.FILES) {
            Trial trial = only(sample.getLast());
            String schema = sample.getFirst();
            assertEquals(Point.of("m", 30_000), trial.task(), schema);
            assertEquals(
                    Point.of("mb", 5, "fill", 0.25, "order", "4"), trial.configuration(), schema);
            List<Double> expected =
                    schema.startsWith("G") ? List.of(15.0, 15.297274) : List.of(15.148637);
            assertEquals(expected, measured(trial), schema);
        }
    }

    @Test
    void machinesOfAllSchemasHaveTheNewestNames() {
        for (List<String> sample : GptuneSamples.FILES.subList(0, 9)) {
            Trial trial = only(sample.getLast());
            String text = trial.provenance().source().orElseThrow().record();
            var record = GptuneRecord.of(GptuneRecord.object(PythonJson.read(text)).orElseThrow());
            Map<String, Object> machine = record.object("machine_configuration");
            assertEquals("cori", machine.get("machine_name"), sample.getFirst());
            String type = sample.getFirst().matches("[AB].*") ? "generic" : "haswell";
            Map<String, Object> processor = GptuneRecord.object(machine.get(type)).orElseThrow();
            assertEquals(8L, processor.get("nodes"), sample.getFirst());
        }
    }

    /** What Python's uuid module makes of it; the record's local time is that of California. */
    @Test
    void theUidKnowsTheTimeInUtc() {
        Instant expected = Instant.parse("2021-01-28T05:22:22.219774Z");
        Instant read = only(record("1", "")).provenance().asked();
        assertEquals(expected, read.truncatedTo(ChronoUnit.MICROS));
    }

    @Test
    void aTimeWithoutAUidIsTakenForUtc() {
        String text = record("1", "").replaceFirst("\"uid\": \"[^\"]*\"", "\"u\": 1");
        assertEquals(
                Instant.parse("2021-01-27T21:22:22Z"),
                only(text).provenance().told().orElseThrow());
        assertEquals(NOW, only(text.replace("tm_mon", "x")).provenance().asked());
    }

    @Test
    void recordsWithoutAUidAreToldApartAndFoundAgain() {
        String one =
                "{\"I\": {\"m\": 1}, \"P\": {\"mb\": 1, \"fill\": 0, \"order\": 2}, \"O\": {\"r\":"
                        + " 1}}";
        String file = "{\"name\": \"qr\", \"func_eval\": [%s, %s]}".formatted(one, one);
        List<String> uids = read(file).trials().stream().map(GptuneReaderTest::uid).toList();
        assertNotEquals(uids.getFirst(), uids.getLast());
        assertEquals(uids, read(file).trials().stream().map(GptuneReaderTest::uid).toList());
    }

    private static String uid(Trial trial) {
        return trial.provenance().source().orElseThrow().uid();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "1.7976931348623157e+308",
                "-1.797e308",
                "\"nan\"",
                "1e400"
            })
    void whatIsNotFiniteIsAFailure(String result) {
        Outcome.Failed failed = (Outcome.Failed) only(record(result, "")).outcome();
        assertEquals(FailureCause.UNREADABLE_OUTPUT, failed.cause());
        assertTrue(failed.detail().startsWith("r is "), failed.detail());
    }

    @Test
    void aLargeNumberIsANumber() {
        assertEquals(List.of(1e30), measured(only(record("1e30", ""))));
    }

    @Test
    void nullIsAFailureOnlyWhereGptuneMeasured() {
        Reading pending = read(record("null", ", \"source\": \"RCI_measure\"" + detail("NaN")));
        assertEquals(List.of(), pending.trials());
        assertEquals(
                "func_eval[0]: not measured yet: evaluation_result.r is null",
                pending.skipped().getFirst().toString());
        assertEquals(1, read(record("null", "")).skipped().size());
        Trial jq = only(record("null", ", \"source\": \"measure\"" + detail("null")));
        assertEquals("r is null", ((Outcome.Failed) jq.outcome()).detail());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "15.148637 | 15.1486372 | 15.1486372", // the full value
                "15.148637 | [15, 15.297274] | 15.0;15.297274",
                "15.148637 | 16.5 | 15.148637", // one of them was edited
                "15.148637 | null | 15.148637", // reverse communication
                "15.148637 | [15.1, NaN] | 15.148637",
                "'\"15.5\"' | null | 15.5",
                "null | 15.25 | 15.25",
            })
    void theDetailsAreTakenWhereTheyAgree(String result, String details, String expected) {
        List<Double> values =
                java.util.Arrays.stream(expected.split(";")).map(Double::valueOf).toList();
        assertEquals(values, measured(only(record(result, detail(details)))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"mb\": 5 | \"mb\": 5.5 | tuning_parameter: mb: 5.5 is not an integer.",
                "\"mb\": 5 | \"mb\": null | tuning_parameter: mb: null is not a number.",
                "\"mb\": 5 | \"mb\": \"five\" | tuning_parameter: mb: \"five\" is not a number.",
                "\"mb\": 5, | '' | tuning_parameter: No value is given for 'mb'.",
                "\"mb\": 5 | \"mb\": 17 | tuning_parameter: mb: 17 is outside its bounds [1, 16].",
                "\"mb\" | \"nb\" | tuning_parameter: No parameter is named 'nb'. Maybe you meant"
                        + " 'mb'. Known are: mb, fill, order.",
                "{\"m\": 30000} | [1] | task_parameter is no object",
                "\"r\": 15.148637 | \"s\": 1 | evaluation_result has no 'r'",
                "{\"r\": 15.148637} | 3 | evaluation_result is 3, not an object",
                "15.148637 | [1] | 'evaluation_result.r is [1], not a number'",
            })
    void whatDoesNotFitIsSaid(String old, String now, String why) {
        Reading reading = read(record("15.148637", "").replace(old, now));
        assertEquals(List.of(), reading.trials());
        String said = reading.skipped().getFirst().why();
        assertEquals(why, said);
    }

    @Test
    void predictionsAndModelsAreNoMeasurements() {
        Reading predicted = read(record("1", ", \"source\": \"model_function\""));
        assertTrue(predicted.skipped().getFirst().why().contains("prediction"));
        Reading model = read("[{\"document_type\": \"surrogate_model\"}, 7]");
        assertEquals(
                List.of("record [0]: it is a surrogate model", "record [1]: it is no object"),
                model.skipped().stream().map(Reading.Skipped::toString).toList());
    }

    @Test
    void aCategoryMayHaveBecomeANumberOrATruthValue() {
        for (String raw : List.of("4", "4.0", "\"4\"")) {
            String text = record("1", "").replace("\"order\": \"4\"", "\"order\": " + raw);
            assertEquals("4", only(text).configuration().get("order"));
        }
        String text = record("1", "").replace("\"order\": \"4\"", "\"order\": true");
        assertEquals("True", only(text).configuration().get("order"));
    }

    @Test
    void otherConstantsAreAnotherProblem() {
        var problem =
                org.attune.api.TuningProblem.named("p")
                        .parameter(org.attune.api.Parameter.real("x", 0, 1))
                        .objective(org.attune.api.Objective.minimize("r"))
                        .constant("c", 3)
                        .build();
        String text =
                """
                {"func_eval": [
                  {"tuning_parameter": {"x": 0}, "evaluation_result": {"r": 1}, "constants": {"c": %s}}]}\
                """;
        assertEquals(
                1, GptuneReader.read(text.formatted("3.0"), "f", problem, NOW).trials().size());
        assertEquals(
                "constants: c is 4, but 3 in the problem",
                GptuneReader.read(text.formatted("4"), "f", problem, NOW)
                        .skipped()
                        .getFirst()
                        .why());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]]", "3", "{\"machine_configuration\": {}}", "null"})
    void otherFilesAreRefused(String text) {
        var e = assertThrows(IllegalArgumentException.class, () -> read(text));
        assertTrue(e.getMessage().startsWith("qr.json "), e.getMessage());
    }

    @Test
    void evaluationsThatAreNoListAreSaidToBeThere() {
        var e = assertThrows(IllegalArgumentException.class, () -> read("{\"func_eval\": {}}"));
        assertTrue(e.getMessage().contains("its 'func_eval' is no list"), e.getMessage());
    }

    @Test
    void damageIsLocated() {
        String text = record("1", "").replace("\"cores\": 32}", "\"cores\" 32}");
        var e = assertThrows(IllegalArgumentException.class, () -> read(text));
        assertEquals(
                "qr.json is damaged, or no JSON: line 6, column 39, in"
                        + " func_eval[0].machine_configuration.haswell: there is no ':' after the"
                        + " key 'cores'.",
                e.getMessage());
    }
}
