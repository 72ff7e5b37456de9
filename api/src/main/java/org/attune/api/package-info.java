/**
 * The seams of Attune: what a tuning problem is, how a tuner proposes, and how a study keeps its
 * records.
 *
 * <p>Start with {@link org.attune.api.TuningProblem}, then {@link org.attune.api.Tuner} and {@link
 * org.attune.api.Study}.
 */
package org.attune.api;
