/**
 * Tuners that make many cheap runs and few dear ones.
 *
 * <p>{@link org.attune.band.FidelityTuner} ({@code mf}) is the one to use. {@link
 * org.attune.band.Hyperband}, {@link org.attune.band.Asha} and {@link org.attune.band.BandTuner}
 * ({@code gptune-band}) are the published methods. All choose among the rungs of a {@link
 * org.attune.band.Ladder}; {@link org.attune.band.Brackets} is the arithmetic of how many
 * configurations start on which.
 */
package org.attune.band;
