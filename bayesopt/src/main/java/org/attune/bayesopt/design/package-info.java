/**
 * Space-filling designs in the unit cube: Sobol' sequences and Latin hypercubes.
 *
 * <p>A point is a {@code double[d]} with entries in [0, 1), a design a {@code double[n][d]}.
 * Randomness comes in as a generator; designs draw from it with {@code nextLong()}, {@code
 * nextInt(bound)} and {@code nextDouble()} only.
 *
 * <p>Start with {@link org.attune.bayesopt.design.SobolSequence}, whose points do not depend on how
 * many are taken.
 */
package org.attune.bayesopt.design;
