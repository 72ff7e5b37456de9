/** {@code attune history}: looks at the records of a problem, and mends them. */
package org.attune.cli.history;
