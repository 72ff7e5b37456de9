/**
 * Pages of HTML that need nothing but themselves: their text, their figures with tables and files,
 * and one look, light, dark and on paper. It knows neither studies nor benchmarks.
 */
package org.attune.charts.page;
