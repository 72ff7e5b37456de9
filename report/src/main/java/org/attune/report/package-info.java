/**
 * A study as a page. Each part of the page is a class that writes on a {@code Sheet}; what parts
 * share of a study is in {@code Subject} and {@code Column}. Nothing here asks a tuner: whoever
 * makes a subject ({@code SubjectReader} does) has fitted the model.
 */
package org.attune.report;
