/** The tuner {@code cgp}: Gaussian processes for objectives that jump. */
package org.attune.cgp;
