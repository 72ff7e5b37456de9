/**
 * One surrogate of several functions of the same space, which learn from each other: places are a
 * configuration and an index, which may stand for a task, a source of earlier trials or a level of
 * fidelity. A {@link org.attune.bayesopt.joint.TaskCovariance} says how they are alike, {@link
 * org.attune.bayesopt.joint.CoregionalizationFitter} learns it, and {@link
 * org.attune.bayesopt.joint.CoregionalizedModel} is the result. Start reading there.
 */
package org.attune.bayesopt.joint;
