/** Benchmarks of what is package-private in the module {@code gp-lcm}. */
package org.attune.gplcm;
