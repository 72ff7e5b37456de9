package org.attune.tla;

/**
 * How a task is begun and modelled as one more of tasks that are known (the paper's TLA2).
 *
 * @param centred trials of the task, at least 1, that are drawn around the predicted optimum, the
 *     first one being that itself
 * @param spread their standard deviation along the parameter to which the outputs are most
 *     sensitive, in shares of its range
 * @param relearn trials of the task after which all hyperparameters are learned with them, and
 *     again after as many; 0: never
 */
record Extension(int centred, double spread, int relearn) {
    /** One trial at the predicted optimum. */
    static final Extension USUAL = new Extension(1, 0.25, 20);
}
