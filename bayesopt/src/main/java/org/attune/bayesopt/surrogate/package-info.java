/**
 * Gaussian process surrogates on mixed spaces.
 *
 * <p>Notation: n observations of D axes; x in the unit cube, discrete axes in the middle of their
 * cells; y outputs, smaller being better; z warped and standardised outputs; ℓ lengthscales, s²
 * signal variance, σ² noise variance, a and b of the input warp; K covariance of the observations,
 * α = K⁻¹ z; θ the vector of logarithms of all hyperparameters.
 *
 * <p>Start with {@link org.attune.bayesopt.surrogate.SurrogateFitter}.
 */
package org.attune.bayesopt.surrogate;
