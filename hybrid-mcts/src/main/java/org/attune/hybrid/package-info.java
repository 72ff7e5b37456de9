/** Monte Carlo tree search over categories, Gaussian processes for the rest. */
package org.attune.hybrid;
