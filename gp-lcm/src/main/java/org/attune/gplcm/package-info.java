/**
 * The default tuner, {@code gp-lcm}: Bayesian optimisation with Gaussian processes.
 *
 * <p>Start with {@link org.attune.gplcm.GpLcmTuner}.
 */
package org.attune.gplcm;
