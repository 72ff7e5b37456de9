package org.attune.studies.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Axis;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Scale;
import org.attune.studies.text.Json;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

class ExhibitTextTest {
    private static final Exhibit.Plot PLOT =
            new Exhibit.Plot(
                    "Weights of task n=3",
                    "Read it so.",
                    Axis.linear("trial"),
                    new Axis("weight", Scale.LOG),
                    List.of(
                            new Curve("a", List.of(1.0, 2.0, 3.0), List.of(0.5, Double.NaN, 2.0)),
                            new Curve("b", List.of(2.0, 4.0), List.of(0.0, 8.0))));

    private static List<String> lines(Exhibit exhibit) {
        var bytes = new ByteArrayOutputStream();
        ExhibitText.print(exhibit, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void tablesAreAligned() {
        var table =
                new Exhibit.Table(
                        "T",
                        "",
                        List.of("name", "count", "share", "good"),
                        List.of(
                                List.of("first", 12, 0.25, true),
                                List.of("2nd", 3L, Double.NaN, false)));
        assertEquals(
                List.of(
                        "T",
                        "name   count  share  good",
                        "first  12     0.25   true",
                        "2nd    3      -      false"),
                lines(table));
    }

    /** A row for each x of any curve. */
    @Test
    void plotsAreTablesOnTheTerminal() {
        assertEquals(
                List.of(
                        "Weights of task n=3",
                        "trial  a    b",
                        "1      0.5  -",
                        "2      -    0",
                        "3      2    -",
                        "4      -    8",
                        "Read it so."),
                lines(PLOT));
    }

    @Test
    void longCurvesAreThinned() {
        List<Double> x = IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList();
        var plot =
                new Exhibit.Plot(
                        "P", "", Axis.linear("n"), Axis.linear("y"), List.of(new Curve("y", x, x)));
        List<String> lines = lines(plot);
        assertEquals(14, lines.size());
        assertEquals("1    1", lines.get(2));
        assertEquals("100  100", lines.getLast());
        assertEquals(14, lines.stream().distinct().count());
    }

    @Test
    void jsonHasTheValues() {
        var json = Json.fields(PLOT);
        assertEquals(List.of("title", "note", "x", "y", "curves"), List.copyOf(json.keySet()));
        assertEquals("{\"label\": \"weight\", \"scale\": \"log\"}", Json.text(json.get("y")));
        assertTrue(Json.text(json).contains("\"y\": [0.5, null, 2.0]"), Json.text(json));
    }
}
