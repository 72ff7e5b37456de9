/** Verbs that ask the model of a study. */
package org.attune.cli.model;
