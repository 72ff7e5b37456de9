/** Options that say which study is meant, how it is set up, and with which points. */
package org.attune.cli.open;
