package org.attune.charts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.regex.Pattern;

/** Frames of marks, fields, surfaces, and their colours. */
class FrameChartTest {
    private static final Axis UNIT = new Axis(0, 1, false);

    private static long count(String svg, String pattern) {
        return Pattern.compile(pattern).matcher(svg).results().count();
    }

    private static String drawn(Mark... marks) {
        return FrameChart.of(
                        "f",
                        "title",
                        List.of(new Mark.In("", "x", "y", UNIT, UNIT, List.of(marks))),
                        1,
                        100,
                        100)
                .svg();
    }

    @Test
    void pointsOutsideOfTheFrameOrWithoutValueAreLeftOut() {
        double[] x = {0.5, 2, Double.NaN, 1};
        double[] y = {0.5, 0.5, 0.5, Double.POSITIVE_INFINITY};
        String svg = drawn(new Mark.Dots("", "#0072B2", Mark.Shape.DISC, 2, 1, x, y));
        assertEquals(1, count(svg, "<circle"));
        assertTrue(svg.contains("<circle cx=\"114\" cy=\"78\""), svg);
    }

    @Test
    void stepsHoldAValueUntilTheNext() {
        var series =
                new Series("", Look.of(0), new double[] {0, 0.5, 1}, new double[] {1, 0.5, 0.5});
        assertTrue(
                drawn(new Mark.Line(series, true)).contains("M64 28L114 28L114 78L164 78L164 78"));
    }

    @Test
    void namesOfMarksAreText() {
        String svg =
                drawn(new Mark.Level("<i>", Look.of(0), 0.5), new Mark.Level("b", Look.of(1), 0.6));
        assertTrue(svg.contains("&lt;i&gt;"));
        assertFalse(svg.contains("<i>"));
    }

    /** In print without colours, or to people who see few, lighter is more. */
    @Test
    void shadesBecomeLighter() {
        double last = -1;
        for (int i = 0; i <= 100; i++) {
            int rgb = Integer.parseInt(Shades.of(i / 100.0).substring(1), 16);
            double light =
                    0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
            assertTrue(light > last, "share " + i);
            last = light;
        }
        assertEquals("#bbbbbb", Shades.of(Double.NaN));
    }

    private static double linear(int channel) {
        double c = (channel & 255) / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }

    @Test
    void aFieldAndASurfaceOfOneValueAreDrawn() {
        double[][] same = {{2, 2}, {2, 2}};
        for (String svg : fieldAndSurface(same)) {
            assertFalse(svg.contains("NaN"), svg);
        }
    }

    /** The range of such values is more than a number can be. */
    @Test
    void valuesOfAllNumbersAreDrawn() {
        double[][] wide = {{-1.5e308, 0}, {1e307, 1.5e308}};
        for (String svg : fieldAndSurface(wide)) {
            assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
        }
    }

    /** A model can be less sure than a number can say. */
    @Test
    void theScaleOfASurfaceIsThatOfItsFiniteColors() {
        double[][] heights = {{-1e308, 0}, {1, 1e308}};
        double[][] colors = {{Double.NaN, 2}, {3, Double.POSITIVE_INFINITY}};
        List<String> axes = List.of("x", "y", "z", "c");
        List<List<String>> ends = List.of(List.of("0", "1"), List.of("0", "1"));
        String svg = SurfaceChart.of("s", "t", axes, ends, heights, colors).svg();
        assertTrue(svg.contains(">2.00<") && svg.contains(">3.00<"), svg);
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
    }

    /** Returns pictures of these values over two parameters. */
    private static List<String> fieldAndSurface(double[][] values) {
        var field = new FieldChart.Field("", "s", values, List.of());
        List<String> axes = List.of("x", "y", "z", "c");
        List<List<String>> ends = List.of(List.of("0", "1"), List.of("0", "1"));
        return List.of(
                FieldChart.of("f", "t", "x", "y", UNIT, UNIT, List.of(field), 100).svg(),
                SurfaceChart.of("s", "t", axes, ends, values, values).svg());
    }
}
