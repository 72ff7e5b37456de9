package org.attune.charts.exhibits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Axis;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Scale;
import org.junit.jupiter.api.Test;

import java.util.List;

class ExhibitPictureTest {
    private static final Exhibit.Plot PLOT =
            new Exhibit.Plot(
                    "Weights of task n=3",
                    "Read it so.",
                    Axis.linear("trial"),
                    new Axis("weight", Scale.LOG),
                    List.of(
                            new Curve("a", List.of(1.0, 2.0, 3.0), List.of(0.5, Double.NaN, 2.0)),
                            new Curve("b", List.of(2.0, 4.0), List.of(0.0, 8.0))));

    /** What is not positive is not on a logarithmic axis: the second curve is one point. */
    @Test
    void plotsAreDrawn() {
        String svg = ExhibitPicture.of(PLOT).svg();
        assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>\n"));
        for (String text : List.of("Weights of task n=3", "trial", "weight", ">a<", ">b<")) {
            assertTrue(svg.contains(text), text);
        }
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
        assertEquals("weights-of-task-n-3", ExhibitPicture.name(PLOT));
    }

    /** Between values that are missing there are points, in the legend too. */
    @Test
    void whatStandsAloneIsAPoint() {
        var runs =
                new Curve(
                        "runs",
                        List.of(1.0, 2.0, 3.0, 4.0, 5.0),
                        List.of(1.0, Double.NaN, 2.0, Double.NaN, 3.0));
        assertTrue(runs.isPoints());
        assertFalse(new Curve("a", List.of(1.0, 2.0), List.of(0.5, 2.0)).isPoints());
        String svg =
                ExhibitPicture.of(
                                new Exhibit.Plot(
                                        "Runs",
                                        "",
                                        Axis.linear("trial"),
                                        Axis.linear("y"),
                                        List.of(runs)))
                        .svg();
        assertEquals(4, svg.split("<circle", -1).length - 1, svg);
    }
}
