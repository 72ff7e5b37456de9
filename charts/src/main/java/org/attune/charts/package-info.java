/**
 * Charts as SVG text, and SVG as PNG.
 *
 * <p>A chart does not know what is drawn: it takes series of numbers with their names and looks,
 * and returns a {@link org.attune.charts.Picture}. Why these charts are drawn here and not by a
 * library: {@code docs/decisions/0005-own-charts.md}.
 */
package org.attune.charts;
