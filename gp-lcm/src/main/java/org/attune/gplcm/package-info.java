/**
 * The default tuner, {@code gp-lcm}: Bayesian optimisation with Gaussian processes, of one task or
 * of several that learn from each other.
 *
 * <p>Start with {@link org.attune.gplcm.GpLcmTuner}. With several tasks, {@link
 * org.attune.gplcm.TaskSharing} chooses for each between a process of its own and {@link
 * org.attune.bayesopt.joint.CoregionalizedModel}s of all, whose {@link
 * org.attune.bayesopt.joint.TaskCovariance} is free or follows the tasks' features.
 */
package org.attune.gplcm;
