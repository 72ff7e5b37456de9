/**
 * Bayesian optimisation of one task, put together from the parts in the packages below.
 *
 * <p>One proposal goes through them in this order: the trials of a task become a {@link
 * org.attune.bayesopt.surrogate.Dataset} in unit coordinates; a {@link
 * org.attune.bayesopt.surrogate.SurrogateFitter} makes a Gaussian process of it; an {@link
 * org.attune.bayesopt.acquisition.AcquisitionFunction} says how much an evaluation is worth; a
 * {@link org.attune.bayesopt.search.Search} finds the point that is worth most. Where that is
 * little, a quadratic around the best trial or a place far from all trials may take its place.
 *
 * <p>Start with {@link org.attune.bayesopt.SingleTaskProposer}. {@link
 * org.attune.bayesopt.FittedSurrogates} is the model as users can ask it.
 */
package org.attune.bayesopt;
