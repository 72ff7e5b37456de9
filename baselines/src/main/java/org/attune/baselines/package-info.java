/**
 * Tuners that every other tuner must beat: those that learn nothing ({@link
 * org.attune.baselines.RandomTuner}, {@link org.attune.baselines.SobolTuner}, {@link
 * org.attune.baselines.LatinHypercubeTuner}), and small forms of what the field uses ({@link
 * org.attune.baselines.ParzenTuner}, {@link org.attune.baselines.EvolutionaryTuner}, {@link
 * org.attune.baselines.BanditTuner}, {@link org.attune.baselines.ForestTuner}).
 *
 * <p>All propose one configuration at a time, from the trials of one task. None keeps anything but
 * caches: populations, swarms and credits are computed from the records.
 *
 * <p>They also show how small a tuner can be: start with {@link org.attune.baselines.RandomTuner}.
 */
package org.attune.baselines;
