/** A study as a page, and the page while it is tuned. */
module org.attune.report {
    requires transitive org.attune.studies;
    requires transitive org.attune.charts;
    requires jdk.httpserver;

    exports org.attune.report;
    exports org.attune.report.live;
}
