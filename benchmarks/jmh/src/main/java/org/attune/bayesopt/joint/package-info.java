/** Benchmarks of what is package-private in the module {@code bayesopt}. */
package org.attune.bayesopt.joint;
