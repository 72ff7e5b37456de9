/** The page of a study while it is tuned, on this machine only. */
package org.attune.report.live;
