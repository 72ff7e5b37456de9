package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Generator;
import org.attune.api.MemoryHistory;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class GptuneRoundTripTest {
    private static Records records(List<Trial> trials) {
        return new MemoryHistory().update(r -> trials);
    }

    private static String export(List<Trial> trials) {
        return GptuneWriter.text(GptuneSamples.PROBLEM, records(trials), ZoneOffset.UTC);
    }

    private static Map<String, Object> first(String file) {
        var top = GptuneRecord.object(PythonJson.read(file)).orElseThrow();
        return GptuneRecord.object(((List<?>) top.get("func_eval")).getFirst()).orElseThrow();
    }

    @Test
    void recordsOfTheNewestSchemaComeOutAsTheyWere() {
        for (int n = 0; n < 500; n++) {
            Generator random = new Seed(1).generator("round trip", n);
            Map<String, Object> record = record(random, n);
            String file = "{\"func_eval\": [" + PythonText.line(record) + "]}";
            assertEquals(record, first(export(List.of(GptuneSamples.only(file)))), "seed " + n);
        }
    }

    /** A record with unknown keys at random places and doubles of random bits. */
    private static Map<String, Object> record(Generator random, int n) {
        double r = finite(random);
        var record = new LinkedHashMap<String, Object>();
        record.put("task_parameter", Map.of("m", 1L + random.nextInt(1000), "tla_id", 1L));
        record.put("tuning_parameter", Map.of("mb", 3L, "fill", random.nextDouble(), "order", "2"));
        record.put("constants", Map.of("c", random.nextDouble()));
        record.put("machine_configuration", entry("x", value(random, 0)));
        record.put("software_configuration", entry("gcc", value(random, 0)));
        record.put("evaluation_result", Map.of("r", n % 7 == 0 ? Double.NaN : r, "z", "other"));
        record.put("evaluation_detail", Map.of("r", Map.of("evaluations", r, "more", true)));
        record.put("additional_output", entry("free", value(random, 0)));
        record.put("source", "measure");
        record.put("time", Map.of("tm_year", 2022L));
        record.put("uid", "uid-" + n);
        record.put("unknown", value(random, 0));
        record.put("user_info", Map.of("user_name", "\u00e5"));
        return record;
    }

    private static Map<String, Object> entry(String key, Object value) {
        var map = new LinkedHashMap<String, Object>();
        map.put("machine_name", "m");
        map.put(key, value);
        return map;
    }

    private static double finite(Generator random) {
        double value = Double.longBitsToDouble(random.nextLong());
        return Math.abs(value) < 1e308 ? value : 1.5;
    }

    private static Object value(Generator random, int depth) {
        return switch (random.nextInt(depth < 3 ? 8 : 6)) {
            case 0 -> random.nextLong();
            case 1 -> finite(random);
            case 2 -> Double.NEGATIVE_INFINITY;
            case 3 -> "text " + (char) random.nextInt(0x10000);
            case 4 -> null;
            case 5 -> random.nextBoolean();
            case 6 -> {
                var list = new ArrayList<>();
                list.add(value(random, depth + 1));
                list.add(1L);
                yield list;
            }
            default -> {
                var map = new LinkedHashMap<String, Object>();
                map.put("k" + depth, value(random, depth + 1));
                yield map;
            }
        };
    }

    @Test
    void oldRecordsComeOutUnderTheNewestNamesWithNumbersAsNumbers() {
        for (List<String> sample : GptuneSamples.FILES) {
            Trial trial = GptuneSamples.only(sample.getLast());
            Map<String, Object> record = first(export(List.of(trial)));
            assertEquals(
                    List.of(
                            "task_parameter",
                            "tuning_parameter",
                            "constants",
                            "machine_configuration",
                            "software_configuration",
                            "evaluation_result",
                            "evaluation_detail",
                            "additional_output",
                            "source"),
                    List.copyOf(record.keySet()).subList(0, 9),
                    sample.getFirst());
            Object mb = GptuneRecord.object(record.get("tuning_parameter")).orElseThrow().get("mb");
            assertEquals(5, ((Number) mb).intValue(), sample.getFirst());
            Trial again = GptuneSamples.only(export(List.of(trial)));
            assertEquals(trial.candidate(), again.candidate());
            assertEquals(trial.outcome(), again.outcome());
            assertEquals(
                    trial.provenance().source().orElseThrow().uid(),
                    again.provenance().source().orElseThrow().uid());
        }
        Map<String, Object> server =
                first(export(List.of(GptuneSamples.only(GptuneSamples.FILES.get(9).getLast()))));
        assertEquals("6123", server.get("_id"));
        assertTrue(server.containsKey("user_info") && server.containsKey("accessibility"));
    }

    @Test
    void anImportedTrialThatWasCorrectedIsWrittenAsCorrected() {
        Trial trial = GptuneSamples.only(GptuneSamples.current(", \"unknown\": 1"));
        Trial corrected = trial.with(Outcome.measured("r", 2));
        Map<String, Object> record = first(export(List.of(corrected)));
        assertEquals(Map.of("r", 2.0), record.get("evaluation_result"));
        assertEquals(1L, record.get("unknown"));
        Trial failed = trial.with(Outcome.failed(FailureCause.WRONG_ANSWER, "checked by hand"));
        assertEquals(failed.outcome(), GptuneSamples.only(export(List.of(failed))).outcome());
    }

    @Test
    void whatAttuneMeasuredComesBack() {
        var history = new MemoryHistory();
        var study =
                org.attune.api.Study.of(GptuneSamples.PROBLEM)
                        .tasks(List.of(Point.of("m", 7)))
                        .tuner(new GivenTuner())
                        .history(history)
                        .open();
        var configuration = Point.of("mb", 2, "fill", 0.1 + 0.2, "order", "True");
        var candidate = org.attune.api.Candidate.of(Point.of("m", 7), configuration);
        study.add(List.of(candidate, candidate, candidate, candidate));
        study.tell(1, Outcome.measured("r", 1.0 / 3));
        study.tell(
                2,
                new Outcome.Measured(
                                Map.of("r", List.of(1.0, 2.0, 9.0)), Map.of("note", "slow"), 4.5)
                        .inRuns(4));
        study.tell(3, new Outcome.Failed(FailureCause.TIMEOUT, "after 60 s", 150, 60));
        String file = GptuneWriter.text(GptuneSamples.PROBLEM, history.records(), ZoneOffset.UTC);
        assertTrue(file.contains("\"r\": NaN"), file);
        Reading again = GptuneSamples.read(file);
        assertEquals(List.of(), again.skipped());
        assertEquals(
                history.records().finished().stream().map(Trial::outcome).toList(),
                again.trials().stream().map(Trial::outcome).toList());
        assertEquals(candidate, again.trials().getFirst().candidate());
        assertEquals(
                3,
                again.trials().stream()
                        .map(t -> t.provenance().source().orElseThrow().uid())
                        .distinct()
                        .count(),
                "trials of one moment are told apart");
        assertEquals(
                file, GptuneWriter.text(GptuneSamples.PROBLEM, history.records(), ZoneOffset.UTC));
    }
}
