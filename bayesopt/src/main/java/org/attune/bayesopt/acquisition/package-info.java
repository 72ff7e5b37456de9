/**
 * Acquisition functions: how much an evaluation at a point is worth.
 *
 * <p>Notation: μ and σ are mean and deviation of a posterior at x, f* the incumbent, φ and Φ
 * density and distribution of the standard normal. Most are logarithms, so that a product of
 * factors is a {@link org.attune.bayesopt.acquisition.LogProduct} and none underflows. Start with
 * {@link org.attune.bayesopt.acquisition.AcquisitionRule}.
 */
package org.attune.bayesopt.acquisition;
