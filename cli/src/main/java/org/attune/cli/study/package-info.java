/** Verbs that run a study, take part in it, or look at what it has found. */
package org.attune.cli.study;
