package org.attune.charts.page;

import org.attune.charts.Picture;

/**
 * A picture with its numbers.
 *
 * @param id file name without an ending, and anchor in the page
 * @param title above it
 * @param caption below it: how to read it
 * @param picture the drawing
 * @param csv what is drawn
 */
public record Figure(String id, String title, String caption, Picture picture, Csv csv) {}
