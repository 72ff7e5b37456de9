package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whatever happens to a file, there is a report or an error that names the file. */
class GptuneDamageTest {
    private static final Seed SEED = new Seed(5);
    private static final List<Object> STRANGE =
            java.util.Arrays.asList(
                    null, -1L, 1e308, Double.NaN, "", "x", true, List.of(), Map.of(), 1L << 62);

    private static void assertHandled(String text, String label) {
        try {
            Reading reading = GptuneSamples.read(text);
            assertEquals(
                    reading.records(), reading.trials().size() + reading.skipped().size(), label);
            GptuneSamples.read(text).trials().forEach(t -> assertTrue(t.number() > 0));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("qr.json "), label + ": " + e.getMessage());
        }
    }

    @Test
    void randomCharacters() {
        for (int n = 0; n < 4000; n++) {
            Generator random = SEED.generator("characters", n);
            var text = new StringBuilder(sample(n));
            int edits = 1 + random.nextInt(4);
            for (int i = 0; i < edits; i++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, "{}[],:\"'1e-N\\".charAt(random.nextInt(13)));
                    case 2 -> text.setCharAt(at, (char) random.nextInt(0x2100));
                    default -> text.setLength(at + 1);
                }
            }
            assertHandled(text.toString(), "seed " + n);
        }
    }

    @Test
    void randomStructure() {
        for (int n = 0; n < 4000; n++) {
            Generator random = SEED.generator("structure", n);
            Object damaged = damaged(PythonJson.read(sample(n)), random, 0.03);
            assertHandled(PythonText.line(damaged), "seed " + n);
        }
    }

    @Test
    void wholeRecordsBeforeACutAreCounted() {
        String first =
                "{\"task_parameter\": {\"m\": 7}, \"tuning_parameter\": {\"mb\": 2, \"fill\": 0.5,"
                    + " \"order\": \"4\"}, \"evaluation_result\": {\"r\": 1.5}, \"uid\": \"a\"}";
        String text = "{\"func_eval\": [" + first + ",\n" + first.replace("\"a\"", "\"b\"");
        for (int cut = 0; cut <= text.length(); cut++) {
            String part = text.substring(0, cut);
            var e = assertThrows(IllegalArgumentException.class, () -> GptuneSamples.read(part));
            int whole = cut == text.length() ? 2 : cut < 15 + first.length() ? 0 : 1;
            assertEquals(
                    whole > 0,
                    e.getMessage().contains(whole + " whole record"),
                    cut + ": " + e.getMessage());
            if (whole > 0) {
                Reading reading =
                        GptuneReader.readable(
                                part, "qr.json", GptuneSamples.PROBLEM, GptuneSamples.NOW);
                assertEquals(whole, reading.trials().size());
                assertTrue(reading.notes().getFirst().startsWith("It is damaged"));
            } else {
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                GptuneReader.readable(
                                        part, "qr.json", GptuneSamples.PROBLEM, GptuneSamples.NOW));
            }
        }
    }

    @Test
    void ofTheOldestFilesTheLastTaskMayBeIncomplete() {
        String cut =
                "{\"perf_data\": [{\"I\": {\"m\": 7}, \"func_eval\": [{}, {}]},"
                        + " {\"I\": {\"m\": 8}, \"func_eval\": [{}, {\"P\": ";
        var e = assertThrows(IllegalArgumentException.class, () -> GptuneSamples.read(cut));
        assertTrue(e.getMessage().endsWith(" 3 whole records stand before that."), e.getMessage());
    }

    private static String sample(int n) {
        return GptuneSamples.FILES.get(n % GptuneSamples.FILES.size()).getLast();
    }

    private static Object damaged(Object value, Generator random, double share) {
        if (random.nextDouble() < share) {
            return STRANGE.get(random.nextInt(STRANGE.size()));
        }
        if (value instanceof Map<?, ?> map) {
            var copy = new LinkedHashMap<Object, Object>();
            map.forEach((k, v) -> {
                if (random.nextDouble() >= share) {
                    copy.put(random.nextDouble() < share ? k + "x" : k, damaged(v, random, share));
                }
            });
            return copy;
        }
        if (value instanceof List<?> list) {
            var copy = new ArrayList<>();
            list.forEach(v -> copy.add(damaged(v, random, share)));
            return copy;
        }
        return value;
    }
}
