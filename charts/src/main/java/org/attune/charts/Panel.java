package org.attune.charts;

import java.util.List;

/**
 * One of the frames of a chart of curves.
 *
 * @param title above it, maybe empty
 * @param xLabel with the unit
 * @param yLabel with the unit
 * @param x axis
 * @param y axis
 * @param series drawn in reverse order, so that the first lies on top
 */
public record Panel(
        String title, String xLabel, String yLabel, Axis x, Axis y, List<Series> series) {}
