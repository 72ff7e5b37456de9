/** A study that another program asks and tells, line by line. */
package org.attune.cli.serve;
