/** Performance models that are programs: run at a design, once and for all. */
package org.attune.studies.program;
