/**
 * Transfer learning: tuners that learn from other tasks.
 *
 * <p>Start with {@link org.attune.tla.TlaTuner}, which has a provider for each method. A {@code
 * Transfer} gives the default tuner other surrogates: a {@code Target} has what was measured and
 * what sources say of it, a {@code Combination} makes one surrogate of both. The default is {@code
 * BesideSources}; the others are those of GPTune's guide. An {@code Ensemble} chooses between them,
 * trial by trial. {@code OptimumPrediction} needs the best configurations of sources alone.
 */
package org.attune.tla;
