/**
 * What studies have to show, as charts: the front of two objectives, and the curves of a tuner. It
 * knows trials; the charts know numbers and names only.
 */
package org.attune.charts.exhibits;
