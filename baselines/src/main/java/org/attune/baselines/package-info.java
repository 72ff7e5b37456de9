/**
 * Tuners without a model, which every other tuner must beat: uniform random search and a scrambled
 * Sobol sequence.
 *
 * <p>They also show how small a tuner can be: start with {@link org.attune.baselines.RandomTuner}.
 */
package org.attune.baselines;
