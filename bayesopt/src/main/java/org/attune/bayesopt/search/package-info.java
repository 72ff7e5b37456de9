/**
 * Searches that maximise an acquisition function over the admissible configurations of one task.
 *
 * <p>Points are unit coordinates, canonical: encoded from a decoded configuration. A {@link
 * org.attune.bayesopt.search.Region} knows what is admissible. Start with {@link
 * org.attune.bayesopt.search.MixedSearch}.
 */
package org.attune.bayesopt.search;
