package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.SourceData;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class TransferSourceTest {
    private static String refused(String text) {
        return assertThrows(IllegalArgumentException.class, () -> TransferSource.of(text))
                .getMessage();
    }

    @Test
    void isReadWithItsKeys() {
        var plain = TransferSource.of("old.jsonl");
        assertEquals("old.jsonl", plain.name());
        assertEquals(TransferSource.What.TRIALS, plain.what());
        assertEquals(200, plain.places());
        assertEquals(Optional.empty(), plain.format());
        var all = TransferSource.of("a.csv?task=n=384&format=csv&model=bic&places=7&name=theirs");
        assertEquals("a.csv", all.place());
        assertEquals("theirs", all.name());
        assertEquals(Optional.of("n=384"), all.said("task"));
        assertEquals(Optional.of(ForeignFormat.CSV), all.format());
        assertEquals(TransferSource.What.MODEL, all.what(), "a model is named");
        assertEquals(7, all.places());
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        assertTrue(refused("a?tsak=3").contains("Maybe you meant 'task'"));
        assertTrue(refused("a?task").contains("'task' has no value"));
        assertTrue(refused("a?name=b&name=c").contains("'name' stands twice"));
        assertTrue(refused("a?what=all").contains("none of trials, model, best"));
        assertTrue(refused("a?format=xls").contains("none of gptune, csv, t4, optuna"));
        assertTrue(refused("a?places=0").contains("no number of configurations"));
    }

    private static Trial trial(long number, Map<String, Object> task) {
        return new Trial(
                number,
                Candidate.of(Point.of(task), Point.of(Map.of("x", number))),
                Origin.of("test"),
                new Outcome.Measured(Map.of("cost", List.of(1.0)), Map.of(), 1),
                Provenance.here(Effort.NONE));
    }

    @Test
    void onlyTheTasksThatAreAskedForAreTaken() {
        var data =
                new SourceData(
                        "s",
                        List.of(
                                trial(1, Map.of("n", 384L, "m", "a")),
                                trial(2, Map.of("n", 384L, "m", "b")),
                                trial(3, Map.of("n", 640L, "m", "a"))));
        assertEquals(List.of(1L, 2L, 3L), taken("s", data));
        assertEquals(List.of(1L, 2L), taken("s?task=n=384", data));
        assertEquals(List.of(1L, 2L), taken("s?task=n=384.0", data));
        assertEquals(List.of(2L), taken("s?task=n=384,m=b", data));
        String none =
                assertThrows(IllegalArgumentException.class, () -> taken("s?task=n=1", data))
                        .getMessage();
        assertTrue(none.contains("no trial is of task n=1") && none.contains("640"), none);
        String nowhere =
                assertThrows(IllegalArgumentException.class, () -> taken("s?machine=x", data))
                        .getMessage();
        assertTrue(nowhere.endsWith("There are trials of: unknown."), nowhere);
    }

    private static List<Long> taken(String text, SourceData data) {
        return SourceSelection.of(TransferSource.of(text)).from(data).trials().stream()
                .map(Trial::number)
                .toList();
    }
}
