/**
 * Objectives that jump: partitions of what was measured into regimes, the boundaries between them,
 * and surrogates with a process in each.
 */
package org.attune.bayesopt.regimes;
