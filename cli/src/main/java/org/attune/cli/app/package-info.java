/** Verbs that need no study: about this installation, its tuners, and tests of them. */
package org.attune.cli.app;
