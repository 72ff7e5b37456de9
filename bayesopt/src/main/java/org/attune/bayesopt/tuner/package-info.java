/**
 * What a small tuner needs besides its idea: the loop of proposing one configuration after the
 * other, a design to begin with, what has not been tried yet, and the end of a finite space.
 *
 * <p>Extend {@link org.attune.bayesopt.tuner.OneByOne} and say which configuration comes next.
 */
package org.attune.bayesopt.tuner;
