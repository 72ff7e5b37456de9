package org.attune.api;

/** One line of a study's history. */
public sealed interface Entry permits StudyRecord, SourceRecord, Trial, ModelRecord {}
