package org.attune.charts;

/**
 * A curve.
 *
 * @param name in the legend
 * @param look how it is drawn
 * @param x ascending, n of them
 * @param y as many; nothing is drawn where one is not finite
 * @param lower lower edge of a band around it, as many, or none
 * @param upper upper edge
 */
public record Series(
        String name, Look look, double[] x, double[] y, double[] lower, double[] upper) {
    /** Creates a curve without a band. */
    public Series(String name, Look look, double[] x, double[] y) {
        this(name, look, x, y, new double[0], new double[0]);
    }
}
