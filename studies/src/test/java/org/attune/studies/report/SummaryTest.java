package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.studies.Toy;
import org.attune.studies.text.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class SummaryTest {
    private static final Trial[] TRIALS = {
        Toy.trial(1, 1, 10, Toy.cost(10, 1)), // the default of task 1
        Toy.trial(2, 1, 8, Toy.cost(4, 1)),
        Toy.trial(3, 1, 9, Toy.crash("a signal\nand more")),
        Toy.trial(4, 2, 3, Toy.cost(18, 1)),
        Toy.trial(5, 2, 4, Outcome.PENDING)
    };

    @TempDir Path folder;

    private String printed(Summary summary) {
        var bytes = new ByteArrayOutputStream();
        summary.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void comparesWithTheDefault() {
        Summary summary = Summary.of(Toy.stored(folder, Toy.TEXT, TRIALS));
        TaskSummary first = summary.tasks().getFirst();
        assertEquals(2, first.best().orElseThrow().number());
        assertEquals(2.5, first.gain(first.best().orElseThrow()).orElseThrow());
        assertEquals(List.of(2L, 1L), first.ranked().stream().map(Trial::number).toList());
        assertEquals(1, first.failed());
        TaskSummary second = summary.tasks().getLast();
        assertTrue(second.gain(second.best().orElseThrow()).isEmpty(), "no default was measured");
        assertEquals(1, second.trials().size(), "pending trials have not ended");
        String text = printed(summary);
        assertTrue(text.contains("n=1   10 s     4 s   2.50x     2      x=8\n"), text);
        assertTrue(text.contains("n=2   -        18 s  -         4      x=3\n"), text);
    }

    @Test
    void countsFailures() {
        Summary summary = Summary.of(Toy.stored(folder, Toy.TEXT, TRIALS));
        assertEquals(
                Optional.of("Failed: 1 of 4 trials (1 crash). The last: trial 3, crash: a signal"),
                summary.failures());
        assertTrue(summary.anyMeasured());
        Trial none = Toy.trial(1, 1, 3, Toy.crash(""));
        Summary failed = Summary.of(Toy.stored(folder, Toy.TEXT, none));
        assertEquals(false, failed.anyMeasured());
        assertEquals(0, failed.found().count());
    }

    @Test
    void isAboutTheTasksThatAreWanted() {
        Summary summary = Summary.of(Toy.stored(folder, Toy.TEXT, TRIALS));
        Summary one = summary.only(List.of(Toy.point("n", 2)));
        assertEquals(List.of(4L), one.found().map(Trial::number).toList());
        var why =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> summary.only(List.of(Toy.point("n", 3))));
        assertTrue(why.getMessage().startsWith("Task n=3 is not one of study 'main'"));
    }

    @Test
    void isDataToo() {
        Summary summary = Summary.of(Toy.stored(folder, Toy.TEXT, TRIALS));
        TaskSummary.Data first = summary.data().tasks().getFirst();
        assertEquals(
                "{\"trial\": 2, \"configuration\": {\"x\": 8}, \"outputs\": {\"cost\": 4.0}}",
                Json.text(first.best().orElseThrow()));
        assertEquals(
                List.of(
                        "task",
                        "default",
                        "best",
                        "pareto",
                        "hypervolume",
                        "hypervolume_history",
                        "reference",
                        "never_in_range",
                        "trials",
                        "failed",
                        "times"),
                List.copyOf(Json.fields(first).keySet()));
        assertTrue(
                Json.text(summary.data().tasks().getLast())
                        .contains(
                                "\"default\": {\"configuration\": {\"x\": 10}, \"outputs\": {}}"));
    }

    /** A range of 5 to 6 that 4 and 10 are not in: 4 is nearer. */
    @Test
    void saysWhatWasNeverInRange() {
        String ranged = Toy.TEXT.replace("unit: s}", "unit: s, lower_bound: 5, upper_bound: 6}");
        Summary summary = Summary.of(Toy.stored(folder, ranged, TRIALS));
        TaskSummary first = summary.tasks().getFirst();
        assertEquals(
                Optional.of("cost was never within [5, 6]; the nearest is 4 s, of trial 2"),
                Ranges.nothing(first));
        assertEquals(List.of(new Ranges.Nearest("cost", 4, 2)), first.data().neverInRange());
        assertTrue(first.best().isEmpty());
    }
}
