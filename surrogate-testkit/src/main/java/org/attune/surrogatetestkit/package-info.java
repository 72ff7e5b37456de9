/**
 * What every {@link org.attune.bayesopt.surrogate.Surrogate} keeps, as tests: extend {@link
 * org.attune.surrogatetestkit.SurrogateContract} and say how yours is fitted.
 */
package org.attune.surrogatetestkit;
