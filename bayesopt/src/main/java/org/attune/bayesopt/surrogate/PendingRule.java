package org.attune.bayesopt.surrogate;

/**
 * What is taken for the outcome of an evaluation that is still pending, so that several proposals
 * at once keep apart.
 *
 * <p>Source: D. Ginsbourger, R. Le Riche and L. Carraro, "Kriging is well-suited to parallelize
 * optimization", 2010.
 */
public enum PendingRule {
    /** What the model predicts: only the uncertainty around the point vanishes. */
    BELIEVER,
    /** The best value so far (the constant liar): its surroundings are left alone for longer. */
    LIAR
}
