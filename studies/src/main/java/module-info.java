/** What opens, keeps and explains a study. */
module org.attune.studies {
    requires transitive org.attune.api;
    requires transitive org.attune.problemfile;
    requires transitive org.attune.execution;
    requires transitive org.attune.history;
    requires transitive org.attune.sensitivity;

    exports org.attune.studies;
    exports org.attune.studies.model;
    exports org.attune.studies.program;
    exports org.attune.studies.report;
    exports org.attune.studies.sensitivity;
    exports org.attune.studies.text;
}
