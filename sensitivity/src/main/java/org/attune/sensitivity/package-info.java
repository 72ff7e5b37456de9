/**
 * Which parameters matter, and how sure that is.
 *
 * <p>Everything stands on two seams: {@link org.attune.sensitivity.Response}, functions to be
 * analysed, and {@link org.attune.sensitivity.Inputs}, the distribution of what they are given.
 * Inputs are rows of D unit coordinates: a uniform coordinate gives every value of an integer, and
 * every category, its chance. Several functions are analysed at once: the draws of a model's
 * posterior, whose spread is how little the model knows.
 *
 * <p>Start with {@link org.attune.sensitivity.SobolIndices}, and with {@link
 * org.attune.sensitivity.ShapleyEffects} where constraints tie parameters together. Notation: D
 * parameters, N points, K functions, R replicates, which are independent scramblings of one design.
 */
package org.attune.sensitivity;
