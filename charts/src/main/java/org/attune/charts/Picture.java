package org.attune.charts;

/**
 * A drawing.
 *
 * @param width in pixels
 * @param height in pixels
 * @param svg a complete SVG document without an XML declaration, so that a page can contain it
 */
public record Picture(int width, int height, String svg) {}
